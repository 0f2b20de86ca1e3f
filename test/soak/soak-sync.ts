/**
 * `npm run soak -- --minutes N` runs new seeds for so long and reports the rate and the failures. A failing seed is stored in
 * test/sync-proof/regression-seeds.json and becomes a test. `--seed n` prints one run, `--seed n --stops` one in which the user stops sync; `--from n` sets the
 * first seed, `--count n` the number of seeds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hasStops, simulate } from '../main/sync/simulation.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    from: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string' },
    stops: { type: 'boolean', default: false },
    'keep-nothing': { type: 'boolean', default: false },
  },
});
const file = new URL('../sync-proof/regression-seeds.json', import.meta.url);

if (values.seed !== undefined) {
  const seed = Number(values.seed);
  console.log((await simulate(seed, { shown: 10_000, stops: values.stops })).join('\n'));
  console.log(`seed ${seed} is fine`);
  process.exit(0);
}

const firstSeed = values.from === undefined ? 1 + Math.floor(Math.random() * 2 ** 31) : Number(values.from);
const count = values.count === undefined ? Number.POSITIVE_INFINITY : Number(values.count);
const started = performance.now();
const endsAt = values.count === undefined ? started + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY;
const failed: number[] = [];
let done = 0;
let reportedAt = started;

const progressText = (): string =>
  `${done} seeds, ${(done / ((performance.now() - started) / 1000)).toFixed(1)} a second, ${failed.length} failed`;

console.log(`Seeds from ${firstSeed}`);
while (performance.now() < endsAt && done < count) {
  const seed = firstSeed + done;
  try {
    await simulate(seed, { stops: hasStops(seed) });
  } catch (error) {
    failed.push(seed);
    console.log(error instanceof Error ? error.message : error);
    retainSeed(seed);
  }
  done++;
  if (performance.now() - reportedAt < 10_000) continue;
  reportedAt = performance.now();
  console.log(progressText());
}
console.log(progressText());
const [example] = failed;
if (example !== undefined)
  console.log(
    `Failing: ${failed.join(' ')}. One of them from beginning to end: npm run soak -- --seed ${example}${hasStops(example) ? ' --stops' : ''}`,
  );
process.exit(failed.length > 0 ? 1 : 0);

function retainSeed(seed: number): void {
  if (values['keep-nothing']) return;
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<'withoutStops' | 'withStops', number[]>;
  const seeds = kept[hasStops(seed) ? 'withStops' : 'withoutStops'];
  if (!seeds.includes(seed)) seeds.push(seed);
  const lists = Object.entries(kept).map(([name, list]) => `  "${name}": [${list.join(', ')}]`);
  writeFileSync(file, `{\n${lists.join(',\n')}\n}\n`);
}
