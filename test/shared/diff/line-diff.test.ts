/** The difference of two texts leads from the one to the other, whatever they are, and is the shortest for small ones. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, groupIntoHunks } from '../../../shared/diff/line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

test('both texts can be read from it', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const all = diffLines(left, right);
      expect(all.filter(({ type }) => type !== 'right').map(({ text }) => text)).toEqual(left);
      expect(all.filter(({ type }) => type !== 'left').map(({ text }) => text)).toEqual(right);
      expect(all.filter(({ type }) => type === 'both').length).toBe(longestCommon(left, right));
    }),
    { numRuns: 2000 },
  );
});

test('nothing but lines that both have is left out of the pieces, and counted', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const all = diffLines(left, right);
      const pieces = groupIntoHunks(all, 1);
      const shown = pieces.flatMap((piece) => piece.lines);
      expect(shown.filter(({ type }) => type !== 'both')).toEqual(all.filter(({ type }) => type !== 'both'));
      const before = all.length - shown.length - pieces.reduce((sum, { unchangedAfter }) => sum + unchangedAfter, 0);
      expect(before).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('texts with nothing in common are told in time', () => {
  const left = Array.from({ length: 40_000 }, (_, at) => `left ${at}`);
  const right = Array.from({ length: 40_000 }, (_, at) => `right ${at}`);
  expect(diffLines(left, right)).toHaveLength(80_000);
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
