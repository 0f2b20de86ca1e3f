/** [C, Command line] The script of docs/build-servers.md, taken from the page and run as a build server would. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from './taleport.ts';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/build-servers.md'), 'utf8');
const script = (/run: \|\n((?: {10}.*\n)+)/.exec(page)?.[1] ?? '').replaceAll(/^ {10}/gm, '');

const run = (story: string) => {
  const folder = newFolder();
  const taleport = `${process.execPath} --disable-warning=ExperimentalWarning ${join(root, 'main/headless.ts')}`;
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    TALEPORT: taleport,
    STORY: story,
    GAME: folder,
  };
  return { folder, ...spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' }) };
};

describe.skipIf(process.platform === 'win32')('the build server of the page', () => {
  test('a story that is in order is checked and exported', () => {
    const { folder, status, stderr } = run(join(root, 'samples/game-engine-sample.json'));
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'story-findings.xml'), 'utf8')).toMatch(/^<\?xml/);
    expect(JSON.parse(readFileSync(join(folder, 'Assets/Arcweave/project.json'), 'utf8'))).toHaveProperty('startingElement');
  });

  test('a story that the importer would throw on ends the job, with the findings written and no export', () => {
    const story = JSON.parse(readFileSync(join(root, 'samples/game-engine-sample.json'), 'utf8'));
    const file = join(newFolder(), 'story.json');
    writeFileSync(file, JSON.stringify({ ...story, startingElement: null }));
    const { folder, status } = run(file);
    expect(status).toBe(1);
    expect(readFileSync(join(folder, 'story-findings.xml'), 'utf8')).toContain('<failure');
    expect(() => readFileSync(join(folder, 'Assets/Arcweave/project.json'))).toThrow();
  });
});
