// Runs one Vitest project and counts from its JSON report. A file that cannot be loaded, or an error outside of any test, is a
// failure too, although it is not a test.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { at } from './places.mjs';
import { run } from './run.mjs';

/** @typedef {{ passed: number, failed: number, left: string[] }} Count left: the names of tests that did not run */
/** @typedef {{ status: string, fullName: string }} TestReport */
/** @typedef {{ status: string, name: string, assertionResults: TestReport[] }} FileReport */

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
  const failed = tests.filter((test) => test.status === 'failed').length + unloadable.length;
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    left: tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').map((test) => test.fullName),
  };
}
