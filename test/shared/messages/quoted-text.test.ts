/** Names, texts and keys of foreign files have no maximum length: a message quotes only a part of a long one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paramTypes } from '../../../scripts/message-types.mjs';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { englishCatalogue, t } from '../../../shared/messages/english.ts';
import { languageIds } from '../../../shared/messages/languages.ts';
import { type Message, type MessageValue, message, shellArgument, verbatim } from '../../../shared/messages/message.ts';
import { maxQuotedItems, maxQuotedLength } from '../../../shared/messages/translator.ts';
import { Problem } from '../../../shared/problem.ts';
import { quotePathForShell, shortenMiddle } from '../../../shared/text.ts';

const endless = '.'.repeat(100_000);
/** A long text is one of these: alone, in a list, or as a message that is nothing but a text. */
const longValues: Readonly<Record<string, MessageValue>> = { text: endless, list: [endless, 'x.png'], message: verbatim(endless) };
const others: Readonly<Record<string, MessageValue>> = { number: 2, boolean: true, string: endless };

/** Exported documents are complete, and these are texts of their own, which another message quotes. */
const isQuotedNowhere = (key: string) =>
  key.startsWith('document.') || key === 'backup.restore.newName' || key === 'problem.verbatim' || key === 'problem.shellArgument';

test.each(languageIds)('[G36] no message in %s is long because of a long name or text in it', async (language) => {
  const { t } = await loadTranslator(language);
  const tooLong: string[] = [];
  for (const [key, text] of Object.entries(englishCatalogue.messages)) {
    const types = [...paramTypes(text)];
    for (const [kind, value] of Object.entries(longValues)) {
      if (isQuotedNowhere(key)) continue;
      const params = Object.fromEntries(types.map(([name, type]) => [name, others[type] ?? value]));
      // Any key of the catalogue with its parameters, which no type can know.
      const { length } = t({ key, params } as Message);
      const mentions = types.reduce((sum, [name]) => sum + text.split(`{${name}`).length - 1, 0);
      if (length > 2 * text.length + 1000 + mentions * (maxQuotedLength + 10)) tooLong.push(`${key}, ${kind}: ${length}`);
    }
  }
  expect(tooLong).toEqual([]);
});

test('[G36] a quoted name keeps its beginning and its end, and an error object is as short as the sentence', () => {
  const name = `Door${endless}.png`;
  const sentence = t('problem.projectFile.entryPath', { fileName: 'x', name });
  expect(sentence).toMatch(/Door\.+…\.+png,/);
  const problem = new Problem('invalid', message('problem.projectFile.entryPath', { fileName: 'x', name }), {
    errors: { name: message('fault.unknownFields', { names: name }) },
  });
  expect(JSON.stringify(problem).length).toBeLessThan(3 * maxQuotedLength);
});

test('a quoted text is on one line', () => {
  const name = 'Door\r\n::error::\nLamp';
  expect([name, verbatim(name), [name]].map((each) => t('assets.move.label', { name: each }))).toEqual(
    Array(3).fill('Move Door ::error:: Lamp'),
  );
});

test.each(languageIds)('a command to paste is complete in %s, and on one line', async (language) => {
  const { t } = await loadTranslator(language);
  const folder = `/home/${'long/'.repeat(300)}Lamp's stories\n::error::`;
  const quoted = `'/home/${'long/'.repeat(300)}Lamp'\\''s stories ::error::'`;
  for (const [key, text] of Object.entries(englishCatalogue.messages)) {
    if (!text.includes('--data {')) continue;
    // The parameters of all these messages.
    const command = t({ key, params: { id: 'b1', folderArgument: shellArgument(folder) } } as Message);
    expect(command.split(quoted).length, key).toBe(text.split('{folderArgument}').length);
    expect(command, key).not.toContain('\n');
  }
});

test.each([
  ['/home/Lämp/stories-2', '/home/Lämp/stories-2'],
  ['/home/my stories', "'/home/my stories'"],
  ["/home/$(x)'s", "'/home/$(x)'\\''s'"],
  ['C:\\Users\\Lamp', 'C:\\Users\\Lamp'],
  ['C:\\My stories', '"C:\\My stories"'],
])('%s is one word of a command as %s', (path, word) => {
  expect(quotePathForShell(path)).toBe(word);
});

test('[G36] a long list is quoted up to a number of entries', () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `n${at}`);
  const listed = t('common.listed', { names });
  expect(listed).toMatch(/^n0, n1, .*, n99 and 99,900 more$/);
  expect(listed.split(', ')).toHaveLength(maxQuotedItems);
  expect(t('common.listed', { names: names.slice(0, maxQuotedItems) })).toMatch(/n98 and n99$/);
});

test('a text of its own and a part of a document are complete', () => {
  expect([t(verbatim(endless)), t('document.text', { text: endless })].map(({ length }) => length)).toEqual([100_000, 100_002]);
  expect(t('document.if', { condition: message('document.text', { text: endless }) })).toHaveLength(100_005);
});

test('a shortened text is as long as allowed, and no character of it is cut in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 8, max: 40 }), (text, length) => {
      const short = shortenMiddle(text, length);
      expect(short.isWellFormed()).toBe(true);
      expect(short.length).toBeLessThanOrEqual(length);
      if (text.length <= length) expect(short).toBe(text);
      else expect(short.length).toBeGreaterThanOrEqual(length - 2);
    }),
  );
});

test('in a window, a name from right to left keeps to its place in a sentence; a path and a stored name are as they were typed', async () => {
  const { t: translate } = await loadTranslator('en', { isolatesNames: true });
  expect(translate('assets.move.label', { name: 'שער/1' })).toBe('Move \u2068שער/1\u2069');
  expect(translate('assets.move.label', { name: ['שער', 'Gate'] })).toBe('Move \u2068שער\u2069 and Gate');
  for (const path of ['/home/דוד/story', 'C:\\דוד']) expect(translate('assets.move.label', { name: path })).toBe(`Move ${path}`);
  expect(translate('backup.restore.newName', { name: 'שער', time: '7:00' })).toBe('שער (7:00)');
});

test.each(languageIds)(
  'terminals, programs and files get a name from right to left without invisible characters in %s',
  async (language) => {
    const { t: translate } = await loadTranslator(language);
    expect(translate('assets.move.label', { name: 'שער' })).not.toMatch(/\p{Cf}/u);
  },
);
