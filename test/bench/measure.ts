/** The result of a measurement: our time and a limit measured in the same run. Only ratios are compared, because single times are noise. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly limit: string;
  /** Of ours to the limit; NaN where there is none. */
  readonly ratio: number;
  readonly aim: string;
  /** The time, size or count itself, which only runs on the same machine are compared by. */
  readonly number: number;
  /** A rate: more is better. Of everything else less is. */
  readonly isRate?: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export async function measureSeconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}

export const renderTable = (rows: readonly Row[]): string =>
  [
    '| measured | Taleport | limit in the same run | ratio | target |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) => `| ${row.what} | ${row.ours} | ${row.limit} | ${Number.isNaN(row.ratio) ? '' : row.ratio.toFixed(2)} | ${row.aim} |`,
    ),
  ].join('\n');

/** How long the thread was blocked: in processor time and in real time. Measuring costs a little itself. */
export function watchTurns() {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  let isOn = true;
  let longest = 0;
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e6;
  };
  let last = spent();
  const look = (): void => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(look);
  };
  look();
  return {
    longest: () => ({ cpu: longest, delay: delays.max / 1e9 }),
    reset: () => {
      longest = 0;
      delays.reset();
      last = spent();
    },
    stop: () => {
      isOn = false;
      delays.disable();
    },
  };
}
