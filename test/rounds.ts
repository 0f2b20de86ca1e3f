import { expect } from 'vitest';

/**
 * How many random cases a test draws, in rounds of its base figure: `npm run check` (and vitest on its own) draws a sample, a tenth of a
 * round, `npm test` 1 round and `npm run test:deep` 4. TALEPORT_ROUNDS sets another number; `full` sets the figures that docs/soak.md
 * records (2,040 seeds of sync, 10,200 read exports, 2,000 kills).
 */
const wanted = process.env.TALEPORT_ROUNDS || '0.1';

export const rounds = wanted === 'full' ? 17 : Number(wanted);
if (!(rounds > 0 && rounds < Number.POSITIVE_INFINITY))
  throw new Error(`TALEPORT_ROUNDS is "${wanted}": it must be a number greater than 0, or "full".`);

/**
 * @param base the number of random cases in one round
 * @param full the number in the full figures, if it isn't 17 rounds
 */
export const cases = (base: number, full = base * 17): number => (wanted === 'full' ? full : Math.ceil(base * rounds));

/** Known cases, such as seeds that once failed: all of them from one round on, and a share of them, spread over the list, in a sample. */
export const knownCases = <T>(known: readonly T[]): readonly T[] =>
  known.filter((_, at) => rounds >= 1 || Math.floor(at * rounds) !== Math.floor((at - 1) * rounds));

/**
 * Asserts that a test accepted more than `minimum` of the random cases (a number or a share), as otherwise it would show nothing. A sample
 * may be too small for that, so this only counts from one round on.
 */
export function expectEnough(accepted: number, minimum: number): void {
  if (rounds >= 1) expect(accepted, 'accepted random cases').toBeGreaterThan(minimum);
}
