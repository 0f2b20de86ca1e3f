/**
 * The mirror of one project against a remote that behaves as badly as remotes do, under one seed: what the remote is like, edits here, edits there,
 * faults, time, kills. Faults always end; then both sides are the same, but for what is in question. More of them: test/mirror-proof.
 */
import { describe, expect, test } from 'vitest';
import { live } from './life.ts';

describe('the loop', { timeout: 1_200_000 }, () => {
  test('[I1–I8, I10, I16, I17, I19] every seed ends with both sides the same', async () => {
    for (let seed = 1; seed <= 100; seed++) await live(seed);
  });

  test('[I24] the same seed gives the same trace', async () => {
    for (const seed of [3, 14, 15]) expect(await live(seed)).toEqual(await live(seed));
  });
});
