import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReferrerIndex } from '../../../shared/model/referrer-index.ts';
import { cases, expectEnough } from '../../rounds.ts';

const step = fc.record({
  isAdded: fc.nat({ max: 3 }).map((random) => random > 0),
  target: fc.constantFrom('a', 'b'),
  referrer: fc.nat({ max: 20 }).map(String),
});

test('referrers are found once each, whether a record has few or many', () => {
  let most = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const index = new ReferrerIndex();
      const expected = { a: new Set<string>(), b: new Set<string>() };
      for (const { isAdded, target, referrer } of steps) {
        if (isAdded) index.add(target, referrer);
        else index.remove(target, referrer);
        if (isAdded) expected[target].add(referrer);
        else expected[target].delete(referrer);
        most = Math.max(most, expected[target].size);
        expect([...index.of(target)]).toEqual([...expected[target]]);
        expect(index.count(target)).toBe(expected[target].size);
      }
    }),
    { numRuns: cases(40) },
  );
  expectEnough(most, 12);
});

test('the referrers that were asked for do not change while they are read', () => {
  const index = new ReferrerIndex();
  index.add('target', 'first');
  const referrers = index.of('target');
  index.add('target', 'second');
  index.remove('target', 'first');
  expect([...referrers]).toEqual(['first']);
});
