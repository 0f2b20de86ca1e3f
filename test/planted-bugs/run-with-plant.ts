/** Runs one test file in a new process with a planted bug. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';

/** The environment of a fresh run: nothing of the run that this test is part of. */
const outside = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|TALEPORT_PLACE|TALEPORT_ROUNDS|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/.test(name),
  ),
);

interface Failed {
  readonly fullName: string;
  readonly meta?: { readonly rules?: readonly string[] };
}

/** The tests that fail. Throws where no test ran: that a file cannot be loaded proves nothing. */
export async function findFailingTests(project: string, file: string, plant: string, env: NodeJS.ProcessEnv = {}): Promise<Failed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-teeth-'));
  try {
    const report = join(folder, 'report.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = ['run', '--project', project, '--bail', '1', '--reporter=json', `--outputFile=${report}`, file];
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: root,
      env: { ...outside, ...env, TALEPORT_PLANT: plant },
      stdio: 'ignore',
    });
    await new Promise((done) => child.once('close', done));
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { message?: string; assertionResults: (Failed & { status: string })[] }[];
    };
    const broken = testResults.find(({ assertionResults }) => assertionResults.length === 0);
    if (broken) throw new Error(`No test of ${file} ran: ${broken.message}`);
    return testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
