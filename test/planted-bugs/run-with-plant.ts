/** Runs the test file of a plant with it, in processes that run one after the other. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { root } from '../root.ts';
import type { FailedTest, PlantResult, PlantRun } from './plant-runner.ts';
import type { Plant } from './plants.ts';

/** The environment of a fresh run: nothing of the run that this test is part of. */
const outside = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|TALEPORT_PLACE|TALEPORT_ROUNDS|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/.test(name),
  ),
);

/** The runners that have nothing to do, by what they run. */
const idle = new Map<string, ChildProcess[]>();
const runners: ChildProcess[] = [];

afterAll(() => {
  for (const runner of runners.splice(0)) runner.disconnect();
});

async function startRunner(project: string, rounds: number | undefined): Promise<ChildProcess> {
  const runner = fork(join(import.meta.dirname, 'plant-runner.ts'), [project], {
    cwd: root,
    env: { ...outside, ...(rounds !== undefined && { TALEPORT_ROUNDS: String(rounds) }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  runners.push(runner);
  await once(runner, 'message');
  return runner;
}

/**
 * The tests that fail. Throws where no test ran.
 * @param rounds of random cases; without a number, the sample
 */
export async function findFailingTests(
  project: 'unit' | 'conformance',
  { name, module, caughtBy, test }: Plant,
  rounds?: number,
): Promise<readonly FailedTest[]> {
  const key = `${project}/${rounds}`;
  const free = idle.get(key) ?? [];
  idle.set(key, free);
  const runner = free.pop() ?? (await startRunner(project, rounds));
  const run: PlantRun = { plant: name, module, file: caughtBy, test };
  runner.send(run);
  const [result] = (await once(runner, 'message')) as [PlantResult];
  free.push(runner);
  if ('problem' in result) throw new Error(`No test of ${caughtBy} ran: ${result.problem}`);
  return result.failed;
}
