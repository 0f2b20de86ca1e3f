/** [Command line, Story folder] a project is written as a folder, which build servers check and export without a data folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../root.ts';
import { newFolder, taleport } from './taleport.ts';

const page = readFileSync(join(root, 'docs/build-servers.md'), 'utf8');
/** The commands of a job, without indentation and what comes before and after them. */
const commandsOf = (job: string): string[] =>
  job.split('\n').flatMap((line) => {
    const command = line.trim().replace(/^- /, '');
    return /^(?:taleport|mkdir) /.test(command) ? [command] : [];
  });
const jobs = [...page.matchAll(/^```(?:yaml|groovy)\n([\s\S]*?)^```/gm)]
  .map(([, job = '']) => job)
  .filter((job) => job.includes('taleport check'));
const script = (/run: \|\n((?: {10}.*\n)+)/.exec(jobs[0] ?? '')?.[1] ?? '').replaceAll(/^ {10}/gm, '');

const workspace = newFolder();
const story = join(workspace, 'game', 'story');
let exported: unknown;

/** Without a home folder: a data folder could be created nowhere. */
const runJob = () => {
  const env = {
    ...process.env,
    HOME: '/nowhere',
    XDG_CONFIG_HOME: '/nowhere',
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  };
  return spawnSync('bash', ['-c', script], { cwd: workspace, env, encoding: 'utf8' });
};

beforeAll(async () => {
  symlinkSync(root, join(workspace, 'taleport'));
  mkdirSync(join(workspace, 'game'));
  const data = newFolder();
  const imported = await taleport('import', join(root, 'samples/game-engine-sample.json'), '--json', '--data', data);
  const { hash } = JSON.parse(imported.out);
  const written = await taleport('export', hash, '--format', 'folder', '--out', story, '--json', '--data', data);
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(written.out)).toEqual({ folder: story, files: expect.any(Number) });
  const file = join(newFolder(), 'project.json');
  await taleport('export', hash, '--format', 'unity', '--out', file, '--data', data);
  exported = JSON.parse(readFileSync(file, 'utf8'));
});

test('[S12] a workspace of Perforce is set up with --perforce, and only then', async () => {
  const run = async (command: string) => taleport('vcs', command, '--folder', story, '--perforce', '--json');
  const [missing, installed, present, removed] = [await run('status'), await run('install'), await run('status'), await run('uninstall')];
  expect([missing, installed, present, removed].map(({ code }) => code)).toEqual([1, 0, 0, 0]);
  expect([JSON.parse(missing.out), JSON.parse(present.out)]).toEqual([false, true].map((ok) => [{ name: '.p4ignore', ok }]));
  expect([JSON.parse(installed.out), JSON.parse(removed.out)]).toEqual([['.p4ignore'], ['.p4ignore']]);
  // The folder is in no clone of git.
  expect((await taleport('vcs', 'install', '--folder', story)).code).toBe(1);
});

describe.skipIf(process.platform === 'win32')('[Story folder] the job of the page', () => {
  test('checks the folder and writes the same export as from the project', () => {
    const { status, stderr } = runJob();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readFileSync(join(workspace, 'story-findings.xml'), 'utf8')).toMatch(/^<\?xml/);
    expect(JSON.parse(readFileSync(join(workspace, 'game/Assets/Arcweave/project.json'), 'utf8'))).toEqual(exported);
  });

  test('ends at a file that is wrong, and the findings have its place', () => {
    const file = join(story, 'variables.yaml');
    const text = readFileSync(file, 'utf8');
    const target = join(workspace, 'game/Assets/Arcweave/project.json');
    renameSync(target, `${target}.before`);
    writeFileSync(file, text.replace('kind: variable', 'kind: variable\n  kind: variable'));
    expect(runJob().status).toBe(1);
    writeFileSync(file, text);
    expect(readFileSync(join(workspace, 'story-findings.xml'), 'utf8')).toContain('variables.yaml, line 3: kind occurs twice');
    expect(existsSync(target)).toBe(false);
  });

  test('has the same commands for every build server, with the paths of its checkout', () => {
    expect(jobs.map((job) => commandsOf(job.replaceAll('game/', '')))).toEqual(Array(3).fill(commandsOf(script.replaceAll('game/', ''))));
    expect(commandsOf(script).length).toBe(3);
  });
});

test('[Story folder] target run writes everything that the engine needs, and overwrites what it did not write only where it is asked to', async () => {
  const game = newFolder();
  mkdirSync(join(game, 'Assets'));
  mkdirSync(join(game, 'ProjectSettings'));
  writeFileSync(join(game, 'ProjectSettings/ProjectVersion.txt'), 'm_EditorVersion: 6000.0.0f1\n');
  const run = async (...args: string[]) => {
    const { code, out, err } = await taleport('target', 'run', '--folder', story, '--out', game, '--engine', 'unity', '--json', ...args);
    return { code, err, ...(out !== '' && { result: JSON.parse(out) }) };
  };
  const file = 'Assets/Arcweave/project.json';
  expect(await run('--dry-run')).toMatchObject({ code: 0, result: { engine: 'unity', removed: [] } });
  expect(existsSync(join(game, file))).toBe(false);
  const { result } = await run();
  expect(result.written).toContain(file);
  const text = readFileSync(join(game, file), 'utf8');

  writeFileSync(join(game, file), text.replace('"name": "', '"name": "By hand: '));
  const refused = await run();
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain(file);
  expect(await run('--overwrite')).toMatchObject({ code: 0, result: { written: [file] } });
  expect(readFileSync(join(game, file), 'utf8')).toBe(text);
});

test.each([
  [['target', 'run', '--out', 'x']],
  [['check', 'x', '--folder', '.']],
  [['check', '--folder', '.', '--fix']],
  [['export', '--folder', '.', '--format', 'taleport', '--out', 'x']],
])('[Story folder] %j is wrong usage', async (args) => {
  expect((await taleport(...args)).code).toBe(2);
});
