import { expect, test } from 'vitest';
import { exceededLimit } from '../../scripts/run-process.mjs';
import { summarizeReport } from '../../scripts/run-tests.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  name: 'a.test.ts',
  assertionResults: tests.map((outcome, index) => ({
    status: outcome,
    fullName: `test ${index}`,
    failureMessages: outcome === 'failed' ? ['expected 2\n  to be 3'] : [],
  })),
});

test('tests are counted, and those that did not run are named', () => {
  expect(summarizeReport([file('failed', 'passed', 'failed'), file('passed', 'passed', 'pending')], 1)).toEqual({
    passed: 2,
    failed: 1,
    notRun: ['test 1'],
    failures: [expect.stringMatching(/a\.test\.ts: test 1: expected 2 to be 3$/)],
  });
});

test('a file that could not be loaded is a failure', () => {
  expect(summarizeReport([file('failed'), file('passed', 'passed')], 1)).toEqual({
    passed: 1,
    failed: 1,
    notRun: [],
    failures: [expect.any(String)],
  });
});

test('an error outside of any test is a failure', () => {
  expect(summarizeReport([file('passed', 'passed')], 1)).toEqual({ passed: 1, failed: 1, notRun: [], failures: [expect.any(String)] });
});

test('a run without a report is a failure', () => {
  expect(summarizeReport([], 1)).toEqual({ passed: 0, failed: 1, notRun: [], failures: [expect.any(String)] });
});

test('a run that was ended because it took too long is a failure, whatever its tests have shown', () => {
  expect(summarizeReport([file('failed', 'passed', 'failed')], exceededLimit)).toMatchObject({
    passed: 1,
    failed: 2,
    failures: [expect.any(String), 'the tests did not end in time'],
  });
});
