/** `npm run soak -- --suite`: the table of docs/soak.md is the list of suites with full figures, and failing seeds are named. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../import-graph.ts';
import { root } from '../root.ts';
import { commandOf, readSuites, type SuiteRun, selectSuites, soakSuites, unitTests } from './suites.ts';

const suites = [
  { name: 'kills among backups', file: 'test/main/backups/kill.deep.test.ts', projects: ['deep', 'conformance'] },
  { name: 'kills among restores', file: 'test/main/backups/restore-kill.deep.test.ts', projects: ['deep', 'conformance'] },
  { name: 'damage of the log', file: 'test/main/engine/storage/log-damage.deep.test.ts', projects: ['deep', 'conformance'] },
];

test('docs/soak.md lists every test that has a full figure of its own, and no other file', () => {
  const listed = readSuites().map(({ file = '' }) => file);
  expect(listed.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  const withFullFigure = listFiles('test', /\.test\.tsx?$/).filter((file) =>
    /\bcases\([\w ]+, [^)]+\)/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(withFullFigure.filter((file) => !listed.includes(file))).toEqual([]);
  expect(withFullFigure.length).toBeGreaterThan(8);
});

test('suites are selected by a part of their name or path, or all of them', () => {
  const namesOf = (...words: string[]) => selectSuites(suites, words).map(({ name }) => name);
  expect(namesOf('kills')).toEqual(['kills among backups', 'kills among restores']);
  expect(namesOf('restore-kill', 'damage')).toEqual(['kills among restores', 'damage of the log']);
  expect(namesOf('all')).toHaveLength(3);
  expect(() => namesOf('kills', 'flood')).toThrow('No suite is called flood. These are: kills among backups, kills among restores');
});

test('they run in turn with new seeds until the time is up, and a failing seed is named with its command', async () => {
  const runs: SuiteRun[] = [];
  const lines: string[] = [];
  const failed = await soakSuites(suites.slice(0, 2), {
    rounds: '2',
    firstSeed: 70,
    isTimeUp: () => runs.length === 5,
    run: async (run) => {
      runs.push(run);
      return run.seed !== 73;
    },
    print: (line) => lines.push(line),
  });
  expect(runs.map(({ name, seed }) => `${name} ${seed}`)).toEqual([
    'kills among backups 70',
    'kills among restores 71',
    'kills among backups 72',
    'kills among restores 73',
    'kills among backups 74',
  ]);
  expect(failed.map(commandOf)).toEqual([
    'TALEPORT_SEED=73 TALEPORT_ROUNDS=2 npx vitest run --project deep --project conformance test/main/backups/restore-kill.deep.test.ts',
  ]);
  expect(lines).toContain(`kills among restores: seed 73 FAILED. Again: ${failed.map(commandOf)[0]}`);
  expect(lines.at(-1)).toBe('5 runs, 1 failed');
  expect(commandOf({ ...unitTests, seed: 73, rounds: '1' })).toBe('TALEPORT_SEED=73 TALEPORT_ROUNDS=1 npx vitest run --project unit');
});
