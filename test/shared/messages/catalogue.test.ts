/** The catalogue: every message can be read, its types are current, and a language formats plurals, lists and parameters by its own rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { renderMessageParams } from '../../../scripts/message-types.mjs';
import { messages } from '../../../shared/messages/en/messages.ts';
import { english, englishCatalogue, t } from '../../../shared/messages/english.ts';
import { isLanguageId, type Language, languages } from '../../../shared/messages/languages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { accentText } from '../../../shared/messages/pseudo-locale.ts';
import { createTranslator } from '../../../shared/messages/translator.ts';
import { languageFolders, unusableMessages } from './language-faults.ts';

const folder = resolve(import.meta.dirname, '../../../shared/messages');
const files = readdirSync(join(folder, 'en')).filter((file) => file.endsWith('.json'));

describe('the English catalogue', () => {
  test('every message is ICU MessageFormat', () => {
    const broken = Object.entries(messages).flatMap(([key, text]) => {
      try {
        new IntlMessageFormat(text, 'en-GB');
        return [];
      } catch (error) {
        return [`${key}: ${String(error)}`];
      }
    });
    expect(broken).toEqual([]);
  });

  test('every file contains the keys of its feature, and no key is in two files', () => {
    const read = files.map((file) => [file, Object.keys(JSON.parse(readFileSync(join(folder, 'en', file), 'utf8')))] as const);
    const misplaced = read.flatMap(([file, keys]) =>
      keys.filter((key) => !key.startsWith(`${file.slice(0, -5).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}.`)),
    );
    expect(misplaced).toEqual([]);
    expect(Object.keys(messages)).toHaveLength(read.reduce((sum, [, keys]) => sum + keys.length, 0));
  });

  test('the types of keys and parameters are those of the catalogue (npm run messages)', () => {
    expect(readFileSync(join(folder, 'message-params.ts'), 'utf8')).toBe(renderMessageParams());
  });
});

describe('every language', () => {
  test('has only messages that fit the parameters and tags of English (languages.deep.test.ts: and has each)', () => {
    expect(languageFolders.flatMap(unusableMessages)).toEqual([]);
  });

  test('loads all of its files', async () => {
    for (const language of languageFolders) {
      const id = basename(language);
      const files = readdirSync(language).filter((file) => file.endsWith('.json'));
      const keys = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(join(language, file), 'utf8'))));
      const { load }: Language = languages[isLanguageId(id) ? id : expect.unreachable(`${id} has no row in languages.ts`)];
      expect(Object.keys(await load()).sort()).toEqual(keys.sort());
    }
  });
});

describe('a translator', () => {
  test('formats plurals, numbers, lists and times by the rules of its language', () => {
    expect([0, 1, 2, 20_000].map((count) => t('common.counted.item', { count }))).toEqual(['0 items', '1 item', '2 items', '20,000 items']);
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((names) => t('common.listed', { names }))).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect(english.formatAlternatives(['a', 'b', 'c'])).toBe('a, b or c');
    expect(english.formatNumber(1234567)).toBe('1,234,567');
    expect(english.formatPercent(0.41)).toBe('41%');
    expect(english.formatDate(Date.parse('2026-05-03T12:00:00Z'), { dateStyle: 'long' })).toBe('3 May 2026');
    expect(['de', 'xx', 'no code'].map((code) => english.findLanguageName(code))).toEqual(['German', '', '']);
    expect(createTranslator({ locale: 'de', messages: {} }).findLanguageName('de')).toBe('Deutsch');
    expect([english.formatTimeAgo(5, 'minute'), english.formatTimeAgo(1, 'day')]).toEqual(['5 minutes ago', 'yesterday']);
  });

  test('formats a message inside a message', () => {
    const settings = message('actions.settings');
    expect(t('assets.move.label', { name: settings })).toBe('Move Settings');
    expect(t(message('common.listed', { names: [settings, 'b'] }))).toBe('Settings and b');
  });

  test('leaves what a parameter contains as it is', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(t('assets.move.label', { name })).toBe(`Move ${name}`);
      }),
    );
  });

  test('sorts names by the rules of its language', () => {
    const names = ['Zoe', 'Ärger', 'öl', 'Adler'];
    const inOrder = (locale: string) => names.toSorted(createTranslator({ locale, messages: {} }).compareTexts);
    expect(inOrder('de-DE')).toEqual(['Adler', 'Ärger', 'öl', 'Zoe']);
    expect(inOrder('sv-SE')).toEqual(['Adler', 'Zoe', 'Ärger', 'öl']);
  });

  test('reads a key that its catalogue lacks in English', () => {
    const german = createTranslator({ locale: 'de', messages: { 'common.save': 'Speichern' } }, { fallback: englishCatalogue });
    expect([german.t('common.save'), german.t('common.cancel')]).toEqual(['Speichern', 'Cancel']);
  });
});

describe('a message whose parameters are missing', () => {
  // Another version may have stored it: the types of this one do not hold.
  const stored = { key: 'kept' } as unknown as Message;
  const outer = { key: 'outer', params: { inner: stored } } as unknown as Message;
  const english = { locale: 'en-GB', messages: { kept: 'Kept' } };

  test('is read in English if that works', () => {
    const german = createTranslator({ locale: 'de', messages: { kept: '{name} behalten' } }, { fallback: english });
    expect(german.t(stored)).toBe('Kept');
    expect(german.t({ ...stored, params: { name: 'Ann' } })).toBe('Ann behalten');
  });

  test('is its key otherwise, also inside of another message', () => {
    const german = createTranslator({ locale: 'de', messages: { kept: '{name} behalten', outer: '„{inner}“' } });
    expect(german.t(stored)).toBe('kept');
    expect(german.t(outer)).toBe('„kept“');
  });
});

describe('the pseudo-language', () => {
  const pseudo = createTranslator({ ...englishCatalogue, transformText: accentText });

  test('contains no letter of plain English, but parameters stay', () => {
    expect(pseudo.t('common.save')).not.toMatch(/[A-Za-z]/);
    const latin = (text: string) =>
      text
        .match(/[A-Za-z ]+/g)
        ?.join('')
        .trim();
    expect(latin(pseudo.t('projects.remove.done', { name: 'the Lamp' }))).toBe('the Lamp');
    expect(pseudo.t('boardTree.remove.contents', { things: ['Ann', 'Bo'] }).replace(/[^A-Za-z]/g, '')).toBe('AnnBo');
    expect(pseudo.t('common.counted.item', { count: 1 })).not.toBe(pseudo.t('common.counted.item', { count: 2 }));
  });

  test('is at least 40 % longer where a message contains words', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,60}$/), (text) => {
        const accented = accentText(text);
        expect([...accented].length).toBeGreaterThanOrEqual(Math.floor(text.length * 1.4));
        expect(accented).not.toMatch(/[A-Za-z]/);
      }),
    );
  });
});
