import { expect, test } from 'vitest';
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
    left: ['test 1'],
    why: [expect.stringMatching(/a\.test\.ts: test 1: expected 2 to be 3$/)],
    again: [],
  });
});

test('a file that could not be loaded is a failure', () => {
  expect(summarizeReport([file('failed'), file('passed', 'passed')], 1)).toEqual({
    passed: 1,
    failed: 1,
    left: [],
    why: [expect.any(String)],
    again: [],
  });
});

test('an error outside of any test is a failure', () => {
  expect(summarizeReport([file('passed', 'passed')], 1)).toEqual({ passed: 1, failed: 1, left: [], why: [expect.any(String)], again: [] });
});

test('a run without a report is a failure', () => {
  expect(summarizeReport([], 1)).toEqual({ passed: 0, failed: 1, left: [], why: [expect.any(String)], again: [] });
});

test('what passed at its second try is named', () => {
  const tests = [{ status: 'passed', fullName: 'test', failureMessages: ['it was too early'] }];
  expect(summarizeReport([{ status: 'passed', name: 'a.test.ts', assertionResults: tests }], 0)).toMatchObject({
    passed: 1,
    failed: 0,
    again: [expect.stringMatching(/it was too early/)],
  });
});
