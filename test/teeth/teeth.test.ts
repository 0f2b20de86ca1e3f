/** The conformance suite catches each of the wrong behaviours that are planted into the service, one at a time. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Plant, plants, sourceOf, withPlant } from './plants.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'taleport-teeth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of a fresh run: nothing of the run that this test is part of. */
const outside = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TALEPORT_PLACE|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/.test(name)),
);

/** What the suite says of the service with the plant in it: the titles of tests of rules that fail. */
async function caught({ name, caughtBy }: Plant, number: number): Promise<string[]> {
  const report = join(folder, `${number}.json`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [
    'run',
    '--project',
    'conformance',
    '--bail',
    '1',
    '--reporter=json',
    `--outputFile=${report}`,
    `test/conformance/${caughtBy}.test.ts`,
  ];
  const child = spawn(process.execPath, [vitest, ...args], { cwd: root, env: { ...outside, TALEPORT_PLANT: name }, stdio: 'ignore' });
  await new Promise((done) => child.once('close', done));
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { status: string; fullName: string; meta?: { rules?: string[] } }[] }[];
  };
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status, meta }) => status === 'failed' && (meta?.rules ?? []).length > 0).map(({ fullName }) => fullName),
  );
}

describe('teeth of the conformance suite', () => {
  test.each(plants)('"$name": its text is really there, once', (plant) => {
    expect(withPlant(plant, sourceOf(plant))).not.toBe(sourceOf(plant));
  });

  test('there are at least twenty, each with a name of its own', () => {
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
    expect(plants.length).toBeGreaterThanOrEqual(20);
  });

  describe.concurrent('each is caught', () => {
    test.each(plants.map((plant, number) => ({ ...plant, number })))('"$name"', async ({ number, ...plant }) => {
      expect(await caught(plant, number)).not.toEqual([]);
    });
  });
});
