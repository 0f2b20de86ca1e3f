/** The catalogue: plurals and lists by rule, and the language that shows what is not in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentText, pseudoLocalize } from '../../../renderer/messages/pseudo-locale.ts';
import {
  formatAlternatives,
  formatDate,
  formatList,
  formatNumber,
  formatPercent,
  formatPlural,
  formatTimeAgo,
} from '../../../shared/messages/format.ts';

const en = resolve(import.meta.dirname, '../../../renderer/messages/en');

describe('counts and lists', () => {
  test('a count takes the form its language has for it', () => {
    const texts = { one: '# text', other: '# texts' };
    expect([0, 1, 2, 20_000].map((count) => formatPlural(count, texts))).toEqual(['0 texts', '1 text', '2 texts', '20,000 texts']);
  });

  test('lists, numbers and times', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(formatList)).toEqual(['', 'a', 'a and b', 'a, b and c']);
    expect(formatAlternatives(['a', 'b', 'c'])).toBe('a, b or c');
    expect(formatNumber(1234567)).toBe('1,234,567');
    expect(formatPercent(0.41)).toBe('41%');
    expect(formatDate(Date.parse('2026-05-03T12:00:00Z'))).toBe('3 May 2026');
    expect([formatTimeAgo(5, 'minute'), formatTimeAgo(1, 'day')]).toEqual(['5 minutes ago', 'yesterday']);
  });
});

describe('the language for tests', () => {
  const words = pseudoLocalize({
    plain: 'Save',
    named: (name: string) => `Rename ${name} now`,
    listed: (names: readonly string[]) => `With it go ${formatList(names)}.`,
    counted: (count: number) => formatPlural(count, { one: '# text', other: '# texts' }),
    set: { left: 'Left', deep: { right: 'Right' } },
  });

  test('has no letter of plain English left, but what is put in stays', () => {
    expect(words.plain).not.toMatch(/[A-Za-z]/);
    expect(words.set.deep.right).not.toMatch(/[A-Za-z]/);
    expect(
      words
        .named('the Lamp')
        .match(/[A-Za-z ]+/g)
        ?.join('')
        .trim(),
    ).toBe('the Lamp');
    expect(words.listed(['Ann', 'Bo']).replace(/[^A-Za-z]/g, '')).toBe('AnnBo');
    expect(words.counted(1)).not.toBe(words.counted(2));
  });

  test('is at least 40 % longer wherever there are words', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,60}$/), (text) => {
        const strange = accentText(text);
        expect([...strange].length).toBeGreaterThanOrEqual(Math.floor(text.length * 1.4));
        expect(strange).not.toMatch(/[A-Za-z]/);
      }),
    );
  });
});

describe('what the program tells the window', () => {
  const told = resolve(import.meta.dirname, '../../../shared/messages/en');

  test.each(readdirSync(told))('%s is a catalogue of its own', (file) => {
    expect(readFileSync(join(told, file), 'utf8')).toMatch(/^export const \w+Messages = (defineMessages\(|\{\n)/m);
  });
});

describe('the English words', () => {
  test.each(readdirSync(en))('%s is part of the catalogue', (file) => {
    expect(readFileSync(join(en, file), 'utf8')).toMatch(/^export const \w+Messages = defineMessages\(/m);
  });
});
