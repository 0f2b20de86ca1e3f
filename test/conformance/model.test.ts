/** Random requests against a model written from service.md: every reply and every read must agree with it. `TALEPORT_SEED` plays one sequence again. */
import { expect, test } from 'vitest';
import { seedOfRun } from './dice.ts';
import { inProcess } from './in-process.ts';
import { type Played, play } from './model-run.ts';
import type { Place } from './place.ts';
import { served } from './served.ts';

const again = process.env.TALEPORT_SEED !== undefined;
const sequences = Number(process.env.TALEPORT_SEQUENCES ?? 40);

async function playAt(place: Place, count: number, length: number): Promise<Played> {
  const service = await place.open();
  const played: Played = { sent: 0, succeeded: 0, byStep: new Map() };
  const seed = seedOfRun();
  try {
    for (let at = 0; at < (again ? 1 : count); at++) await play(service, seed + at * 7919, length, played);
  } finally {
    await service.close();
  }
  return played;
}

test('[Endpoints, Versioning 3, G7] whatever is sent, in whatever order, the service and the model agree', { timeout: 600_000 }, async () => {
  const { sent, succeeded, byStep } = await playAt(inProcess, sequences, 200);
  if (process.env.TALEPORT_TALLY) for (const [what, tally] of byStep) console.log(`${what}: ${tally.succeeded} of ${tally.sent}`);
  expect(succeeded / sent).toBeGreaterThan(0.4);
  if (!again) for (const [what, tally] of byStep) expect(tally.sent === tally.succeeded || tally.sent > 0, what).toBe(true);
});

test('[Authentication 1] over real HTTP as well', { timeout: 300_000 }, async () => {
  const { sent, succeeded } = await playAt(served, 2, 120);
  expect(succeeded / sent).toBeGreaterThan(0.4);
});
