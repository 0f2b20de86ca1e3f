/** What a measurement gives: ours beside the limit measured in the same run. Ratios count; single times are noise. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly limit: string;
  readonly ratio: number;
  readonly aim: string;
  readonly number: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export async function seconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}

export const table = (rows: readonly Row[]): string =>
  [
    '| measured | Taleport | limit in the same run | ratio | aim |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) => `| ${row.what} | ${row.ours} | ${row.limit} | ${Number.isNaN(row.ratio) ? '' : row.ratio.toFixed(2)} | ${row.aim} |`,
    ),
  ].join('\n');
