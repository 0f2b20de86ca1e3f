/**
 * Syncs one project with an unreliable remote. A seed decides how the remote behaves, and draws local edits, remote edits,
 * faults, time, kills, stops, clocks that are set, a colleague who works all the time, times without exports, languages that others change, joins after a
 * stop, uploads, firewalls, copies of the data folder and folders that are emptied and removed. After the faults end both sides are equal except for conflicts. TALEPORT_ROUNDS=17 runs 2,040 seeds, from that of test/seed.ts on.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cases, knownCases } from '../../../rounds.ts';
import { testRunSeed } from '../../../seed.ts';
import { circumstancesOf, simulate } from '../simulation.ts';

/** Seeds that once failed: `npm run soak` adds to those whose circumstances are drawn. */
const { withoutStops, withStops, drawn } = JSON.parse(
  readFileSync(new URL('../../../sync-proof/regression-seeds.json', import.meta.url), 'utf8'),
) as Readonly<Record<'withoutStops' | 'withStops' | 'drawn', number[]>>;
const seeds = Array.from({ length: cases(120) }, (_, at) => testRunSeed() + at);

describe('the runner', { timeout: 1_200_000 }, () => {
  test('[I1–I8, I10, I16, I17, I19, I28, I34, I41, I44] every seed ends with both sides equal', async () => {
    for (const seed of knownCases(withoutStops)) await simulate(seed);
    for (const seed of knownCases(withStops)) await simulate(seed, { stops: true });
    for (const seed of [...knownCases(drawn), ...seeds]) await simulate(seed, circumstancesOf(seed));
  });

  test('[I24] the same seed gives the same trace', async () => {
    const all = {
      stops: true,
      jumps: true,
      colleague: true,
      exhausted: true,
      joins: true,
      uploads: true,
      firewalls: true,
      copies: true,
      moves: true,
    };
    for (const seed of [3, 14, 15]) expect(await simulate(seed, all)).toEqual(await simulate(seed, all));
  });
});
