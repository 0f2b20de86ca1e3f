/**
 * The mirror of one project against a remote that behaves as badly as remotes do, under one seed: what the remote is like, edits here, edits there,
 * faults, time, kills. Faults always end; then both sides are the same, but for what is in question. TALEPORT_ROUNDS=17 are 2,040 seeds.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../rounds.ts';
import { live } from '../simulation.ts';

/** Seeds that found something once: `npm run soak` adds to them. */
const kept = JSON.parse(readFileSync(new URL('../../../sync-proof/regression-seeds.json', import.meta.url), 'utf8')) as number[];
const seeds = [...kept, ...Array.from({ length: 120 * rounds }, (_, at) => at + 1)];

describe('the loop', { timeout: 1_200_000 }, () => {
  test('[I1–I8, I10, I16, I17, I19] every seed ends with both sides the same', async () => {
    for (const seed of seeds) await live(seed);
  });

  test('[I24] the same seed gives the same trace', async () => {
    for (const seed of [3, 14, 15]) expect(await live(seed)).toEqual(await live(seed));
  });
});
