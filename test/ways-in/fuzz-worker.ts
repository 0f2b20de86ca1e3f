/**
 * Sends mutated bytes through all ways in, in a thread whose memory is limited, and reports what it has seen. Its data: a folder, the seed and
 * the number of mutations.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createTestEnvironment } from '../test-environment.ts';
import { mutate } from './mutations.ts';
import { openWaysIn } from './ways-in.ts';

export interface FuzzReport {
  readonly entered: Readonly<Record<string, number>>;
  /** The longest turn by way in, in milliseconds of processor time. */
  readonly longestTurn: Readonly<Record<string, number>>;
  /** The ways in that the program runs in a thread of their own. */
  readonly inOwnThread: readonly string[];
  /** Bytes of the largest input. */
  readonly largest: number;
  readonly faults: readonly string[];
}

/** Reports the way in and the number of the mutation before each, so that a death names them. */
export type FuzzMessage = { readonly at: string } | { readonly report: FuzzReport };

const { folder, seed, count } = workerData as { readonly folder: string; readonly seed: number; readonly count: number };
const { ways, close } = await openWaysIn(folder);

const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let turnBegan = processorTime();
let longest = 0;
let isWatching = true;
/** Each turn of the event loop has one immediate. */
function watchTurns(): void {
  const now = processorTime();
  longest = Math.max(longest, now - turnBegan);
  turnBegan = now;
  if (isWatching) setImmediate(watchTurns);
}
watchTurns();

const entered: Record<string, number> = {};
const longestTurn: Record<string, number> = {};
const faults: string[] = [];
let largest = 0;
for (let number = 0; number < count; number++) {
  const way = ways[number % ways.length];
  if (!way) break;
  // Each mutation follows from its own number, so that one can be repeated alone.
  const { random } = createTestEnvironment(1 + ((seed + number * 7919) % 2_147_483_645));
  for (let skipped = 0; skipped < 5; skipped++) random();
  const start = way.seeds[Math.floor(random() * way.seeds.length)] ?? Buffer.alloc(0);
  const bytes = mutate(random, start);
  largest = Math.max(largest, bytes.length);
  parentPort?.postMessage({ at: `${way.name}, mutation ${number} of seed ${seed}, ${bytes.length} bytes` } satisfies FuzzMessage);
  // The turn of the mutation itself ends here.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  longest = 0;
  try {
    await way.enter(bytes);
  } catch (error) {
    faults.push(`${way.name}, mutation ${number} of seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
  }
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  entered[way.name] = (entered[way.name] ?? 0) + 1;
  longestTurn[way.name] = Math.max(longestTurn[way.name] ?? 0, longest);
}
isWatching = false;
await close();
const inOwnThread = ways.filter(({ thread }) => thread === 'own').map(({ name }) => name);
parentPort?.postMessage({ report: { entered, longestTurn, inOwnThread, largest, faults } } satisfies FuzzMessage);
