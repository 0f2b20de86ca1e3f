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

/** The runners that have nothing to do, by project. */
const idle = new Map<string, ChildProcess[]>();
const runners: ChildProcess[] = [];

afterAll(() => {
  for (const runner of runners.splice(0)) runner.disconnect();
});

async function startRunner(project: string): Promise<ChildProcess> {
  // The tests of sync draw more cases: some bugs are caught by few of them.
  const env = { ...outside, ...(project === 'unit' && { TALEPORT_ROUNDS: '3' }) };
  const script = join(import.meta.dirname, 'plant-runner.ts');
  const options = {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  } as const;
  const runner = fork(script, [project], { ...options, stdio: [...options.stdio], execArgv: [...options.execArgv] });
  runners.push(runner);
  await once(runner, 'message');
  return runner;
}

/** The tests that fail. Throws where no test ran. */
export async function findFailingTests(project: 'unit' | 'conformance', { name, module, caughtBy }: Plant): Promise<readonly FailedTest[]> {
  const free = idle.get(project) ?? [];
  idle.set(project, free);
  const runner = free.pop() ?? (await startRunner(project));
  const run: PlantRun = { plant: name, module, file: caughtBy };
  runner.send(run);
  const [result] = (await once(runner, 'message')) as [PlantResult];
  free.push(runner);
  if ('problem' in result) throw new Error(`No test of ${caughtBy} ran: ${result.problem}`);
  return result.failed;
}
