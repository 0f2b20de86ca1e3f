import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReferrerIndex } from '../../../shared/model/project.ts';
import { cases } from '../../rounds.ts';

interface Step {
  readonly isAdded: boolean;
  readonly target: 'a' | 'b';
  readonly referrer: string;
}
const step: fc.Arbitrary<Step> = fc.record({
  isAdded: fc.nat({ max: 3 }).map((random) => random > 0),
  target: fc.constantFrom('a', 'b'),
  referrer: fc.nat({ max: 20 }).map(String),
});

test.each([0, 20])('referrers are found once each, whether a record has few or many (%s at first)', (many) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const index = new ReferrerIndex();
      const expected = { a: new Set<string>(), b: new Set<string>() };
      const first = Array.from({ length: many }, (_, at): Step => ({ isAdded: true, target: 'a', referrer: String(at) }));
      for (const { isAdded, target, referrer } of [...first, ...steps]) {
        if (isAdded) index.add(target, referrer);
        else index.remove(target, referrer);
        if (isAdded) expected[target].add(referrer);
        else expected[target].delete(referrer);
        expect([...index.of(target)]).toEqual([...expected[target]]);
        expect(index.count(target)).toBe(expected[target].size);
      }
    }),
    { numRuns: cases(40) },
  );
});

test('the referrers that were asked for do not change while they are read', () => {
  const index = new ReferrerIndex();
  index.add('target', 'first');
  const referrers = index.of('target');
  index.add('target', 'second');
  index.remove('target', 'first');
  expect([...referrers]).toEqual(['first']);
});
