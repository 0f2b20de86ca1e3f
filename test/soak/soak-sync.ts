/**
 * Sync against a simulated remote with new seeds, until the time is up; reports the rate and the failures. A failing seed is stored in
 * test/sync-proof/regression-seeds.json and becomes a test.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { circumstancesOf, simulate } from '../main/sync/simulation.ts';

const regressionSeeds = new URL('../sync-proof/regression-seeds.json', import.meta.url);

interface SyncSoakOptions {
  readonly firstSeed: number;
  /** With a number of seeds, the time does not matter. */
  readonly count: number | undefined;
  readonly isTimeUp: () => boolean;
  /** Whether failing seeds are stored. */
  readonly keepsSeeds: boolean;
}

/** Prints one run from beginning to end. `stops`: the user stops sync in it; without it, the circumstances are those of a new seed. */
export async function showRun(seed: number, { stops }: { readonly stops: boolean }): Promise<void> {
  console.log((await simulate(seed, { shown: 10_000, ...circumstancesOf(seed), ...(stops && { stops }) })).join('\n'));
  console.log(`seed ${seed} is fine`);
}

export async function soakSync({ firstSeed, count, isTimeUp, keepsSeeds }: SyncSoakOptions): Promise<void> {
  const started = performance.now();
  const failed: number[] = [];
  let done = 0;
  let reportedAt = started;
  const printProgress = (): void => {
    const rate = done / ((performance.now() - started) / 1000);
    console.log(`${done} seeds, ${rate.toFixed(1)} a second, ${failed.length} failed`);
  };

  console.log(`Seeds from ${firstSeed}`);
  while (count === undefined ? !isTimeUp() : done < count) {
    const seed = firstSeed + done;
    try {
      await simulate(seed, circumstancesOf(seed));
    } catch (error) {
      failed.push(seed);
      console.log(error instanceof Error ? error.message : error);
      if (keepsSeeds) retainSeed(seed);
    }
    done++;
    if (performance.now() - reportedAt < 10_000) continue;
    reportedAt = performance.now();
    printProgress();
  }
  printProgress();
  const [example] = failed;
  if (example !== undefined)
    console.log(`Failing: ${failed.join(' ')}. One of them from beginning to end: npm run soak -- --seed ${example}`);
  process.exit(failed.length > 0 ? 1 : 0);
}

function retainSeed(seed: number): void {
  const kept = JSON.parse(readFileSync(regressionSeeds, 'utf8')) as Record<'withoutStops' | 'withStops' | 'drawn', number[]>;
  if (!kept.drawn.includes(seed)) kept.drawn.push(seed);
  const lists = Object.entries(kept).map(([name, list]) => `  "${name}": [${list.join(', ')}]`);
  writeFileSync(regressionSeeds, `{\n${lists.join(',\n')}\n}\n`);
}
