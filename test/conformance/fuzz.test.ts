/** Thousands of corrupted requests: never a 500, never an exception, and a rejected request changes nothing. The seed of a failed round, as `TALEPORT_SEED`, begins with it. */
import { expect, test } from 'vitest';
import { cases } from '../rounds.ts';
import { testRunSeed } from '../seed.ts';
import { type FuzzCounts, sendFuzzRequests } from './fuzz-run.ts';

const total = cases(10_000, 300_000);
const roundSize = 1000;

test('[Errors, G3, G4] no request causes an internal error, and a rejected request changes nothing', { timeout: 900_000 }, async () => {
  const counts: FuzzCounts = { sent: 0, statuses: new Map(), slowest: { took: 0, request: '' } };
  const seed = testRunSeed();
  const start = performance.now();
  for (let round = 0; round < total / roundSize; round++) await sendFuzzRequests(seed + round * 7919, roundSize, counts);
  const perSecond = Math.round((counts.sent / (performance.now() - start)) * 1000);
  if (process.env.TALEPORT_TALLY) console.log(`${counts.sent} requests, ${perSecond} a second`, [...counts.statuses], counts.slowest);
  const share = (status: number) => (counts.statuses.get(status) ?? 0) / counts.sent;
  expect(share(200) + share(201), 'share of accepted requests').toBeGreaterThan(0.1);
  expect(share(400), 'share of rejected requests').toBeGreaterThan(0.2);
});
