/** A line diff leads from one text to the other, is the shortest for similar texts, and bounds its work for others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, groupIntoHunks } from '../../../shared/diff/line-diff.ts';
import { cases } from '../../rounds.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

test('both texts can be read from it, and no shorter one exists', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const all = diffLines(left, right);
      expect(all.filter(({ type }) => type !== 'right').map(({ text }) => text)).toEqual(left);
      expect(all.filter(({ type }) => type !== 'left').map(({ text }) => text)).toEqual(right);
      expect(all.filter(({ type }) => type === 'both').length).toBe(longestCommon(left, right));
    }),
    { numRuns: cases(2000) },
  );
});

test('hunks leave out unchanged lines only, and count them', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const all = diffLines(left, right);
      const pieces = groupIntoHunks(all, 1);
      const shown = pieces.flatMap((piece) => piece.lines);
      expect(shown.filter(({ type }) => type !== 'both')).toEqual(all.filter(({ type }) => type !== 'both'));
      const counted = pieces.reduce((sum, { unchangedAfter }) => sum + unchangedAfter, 0);
      const beforeFirst = pieces.length === 0 ? all.length : Math.max(0, all.findIndex(({ type }) => type !== 'both') - 1);
      expect(shown.length + counted + beforeFirst).toBe(all.length);
    }),
  );
});

test('texts with little in common are replaced between their common start and end', () => {
  const lines = (name: string) => ['start', ...Array.from({ length: 40_000 }, (_, index) => `${name} ${index}`), 'end'];
  const all = diffLines(lines('left'), lines('right'));
  expect(all).toHaveLength(80_002);
  expect([all[0], all[1], all[40_001], all.at(-1)]).toEqual([
    { type: 'both', text: 'start' },
    { type: 'left', text: 'left 0' },
    { type: 'right', text: 'right 0' },
    { type: 'both', text: 'end' },
  ]);
});

test('more edits than the limit are not searched for', () => {
  const [left, right] = [
    ['a', 'x', 'b'],
    ['c', 'x', 'd'],
  ];
  expect(diffLines(left, right, 4).map(({ type }) => type)).toContain('both');
  expect(diffLines(left, right, 3).map(({ type }) => type)).toEqual(['left', 'left', 'left', 'right', 'right', 'right']);
});

function longestCommon(left: readonly string[], right: readonly string[]): number {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (const [x, one] of left.entries())
    for (const [y, two] of right.entries()) {
      const row = table[x + 1];
      if (row) row[y + 1] = one === two ? (table[x]?.[y] ?? 0) + 1 : Math.max(table[x]?.[y + 1] ?? 0, row[y] ?? 0);
    }
  return table[left.length]?.[right.length] ?? 0;
}
