/**
 * `npm run soak -- --suite NAME… --minutes N` runs suites of docs/soak.md over and over with new seeds, and names those that fail; `--rounds N` sets
 * how many cases each run draws, `--from n` the first seed. Without `--suite`: sync against a simulated remote (soak-sync.ts).
 */
import { parseArgs } from 'node:util';
import { readSuites, runSuite, selectSuites, soakSuites } from './suites.ts';

if (process.argv.some((argument) => argument === '--suite' || argument.startsWith('--suite='))) await soakSelectedSuites();
else await import('./soak-sync.ts');

async function soakSelectedSuites(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      suite: { type: 'string', multiple: true },
      minutes: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '1' },
      from: { type: 'string' },
    },
    allowPositionals: true,
  });
  const suites = selectSuites(readSuites(), [...(values.suite ?? []), ...positionals]);
  const firstSeed = Number(values.from ?? Math.floor(Math.random() * 1e9));
  const endsAt = performance.now() + Number(values.minutes) * 60_000;
  console.log(`Seeds from ${firstSeed}: ${suites.map(({ name }) => name).join(', ')}`);
  const failed = await soakSuites(suites, {
    rounds: values.rounds,
    firstSeed,
    isTimeUp: () => performance.now() >= endsAt,
    run: runSuite,
    print: console.log,
  });
  process.exit(failed.length > 0 ? 1 : 0);
}
