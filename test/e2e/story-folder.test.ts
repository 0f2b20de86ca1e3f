/** A story folder in the window: two clones of one repository, edits on both, a merge by git whose conflict is resolved in the window, and both equal at the end. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitSetup } from '../../main/story-folder/version-control-setup.ts';
import { root } from '../root.ts';
import { expectAccessible } from './accessibility.ts';
import { createTempFolder, launchApp, shell, type TestApp } from './app.ts';
import { createProject, goToProjectList, startImport, waitForBoard } from './user-steps.ts';

let app: TestApp;
const place = createTempFolder('repositories');
const one = join(place, 'one');
const two = join(place, 'two');
const program = [process.execPath, '--disable-warning=ExperimentalWarning', join(root, 'main/headless.ts')];

function run(folder: string, ...args: string[]) {
  const env = { ...process.env, GIT_EDITOR: 'true', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  return spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: folder, encoding: 'utf8', env });
}
function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = run(folder, ...args);
  expect(status, `git ${args.join(' ')}: ${stderr}`).toBe(0);
  return stdout;
}
function commit(folder: string, text: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', text);
}

/** The file of the board on which the sample starts. Its name does not change with the board's. */
const boardFile = (folder: string): string => {
  const boards = join(folder, 'story', 'boards');
  return join(boards, readdirSync(boards).find((each) => each.startsWith('the-shore-')) ?? '', 'board.yaml');
};
const nameIn = (folder: string): string => /^ {2}name: (.*)$/m.exec(readFileSync(boardFile(folder), 'utf8'))?.[1] ?? '';

beforeAll(async () => {
  mkdirSync(one);
  git(one, 'init', '-q', '-b', 'main');
  app = await launchApp();

  await createProject(app, 'Sample', 'Two clones');
});
afterAll(async () => {
  await app?.close();
  rmSync(place, { recursive: true, force: true });
});

const dialog = (name: string) => app.page.getByRole('dialog', { name });
const chip = (words: RegExp) => app.page.locator('.workspace-header .story-folder-chip', { hasText: words }).waitFor();

async function runAction(name: string): Promise<void> {
  await app.page.keyboard.press('Control+k');
  await dialog('Command palette').waitFor();
  await app.page.keyboard.type(name);
  await app.page.locator('.pick', { hasText: name }).first().click();
}

/** Renames the board that is shown. */
async function renameBoard(to: string): Promise<void> {
  await app.page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
  await app.page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' }).fill(to);
  await app.page.keyboard.press('Enter');
}

async function fillFolder(folder: string, title: string): Promise<void> {
  await dialog(title).waitFor();
  if (shell === 'desktop') await dialog(title).getByRole('button', { name: 'Choose…' }).click();
  else await dialog(title).getByLabel('Folder', { exact: true }).fill(folder);
}

test('a project is linked to a folder of a repository, and an edit is in its file', async () => {
  const folder = join(one, 'story');
  mkdirSync(folder);
  const form = dialog('Link story folder');
  const linkFolder = () => form.getByRole('button', { name: 'Link folder' }).click();
  const confirmation = form.getByRole('checkbox', { name: 'Use this folder anyway' });
  const unusual = dirname(app.data);
  await app.choose(unusual);
  await runAction('Story folder…');
  await fillFolder(unusual, 'Link story folder');
  await linkFolder();
  await confirmation.waitFor();
  await expectAccessible(app, 'folder to confirm');
  await app.screenshot('story-folder-unusual');
  await app.choose(folder);
  await fillFolder(folder, 'Link story folder');
  await confirmation.waitFor({ state: 'detached' });
  await linkFolder();
  await chip(/^main$/);
  await app.page.getByRole('heading', { name: 'Story folder', exact: true }).waitFor();
  await renameBoard('In the window');
  await expect.poll(() => nameIn(one)).toBe('In the window');
  await gitSetup.install(folder, program);
  commit(one, 'Add the story');
  git(place, 'clone', '-q', one, two);
  await expectAccessible(app, 'story folder');
  await app.screenshot('story-folder-linked');
});

