/** [Story folder] A story folder in a repository of git: what is set up for it, and what git shows where the program is missing. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../root.ts';
import { json, newFolder, taleport, taleportProcess } from './taleport.ts';

async function storyInRepository() {
  const data = newFolder();
  const { hash } = (await json('import', join(root, 'samples/sample.json'), '--data', data)) as { hash: string };
  const repository = newFolder();
  const folder = join(repository, 'story');
  await json('export', hash, '--format', 'folder', '--out', folder, '--data', data);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  return { folder, git };
}

const file = 'variables.yaml';

test('[S14] vcs install outside of a repository says what git says about the folder, and changes nothing', async () => {
  const { folder } = await storyInRepository();
  for (const command of ['install', 'status', 'uninstall'])
    expect(await taleport('vcs', command, '--folder', folder)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not a git repository/),
    });
});

test('[S15] git shows a file as it is where the program is missing', async () => {
  const { folder, git } = await storyInRepository();
  git('init', '-q');
  expect(await taleportProcess('vcs', 'install', '--folder', folder)).toMatchObject({ code: 0 });
  git('add', '.');
  git('commit', '-q', '-m', 'Story');
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/name: \w+/, 'name: renamed_variable'));
  const readable = git('diff');
  expect(readable).toContain('renamed_variable');
  expect(readable).not.toMatch(/^\+ +name: renamed_variable/m);
  const command = git('config', 'diff.taleport.textconv').trim();
  git('config', 'diff.taleport.textconv', command.replaceAll(process.execPath, '/nowhere/node'));
  expect(git('diff')).toMatch(/^\+ +name: renamed_variable/m);
  expect(git('show')).toContain('name:');
});

test('[S16] check --staged lists a file of a merge once, whatever versions of it the merge has', async () => {
  const { folder, git } = await storyInRepository();
  git('init', '-q', '-b', 'main');
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const commit = (name: string) => {
    writeFileSync(path, text.replace(/name: \w+/, `name: ${name}`));
    git('add', '.');
    git('commit', '-q', '-m', name);
  };
  commit('base');
  git('checkout', '-q', '-b', 'other');
  commit('theirs');
  git('checkout', '-q', 'main');
  commit('ours');
  expect(() => git('merge', 'other')).toThrow();
  const { code, out } = await taleport('check', '--folder', folder, '--staged', '--json');
  expect(code).toBe(1);
  expect((JSON.parse(out) as { id: string }[]).filter(({ id }) => id.startsWith(file))).toHaveLength(1);
});

test('[S15] diff of a single folder asks for two', async () => {
  const { folder } = await storyInRepository();
  expect(await taleport('diff', folder)).toMatchObject({ code: 1, err: 'story is a folder. To compare folders, specify two of them.\n' });
  expect(await taleport('diff', folder, folder)).toEqual({ code: 0, out: '', err: '' });
});
