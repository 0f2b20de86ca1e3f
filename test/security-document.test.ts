/** docs/security.md names real tests: each file exists, and contains the tests that the document quotes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const document = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

/** `test/file.test.ts`: “one test”, “another test”, in lines that break anywhere. */
const references = [...document.replace(/\s+/g, ' ').matchAll(/`(test\/[^`]+)`(?:: ((?:“[^”]+”(?:, )?)+))?/g)].map(
  ([, file = '', quoted = '']) => ({
    file,
    titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }),
);

test('the document refers to many tests', () => expect(references.length).toBeGreaterThan(30));

test.each(references)('$file contains $titles', ({ file, titles }) => {
  expect(existsSync(join(root, file))).toBe(true);
  const source = readFileSync(join(root, file), 'utf8');
  expect(titles.filter((title) => !source.includes(title))).toEqual([]);
});

test('the table of Electron’s recommendations is complete', () => {
  const numbers = [...document.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const rows = document.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  const shownBy = rows.map(
    (row) =>
      row
        .split(' | ')
        .at(-1)
        ?.replace(/“[^”]*”/g, '') ?? '',
  );
  expect(shownBy.filter((cell) => /\bnone\b/.test(cell) || !/`test\/|\bthe same\b/.test(cell))).toEqual([]);
});
