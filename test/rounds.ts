import { expect } from 'vitest';

/**
 * How many random cases a test draws, in rounds of its base figure: `npm run check` (and vitest on its own) draws a sample, a tenth of a
 * round, `npm test` 1 round and `npm run test:deep` 2. TALEPORT_ROUNDS sets another number; `full` sets the figures that docs/soak.md
 * records (2,040 seeds of sync, 10,200 read exports, 2,000 kills).
 */
const wanted = process.env.TALEPORT_ROUNDS || '0.1';

const fullRounds = 17;
export const rounds = wanted === 'full' ? fullRounds : Number(wanted);
/** Whether the figures are at least those that docs/soak.md records. */
export const isFull = rounds >= fullRounds;
if (!(rounds > 0 && rounds < Number.POSITIVE_INFINITY))
  throw new Error(`TALEPORT_ROUNDS is "${wanted}": it must be a number greater than 0, or "full".`);

/**
 * @param base the number of random cases in one round
 * @param full the number in the full figures, if it isn't 17 rounds
 */
export const cases = (base: number, full = base * fullRounds): number => (wanted === 'full' ? full : Math.ceil(base * rounds));

/** Known cases, such as seeds that once failed: all of them from one round on, and a share of them, spread over the list, in a sample. */
export const knownCases = <T>(known: readonly T[]): readonly T[] =>
  known.filter((_, at) => rounds >= 1 || Math.floor(at * rounds) !== Math.floor((at - 1) * rounds));

/** How probable a failure by chance may be. */
const negligible = 1e-9;

/**
 * Asserts that a test accepted enough of its random cases to show something. If `share` of all cases that can be drawn are acceptable, it fails with
 * a probability below 1e-9, for any number of cases: so a sample, which is too small to show that, never fails. `share` is well below what
 * is usual, and the cases are independent of each other: what one case does in several steps counts once.
 */
export function expectEnough(accepted: number, drawn: number, share: number): void {
  const probability = probabilityOfAtMost(accepted, drawn, share);
  expect(probability, `${accepted} of ${drawn} random cases were accepted, and at least ${share} of all should be`).toBeGreaterThan(
    negligible,
  );
}

/** The probability of at most `accepted` of `drawn` independent cases, each of which is accepted with the probability `share` (between 0 and 1). */
export function probabilityOfAtMost(accepted: number, drawn: number, share: number): number {
  const odds = Math.log(share / (1 - share));
  let sum = 0;
  let logarithm = drawn * Math.log1p(-share);
  for (let count = 0; count <= accepted; count++) {
    sum += Math.exp(logarithm);
    logarithm += Math.log((drawn - count) / (count + 1)) + odds;
  }
  return sum;
}
