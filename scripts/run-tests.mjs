// Runs Vitest projects and counts the results in its JSON report. A file that cannot be loaded, or an error outside of any test, is
// a failure too, although it is not a test.
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { repoPath, vitestProgram } from './paths.mjs';
import { exceededLimit, runProcess } from './run-process.mjs';

/**
 * @typedef {{ passed: number, failed: number, notRun: string[], failures: string[] }} Count
 *   notRun: the names of tests that did not run; failures: each failure in a line
 */
/** How many files of tests run at a time: more than there are cores, as a third of their time is spent waiting for processes, disks and sockets. */
export const testWorkers = Math.ceil(1.5 * availableParallelism());

/** In milliseconds: how long Vitest may take to end once it has written its report. After an error in a worker it sometimes never does. */
const endLimit = 120_000;

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] | null }} TestReport */
/** @typedef {{ status: string, name: string, message?: string, assertionResults: TestReport[] }} FileReport */

/**
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {string} name of the report
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [limit] in minutes; a run that takes longer is ended, and has failed
 * @returns {Promise<Count>}
 */
export async function runTests(projects, name, env, limit) {
  const report = repoPath('out-test', `${name}.json`);
  rmSync(report, { force: true });
  const vitest = [vitestProgram, 'run', ...projects.map((project) => `--project=${project}`), '--passWithNoTests'];
  const hanging = new AbortController();
  const watch = setInterval(() => {
    if (existsSync(report) && Date.now() - statSync(report).mtimeMs > endLimit) hanging.abort();
  }, endLimit / 10);
  const { code } = await runProcess(process.execPath, [...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
    cwd: repoPath(),
    env,
    signal: hanging.signal,
    ...(limit !== undefined && { limit: limit * 60_000 }),
  });
  clearInterval(watch);
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  return summarizeReport(files, code);
}

/**
 * @param {readonly FileReport[]} files as in the JSON report
 * @param {number} code Vitest's exit code
 * @returns {Count}
 */
export function summarizeReport(files, code) {
  /** @type {Count} */
  const all = { passed: 0, failed: 0, notRun: [], failures: [] };
  for (const file of files) {
    const before = all.failures.length;
    for (const test of file.assertionResults) {
      if (test.status === 'failed')
        all.failures.push(`${relative(repoPath(), file.name)}: ${test.fullName}: ${shorten(test.failureMessages?.[0])}`);
      else if (test.status !== 'passed') all.notRun.push(test.fullName);
      else all.passed += 1;
    }
    if (file.status === 'failed' && all.failures.length === before)
      all.failures.push(`${relative(repoPath(), file.name)}: ${shorten(file.message)}`);
  }
  if (code === exceededLimit) all.failures.push('the tests did not end in time');
  else if (all.failures.length === 0 && code !== 0) all.failures.push('an error outside of any test');
  return { ...all, failed: all.failures.length };
}

/** @param {string | undefined} message */
const shorten = (message = '') => message.replaceAll(/\s+/g, ' ').slice(0, 300);
