/**
 * [Ways in] Whatever bytes arrive, each way in answers with a value or a sentence: it throws nothing else, never takes more memory than a small
 * multiple of what it accepts, and does not keep the thread busy in one turn.
 */
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { cases } from '../rounds.ts';
import { testRunSeed } from '../seed.ts';
import type { FuzzMessage, FuzzReport } from './fuzz-worker.ts';
import { maxMutatedBytes } from './mutations.ts';

/** Megabytes of the program itself, with an engine in memory and what the garbage collector has not freed yet. */
const ownMegabytes = 150;
const maxMegabytes = ownMegabytes + (6 * maxMutatedBytes) / 2 ** 20;

/** Rejects with the last input if the thread dies. */
function fuzz(count: number): Promise<FuzzReport> {
  const worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url), {
    workerData: { folder: newFolder(), seed: testRunSeed(), count },
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  let last = '';
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FuzzMessage) => {
      if ('at' in message) last = message.at;
      else resolve(message.report);
    });
    worker.on('error', (error) => reject(new Error(`The thread died over ${last}`, { cause: error })));
    worker.on('exit', () => reject(new Error(`The thread ended over ${last}`)));
  });
}

test('mutated bytes are answered by every way in, within its memory', async () => {
  const count = cases(100, 200_000);
  const { entered, faults, longestTurn, inOwnThread, largest } = await fuzz(count);
  console.info({ count, largest, longestTurn });
  expect(faults.slice(0, 5)).toEqual([]);
  // Of processor time, and five times what a turn may take, so that neither load nor a slow machine decides (docs/soak.md has the figures).
  // A table of 8 MB takes a second in its own thread.
  expect(Object.entries(longestTurn).filter(([name, time]) => time > (inOwnThread.includes(name) ? 5000 : 1000))).toEqual([]);
  expect(Object.values(entered).reduce((sum, each) => sum + each, 0)).toBe(count);
});
