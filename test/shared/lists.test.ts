import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortInSteps } from '../../shared/lists.ts';
import { cases } from '../rounds.ts';

interface Entry {
  readonly key: number;
  readonly at: number;
}

/** The sorted entries, and how often entries were compared in the step that compared most. */
function sortAndCount(entries: readonly Entry[]): { sorted: Entry[]; mostComparisons: number } {
  let comparisons = 0;
  let mostComparisons = 0;
  const steps = sortInSteps(entries, (one, two) => {
    mostComparisons = Math.max(mostComparisons, ++comparisons);
    return one.key - two.key;
  });
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { sorted: step.value, mostComparisons };
    comparisons = 0;
  }
}

test('sorting in steps returns what sorting at once returns, and no step compares more than a few thousand entries', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 1, max: 5_000 }), fc.integer(), (length, keys, seed) => {
      const entries = Array.from({ length }, (_, at): Entry => ({ key: Math.abs(Math.imul(at + seed, 2_654_435_761)) % keys, at }));
      const { sorted, mostComparisons } = sortAndCount(entries);
      expect(sorted).toEqual(entries.toSorted((one, two) => one.key - two.key));
      expect(mostComparisons).toBeLessThan(30_000);
    }),
    { numRuns: cases(30) },
  );
});
