/** A language is found by its name, in the language of the window, in English or in itself. */
import { expect, test } from 'vitest';
import { findLanguageCode } from '../../../../renderer/features/translations/find-language-code.ts';

test.each([
  ['German', 'en', 'de'],
  [' german ', 'en', 'de'],
  ['Deutsch', 'en', 'de'],
  ['Japanisch', 'de', 'ja'],
  ['Japanese', 'de', 'ja'],
  ['日本語', 'de', 'ja'],
  ['ドイツ語', 'ja', 'de'],
  ['Francais', 'en', 'fr'],
  ['Hebrew', 'en', 'he'],
  ['Brazilian Portuguese', 'en', 'pt-BR'],
  ['Swiss German', 'en', 'gsw'],
  ['de', 'en', 'de'],
  ['DE-CH', 'en', 'de-CH'],
  ['Elvish', 'en', ''],
  ['', 'en', ''],
])('%j in a window in %s is %j', (name, locale, code) => {
  expect(findLanguageCode(name, locale)).toBe(code);
});
