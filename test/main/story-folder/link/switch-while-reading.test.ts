/** [S9] A switch of branches looks at each file once, and arrives as one step, also if git switches again meanwhile. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../../../main/platform/disk.ts';
import { t } from '../../../../shared/messages/english.ts';
import { newFolder } from '../../../new-folder.ts';
import { storyWithBoards } from '../two-sides.ts';
import { Computer } from './computers.ts';

test('a switch looks at each file once, and a command of git that ends while files are read is one step with it', async () => {
  const repository = newFolder();
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org', ...args], { cwd: repository, env });
  const looks = new Map<string, number>();
  let onLook = () => {};
  const stat: typeof nodeDisk.stat = async (path) => {
    looks.set(path, (looks.get(path) ?? 0) + 1);
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
  looks.clear();
  await computer.sync();
  expect(lastStep()).toBe('Apply 2 changes from the story folder, branch one');
  expect(elements.map((file) => looks.get(file))).toEqual(elements.map(() => 1));
  git('switch', '-q', 'main');
  onLook = () => {
    onLook = () => {};
    git('switch', '-q', 'two');
  };
  await computer.sync();
  expect(lastStep()).toBe(`Apply ${elements.length} changes from the story folder, branch two`);
});
