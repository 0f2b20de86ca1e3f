/** Kinds and fields inside other messages: every form is a message of its own, so that a language can choose articles, gender and capitals. */
import { describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { messages } from '../../../shared/messages/en/messages.ts';
import { t } from '../../../shared/messages/english.ts';
import {
  countedKind,
  fieldLabel,
  kindLabel,
  kindNoun,
  namedRecord,
  namedRecordAsSubject,
  recordAsSubject,
} from '../../../shared/model/kind-messages.ts';
import { allKinds } from '../../../shared/model/kinds/kinds.ts';

const messagesOfKinds = allKinds.map(({ kind }) => [
  kindNoun(kind),
  kindLabel(kind),
  countedKind(kind, 2),
  namedRecord(kind, 'A'),
  namedRecord(kind, ''),
  namedRecordAsSubject(kind, 'A'),
  namedRecordAsSubject(kind, ''),
  recordAsSubject(kind),
]);

describe('the kinds of records', () => {
  test('each have a message for every form, and no other', () => {
    const used = messagesOfKinds.flat().map(({ key }) => key);
    expect(used.filter((key) => !Object.hasOwn(messages, key))).toEqual([]);
    expect(used.sort()).toEqual(
      Object.keys(messages)
        .filter((key) => key.startsWith('kinds.'))
        .sort(),
    );
  });

  test('are called by their titles, or by an article where they have none', () => {
    expect([namedRecord('element', 'Gate'), namedRecord('asset', ''), namedRecord('branch', '')].map((each) => t(each))).toEqual([
      'the element “Gate”',
      'an asset',
      'a branch',
    ]);
    expect(t(namedRecordAsSubject('element', 'Gate'))).toBe('The element “Gate”');
    expect([1, 3].map((count) => t(countedKind('reply', count)))).toEqual(['1 reply', '3 replies']);
  });

  test('are called the same by REST, which is English', () => {
    for (const { kind, label } of allKinds) expect(t(kindNoun(kind))).toBe(label);
  });

  test('show no English in another language', async () => {
    const { t: pseudo } = await loadTranslator('pseudo');
    for (const form of messagesOfKinds.flat()) expect(pseudo(form).replace('“A”', '')).not.toMatch(/[A-Za-z]/);
  });
});

test('a field has its label, or its name if the catalogue has none', () => {
  expect([fieldLabel('customId'), fieldLabel('weather')].map((each) => t(each))).toEqual(['Script ID', 'weather']);
});