test('another branch is one step of the history', async () => {
  git(one, 'switch', '-q', '-c', 'rework');
  writeFileSync(boardFile(one), readFileSync(boardFile(one), 'utf8').replace('In the window', 'Reworked'));
  await chip(/^rework$/);
  await expect
    .poll(() => app.page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' }).inputValue())
    .toBe('Reworked');
  git(one, 'checkout', '-q', '.');
  git(one, 'switch', '-q', 'main');
  await expect
    .poll(() => app.page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' }).inputValue())
    .toBe('In the window');
});

test('a conflict that git could not merge is resolved in the window, and the merge arrives when it is committed', async () => {
  await gitSetup.install(join(two, 'story'), program);
  writeFileSync(boardFile(two), readFileSync(boardFile(two), 'utf8').replace('In the window', 'By the other clone'));
  commit(two, 'Theirs');
  await renameBoard('By this clone');
  await expect.poll(() => nameIn(one)).toBe('By this clone');
  commit(one, 'Ours');
  expect(run(one, 'pull', '-q', '--no-rebase', two, 'main').status).not.toBe(0);
  await chip(/^1 conflict$/);
  await app.page.getByText('A merge is in progress in Git', { exact: false }).first().waitFor();
  await app.screenshot('story-folder-merge');
  await app.page.keyboard.press('Alt+R');
  await dialog('Conflicts').waitFor();
  // Words that only one side has are marked, each in an element of its own.
  await dialog('Conflicts')
    .getByRole('region', { name: 'Theirs', exact: true })
    .filter({ hasText: /other\s*clone/ })
    .waitFor();
  await app.screenshot('story-folder-conflict');
  await dialog('Conflicts')
    .getByRole('button', { name: /^Use theirs/ })
    .first()
    .click();
  await expect.poll(() => nameIn(one)).toBe('By the other clone');
  await app.page.getByRole('button', { name: 'Done' }).click();
  commit(one, 'Merge');
  await chip(/^main$/);
  await expect
    .poll(() => app.page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' }).inputValue())
    .toBe('By the other clone');
  expect(git(one, 'status', '--porcelain')).toBe('');
});

/** Drops a folder on the window, as from a file manager. */
async function dropFolder(folder: string): Promise<void> {
  const session = await app.page.context().newCDPSession(app.page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
}

test('a clone is opened by dropping its folder on the list of projects', async () => {
  git(two, 'pull', '-q', one, 'main');
  await goToProjectList(app);
  await app.page.getByRole('button', { name: 'Open story folder…' }).waitFor();
  const folder = join(two, 'story');
  await dropFolder(folder);
  // Browsers hide the path of what is dropped.
  if (shell === 'browser') {
    await fillFolder(folder, 'Open story folder');
    await dialog('Open story folder').getByRole('button', { name: 'Open', exact: true }).click();
  }
  await waitForBoard(app);
  await chip(/^main$/);
  expect(git(two, 'status', '--porcelain')).toBe('');
  await app.screenshot('story-folder-opened');
});

test('“Import project” makes a copy of the story that is not linked', async () => {
  await goToProjectList(app);
  await startImport(app, join(two, 'story'));
  await waitForBoard(app);
  expect(await app.page.locator('.workspace-header .story-folder-chip').count()).toBe(0);
});

test('a folder that contains no story is refused with the reason', async () => {
  await goToProjectList(app);
  const folder = join(place, 'empty');
  mkdirSync(folder);
  await app.choose(folder);
  await app.page.getByRole('button', { name: 'Open story folder…' }).click();
  if (shell === 'browser') {
    await fillFolder(folder, 'Open story folder');
    await dialog('Open story folder').getByRole('button', { name: 'Open', exact: true }).click();
  }
  await app.page.getByText('This folder contains no story: story.yaml is missing.').first().waitFor();
});
