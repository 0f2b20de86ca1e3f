/** Thousands of corrupted requests: never a 500, never an exception, and a rejected request changes nothing. `TALEPORT_SEED` repeats one round. */
import { expect, test } from 'vitest';
import { cases } from '../rounds.ts';
import { testRunSeed } from '../seed.ts';
import { type Fired, fire } from './fuzz-run.ts';

const isAgain = process.env.TALEPORT_SEED !== undefined;
const total = cases(10_000, 300_000);
const aRound = 1000;

test('[Errors, G3, G4] no request causes an internal error, and a rejected request changes nothing', { timeout: 900_000 }, async () => {
  const fired: Fired = { sent: 0, statuses: new Map(), slowest: { took: 0, shot: '' } };
  const seed = testRunSeed();
  const start = performance.now();
  for (let round = 0; round < (isAgain ? 1 : total / aRound); round++) await fire(seed + round * 7919, aRound, fired);
  const perSecond = Math.round((fired.sent / (performance.now() - start)) * 1000);
  if (process.env.TALEPORT_TALLY) console.log(`${fired.sent} requests, ${perSecond} a second`, [...fired.statuses], fired.slowest);
  if (isAgain) return;
  const share = (status: number) => (fired.statuses.get(status) ?? 0) / fired.sent;
  expect(share(200) + share(201), 'sound ones among them').toBeGreaterThan(0.1);
  expect(share(400), 'refused ones among them').toBeGreaterThan(0.2);
});
