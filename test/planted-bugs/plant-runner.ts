/**
 * A process that runs test files with planted bugs, one after the other, so that Vitest and the modules without a bug are loaded once.
 * Argument: the project of vitest.config.ts. Receives a `PlantRun` and sends its `PlantResult`.
 */
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { root } from '../root.ts';
import { escapeRegExp } from './plants.ts';

export interface PlantRun {
  readonly plant: string;
  /** The module with the bug, and the test file that has to catch it: from the root of the repository. */
  readonly module: string;
  readonly file: string;
  /** The name of the only test that runs, or of its group. */
  readonly test?: string | undefined;
}

export interface FailedTest {
  readonly fullName: string;
  /** The rules that it proves. */
  readonly rules: readonly string[];
}

/** `problem`: why no test ran. */
export type PlantResult = { readonly failed: readonly FailedTest[] } | { readonly problem: string };

const [project = ''] = process.argv.slice(2);
// vitest.config.ts inserts what this names; it is set before each run.
process.env.TALEPORT_PLANT = 'none';
const vitest = await createVitest('test', {
  root,
  project: [project],
  watch: false,
  bail: 1,
  maxWorkers: 1,
  isolate: true,
  reporters: [{}],
});
await vitest.standalone();

let planted: string | undefined;

async function run({ plant, module, file, test }: PlantRun): Promise<PlantResult> {
  process.env.TALEPORT_PLANT = plant;
  for (const each of [planted, module]) if (each) vitest.invalidateFile(join(root, each));
  planted = module;
  if (test === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(escapeRegExp(test)));
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([file]));
  // What a test that has not ended still loads has no bug.
  process.env.TALEPORT_PLANT = 'none';
  // Vitest also returns the modules of the runs before.
  const testModule = testModules.find(({ moduleId }) => moduleId === join(root, file));
  const tests = [...(testModule?.children.allTests() ?? [])];
  // That a file cannot be loaded proves nothing.
  if (tests.length === 0)
    return {
      problem:
        testModule
          ?.errors()
          .map(({ message }) => message)
          .join('\n') ?? 'There is no such file.',
    };
  const failed = tests.filter((test) => test.result().state === 'failed');
  return { failed: failed.map((test) => ({ fullName: test.fullName, rules: rulesIn(test.meta()) })) };
}

const rulesIn = (meta: object): readonly string[] => ('rules' in meta && Array.isArray(meta.rules) ? meta.rules.map(String) : []);

process.on('message', (message: PlantRun) => {
  run(message).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
