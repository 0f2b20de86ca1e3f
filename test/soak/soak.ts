/**
 * `npm run soak -- --suite NAME… --minutes N` runs the unit tests and the suites of docs/soak.md over and over with new seeds, and names those that fail; `--rounds N` sets
 * how many cases each run draws, `--from n` the first seed. Without `--suite`: sync against a simulated remote (soak-sync.ts).
 */
import { spawnSync } from 'node:child_process';
import { readCommandLine, readNumberOption } from '../../scripts/command-line.mjs';
import { repoPath } from '../../scripts/paths.mjs';
import { showRun, soakSync } from './soak-sync.ts';
import { readSuites, runSuite, selectSuites, soakSuites, unitTests } from './suites.ts';

const usage = `npm run soak -- --suite NAME... [--minutes N] [--rounds N] [--from SEED]
       npm run soak -- [--minutes N | --count N] [--from SEED] [--keep-nothing]
       npm run soak -- --seed SEED [--stops]`;
const { values, positionals } = readCommandLine(usage, {
  options: {
    suite: { type: 'string', multiple: true },
    minutes: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    from: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string' },
    stops: { type: 'boolean', default: false },
    'keep-nothing': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const numberOf = (option: 'minutes' | 'from' | 'count' | 'seed'): number | undefined =>
  values[option] === undefined ? undefined : readNumberOption(usage, option, values[option]);

const seed = numberOf('seed');
const firstSeed = numberOf('from') ?? 1 + Math.floor(Math.random() * 1e9);
// A failure can be repeated with both.
const commit = spawnSync('git', ['describe', '--always', '--dirty'], { cwd: repoPath(), encoding: 'utf8' }).stdout?.trim() || 'unknown';
console.log(`Commit ${commit}, seeds from ${seed ?? firstSeed}`);
const endsAt = performance.now() + (numberOf('minutes') ?? 1) * 60_000;
const isTimeUp = () => performance.now() >= endsAt;

if (values.suite) await soakSelectedSuites([...values.suite, ...positionals]);
else if (seed !== undefined) await showRun(seed, { stops: values.stops });
else await soakSync({ firstSeed, count: numberOf('count'), isTimeUp, keepsSeeds: !values['keep-nothing'] });

async function soakSelectedSuites(names: readonly string[]): Promise<void> {
  const suites = selectSuites([unitTests, ...readSuites()], names);
  console.log(suites.map(({ name }) => name).join(', '));
  const failed = await soakSuites(suites, { rounds: values.rounds, firstSeed, isTimeUp, run: runSuite, print: console.log });
  process.exit(failed.length > 0 ? 1 : 0);
}
