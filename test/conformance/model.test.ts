/** Random requests against a model written from service.md: every response and every read must agree with it. The seed of a failed sequence, as `TALEPORT_SEED`, begins with it. */
import { expect, test } from 'vitest';
import { testRunSeed } from '../seed.ts';
import { type Played, play } from './model-run.ts';
import { type Place, place } from './place.ts';
import { servedPlace } from './served.ts';

const isHere = place.name === 'in-process';
const sequences = Number(process.env.TALEPORT_SEQUENCES ?? (isHere ? 60 : 2));

async function playAt(at: Place, count: number, length: number): Promise<Played> {
  const service = await at.open();
  const played: Played = { sent: 0, succeeded: 0, byStep: new Map() };
  const seed = testRunSeed();
  try {
    for (let sequence = 0; sequence < count; sequence++) await play(service, seed + sequence * 7919, length, played);
  } finally {
    await service.close();
  }
  return played;
}

test('[Endpoints, Versioning 3, G7] the service and the model agree after any sequence of requests', async () => {
  const { sent, succeeded, byStep } = await playAt(place, sequences, 200);
  expect(succeeded / sent).toBeGreaterThan(0.4);
  if (sequences < 60) return;
  const never = [...byStep].filter(([what, tally]) => tally.succeeded === 0 && what !== 'folder cover').map(([what]) => what);
  expect(never, 'requests that never succeeded').toEqual([]);
});

test.runIf(isHere)('[Authentication 1] the service and the model agree over real HTTP', async () => {
  const { sent, succeeded } = await playAt(servedPlace, 3, 150);
  expect(succeeded / sent).toBeGreaterThan(0.4);
});
