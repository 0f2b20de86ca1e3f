/**
 * `npm run mutation -- --count 500 --seed 1` measures how many mutants of the REST interface and of the decisions the tests find, and lists
 * the others. `--continue` keeps what the last run found out about the same sample, so that after a new test only the survivors are tried.
 * `--record` writes the result to docs/rules/mutation.md.
 */
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, readNumberOption } from '../../scripts/command-line.mjs';
import { isEquivalent } from './equivalent-mutants.ts';
import { addFinding, type Mutant, readFindings, repository, writeMutants } from './mutants.ts';
import { mutationReport } from './mutation-report.ts';
import { findTypeErrors } from './type-errors.ts';

const usage = 'npm run mutation -- [--count N] [--seed SEED] [--workers N] [--continue] [--record]';
const { values } = readCommandLine(usage, {
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    continue: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const count = readNumberOption(usage, 'count', values.count);

/** Whether all tests pass. */
async function runTests(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<boolean> {
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const options = ['--config', 'vitest.mutation.config.ts', `--maxWorkers=${values.workers}`, '--reporter=dot', ...args];
  const child = spawn(process.execPath, [vitest, 'run', ...options], {
    cwd: repository,
    env: { ...process.env, ...env, CI: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((done) => child.once('close', (code) => done(code === 0)));
}

const { total, sample } = await writeMutants(count, values.seed, { keepFindings: values.continue });
console.log(`${sample.length} of ${total} mutants, seed ${values.seed}`);
const judged = sample.filter((mutant) => !isEquivalent(mutant));
if (!values.continue) for (const id of await findTypeErrors(judged)) addFinding('killed', id, 'the compiler');
console.log(`${readFindings('killed').size} killed so far${values.continue ? '' : ', by the compiler'}`);
if (!(await runTests({ TALEPORT_MUTATION: 'coverage' }))) throw new Error('A test fails without any mutant.');
await runTests({ TALEPORT_MUTATION: 'mutants' });
console.log(`${readFindings('killed').size} killed so far`);

// Code that runs once, when its module is loaded or a value is first computed, cannot be switched while tests run: its mutants get a process each.
const tried = new Set([...readFindings('executed').keys(), ...readFindings('killed').keys()]);
for (const { id } of judged.filter((mutant) => !tried.has(mutant.id)))
  if (!(await runTests({ __STRYKER_ACTIVE_MUTANT__: id }, '--bail=1'))) addFinding('killed', id, 'in its own process');

const killed = readFindings('killed');
const survivors = judged.filter(({ id }) => !killed.has(id));
const describe = ({ file, line, mutator, original, replacement }: Mutant): string =>
  `${file}:${line} ${mutator}\n  - ${original}\n  + ${replacement}`;
console.log(survivors.map(describe).join('\n'));
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: repository, encoding: 'utf8' }).trim();
const { summary, document } = mutationReport({ total, sample, survivors, seed: values.seed, commit });
console.log(summary);
if (values.record) writeFileSync(join(repository, 'docs/rules/mutation.md'), document);
