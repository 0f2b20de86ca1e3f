/** [Command line] The step of docs/build-servers.md, read from the page with its variables and run as a build server would. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../root.ts';
import { newFolder } from './taleport.ts';

const [, page = ''] = readFileSync(join(root, 'docs/build-servers.md'), 'utf8').split('## From a project file');
const script = (/run: \|\n((?: {10}.*\n)+)/.exec(page)?.[1] ?? '').replaceAll(/^ {10}/gm, '');

const variables = [...(/env:\n((?: {10}[A-Z]+: .*\n)+)/.exec(page)?.[1] ?? '').matchAll(/^ {10}([A-Z]+): (.*)$/gm)];

/** In a workspace with the two check-outs of the page: the game, and Taleport beside it. */
const run = (story: string) => {
  const workspace = newFolder();
  const folder = join(workspace, 'game');
  mkdirSync(join(folder, 'story'), { recursive: true });
  copyFileSync(story, join(folder, 'story/project.json'));
  symlinkSync(root, join(workspace, 'taleport'));
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    ...Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value.replace(/\$\{\{ github\.workspace \}\}/, workspace)])),
  };
  const ran = spawnSync('bash', ['-c', script], { cwd: workspace, env, encoding: 'utf8' });
  return { folder, findings: () => readFileSync(join(workspace, 'story-findings.xml'), 'utf8'), ...ran };
};

describe.skipIf(process.platform === 'win32')('the build server of the page', () => {
  test('a valid story is checked and exported', () => {
    const { folder, findings, status, stderr } = run(join(root, 'samples/game-engine-sample.json'));
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(findings()).toMatch(/^<\?xml/);
    expect(JSON.parse(readFileSync(join(folder, 'Assets/Arcweave/project.json'), 'utf8'))).toHaveProperty('startingElement');
  });

  test('a story that the importer would throw on ends the job, with the findings written and no export', () => {
    const story = JSON.parse(readFileSync(join(root, 'samples/game-engine-sample.json'), 'utf8'));
    const file = join(newFolder(), 'story.json');
    writeFileSync(file, JSON.stringify({ ...story, startingElement: null }));
    const { folder, findings, status } = run(file);
    expect(status).toBe(1);
    expect(findings()).toContain('<failure');
    expect(() => readFileSync(join(folder, 'Assets/Arcweave/project.json'))).toThrow();
  });
});
