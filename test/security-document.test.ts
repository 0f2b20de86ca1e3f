/** docs/security.md names real tests: each file exists, and contains the tests that the document quotes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('the table of the ways in', () => {
  const [section = ''] = document.split('\n## ').filter((each) => each.startsWith('Ways in'));
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const numbers = [...section.matchAll(/^(\d+)\. `test\//gm)].map(([, number]) => number);

  test('has a row for each way in and a cell for each limit', () => {
    expect(head).toEqual(['way in', 'size', 'ratio', 'depth', 'count', 'time']);
    expect(rows.length).toBeGreaterThanOrEqual(15);
    expect(rows.filter((row) => row.length !== head.length)).toEqual([]);
  });

  test('names a test in each cell, unless nothing is packed or nested, and each test in a cell', () => {
    const cells = rows.flatMap(([, ...limits]) => limits);
    const untested = cells.filter((cell) => !/\(\d+\)/.test(cell) && !['not packed', 'no nesting'].includes(cell));
    expect(untested).toEqual([]);
    const cited = new Set(cells.flatMap((cell) => [...cell.matchAll(/\((\d+)\)/g)].map(([, number]) => number)));
    expect([...cited].sort()).toEqual([...numbers].sort());
  });
});
