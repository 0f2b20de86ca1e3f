// Runs one Vitest project and counts from its JSON report. A file that cannot be loaded, or an error outside of any test, is a
// failure too, although it is not a test.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { at } from './places.mjs';
import { run } from './run.mjs';

/** @typedef {{ passed: number, failed: number, left: string[], why: string[] }} Count left: the names of tests that did not run; why: each failure in a line */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] | null }} TestReport */
/** @typedef {{ status: string, name: string, message?: string, assertionResults: TestReport[] }} FileReport */

/**
 * @param {string} project of vitest.config.ts
 * @param {string} name of the report
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
export async function runTests(project, name, env) {
  const report = at('out-test', `${name}.json`);
  rmSync(report, { force: true });
  const vitest = [at('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', project, '--passWithNoTests'];
  const { code } = await run(process.execPath, [...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
    cwd: at(),
    env,
  });
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  return count(files, code);
}

/**
 * @param {readonly FileReport[]} files as in the JSON report
 * @param {number} code Vitest's exit code
 * @returns {Count}
 */
export function count(files, code) {
  const tests = files.flatMap((file) => file.assertionResults);
  const unloadable = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'));
  const why = files.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative(at(), file.name)}: ${test.fullName}: ${short(test.failureMessages?.[0])}`),
  );
  for (const file of unloadable) why.push(`${relative(at(), file.name)}: ${short(file.message)}`);
  if (why.length === 0 && code !== 0) why.push('an error outside of any test');
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: why.length,
    left: tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').map((test) => test.fullName),
    why,
  };
}

/** @param {string | undefined} message */
const short = (message = '') => message.replaceAll(/\s+/g, ' ').slice(0, 300);
