/** Why a file was not stored, as a sentence: with the same facts as the fault of the field that REST reports. */
import { expect, test } from 'vitest';
import { messages } from '../../../shared/messages/en/messages.ts';
import { t } from '../../../shared/messages/english.ts';
import { explainFileRejection } from '../../../shared/messages/file-rejection.ts';
import { message } from '../../../shared/messages/message.ts';

const params = { found: 'image', expected: 'audio', width: 9000, height: 10, maximum: 8000, size: '4 MB' };
const faults = Object.keys(messages).filter((key) => key.startsWith('fault.file.'));

test('a file that was not stored is explained with all facts of the fault', () => {
  const explained = faults.flatMap((key) => {
    const sentence = explainFileRejection({ key, params });
    return sentence ? [[t({ key, params }), t(sentence)] as const] : [];
  });
  expect(explained).toHaveLength(13);
  for (const [fault, sentence] of explained) {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    const numbers = fault.match(/\d+( MB)?/g) ?? [];
    for (const number of numbers) expect(sentence).toContain(number);
  }
});

test('what is not about the file is left to the caller', () => {
  expect(explainFileRejection(message('fault.file.absolutePath'))).toBeUndefined();
});
