/** [S9] What changes while a folder is read arrives in one step with what was read. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../../../main/platform/disk.ts';
import { t } from '../../../../shared/messages/english.ts';
import { newFolder } from '../../../new-folder.ts';
import { storyWithBoards } from '../two-sides.ts';
import { Computer } from './computers.ts';

test('a command of git, and what another program writes, while the files of a switch are read, are one step with it', async () => {
  const repository = newFolder();
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org', ...args], { cwd: repository, env });
  let onLook = () => {};
  const stat: typeof nodeDisk.stat = async (path) => {
    const found = await nodeDisk.stat(path);
    onLook();
    return found;
  };
  const computer = new Computer(1, null, { disk: { ...nodeDisk, stat } });
  onTestFinished(() => computer.close());
  const folder = join(repository, 'story');
  git('init', '-q', '-b', 'main');
  await computer.link(storyWithBoards(2, 4), folder);
  const elements = readdirSync(join(folder, 'boards'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.startsWith('element-'))
    .map(({ parentPath, name }) => join(parentPath, name));
  git('add', '-A');
  git('commit', '-q', '-m', 'Add the story');
  for (const [branch, changed] of [
    ['one', elements.slice(0, 2)],
    ['two', elements],
  ] as const) {
    git('switch', '-q', '-c', branch, 'main');
    for (const file of changed) writeFileSync(file, readFileSync(file, 'utf8').replace('<p>The first', `<p>On ${branch}: the first`));
    git('commit', '-q', '-a', '-m', branch);
  }
  const lastStep = () => t(computer.engine.getUndoRedoLabels(computer.hash).undo ?? expect.fail());
  git('switch', '-q', 'main');
  await computer.sync();
  git('switch', '-q', 'one');
  await computer.sync();
  expect(lastStep()).toBe('Apply 2 changes from the story folder, branch one');
  git('switch', '-q', 'main');
  onLook = () => {
    onLook = () => {};
    git('switch', '-q', 'two');
  };
  await computer.sync();
  expect(lastStep()).toBe(`Apply ${elements.length} changes from the story folder, branch two`);
  git('switch', '-q', 'one');
  onLook = () => {
    onLook = () => {};
    for (const file of elements)
      writeFileSync(file, readFileSync(file, 'utf8').replace(/<p>(?:The|On one: the) first/, '<p>By hand: the first'));
  };
  await computer.sync();
  expect(lastStep()).toBe(`Apply ${elements.length} changes from the story folder, branch one`);
});
