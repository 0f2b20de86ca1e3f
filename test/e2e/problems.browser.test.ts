/** The list of problems: it follows the story, goes to what is wrong, repairs it, and marks cards and boards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import { expectAccessible } from './accessibility.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createProject } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await createProject(app, 'Empty', 'Lighthouse');
});
afterAll(() => app?.close());

const tree = () => app.page.getByRole('treegrid', { name: 'Problems' });
const row = (name: RegExp) => tree().getByRole('row', { name });
const call: ReturnType<typeof createBackendCall> = (...input) => createBackendCall(app)(...input);

async function openStory() {
  const [project] = await call('project.list', {});
  const hash = project?.hash ?? '';
  const { records } = await call('project.read', { hash });
  const all = records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]);
  const board = all.find(({ kind, type }) => kind === 'board' && type === 'board')?.id ?? '';
  return { hash, board };
}

const newElement = (boardId: string, title: string, content: string, x: number) =>
  ({ do: 'create', kind: 'element', fields: { boardId, title: `<p>${title}</p>`, content, x, y: 300 } }) as const;

test('the list follows the story; a fix is one step that can be undone', async () => {
  const { hash, board } = await openStory();
  const { ids } = await call('project.send', {
    hash,
    command: { do: 'batch', commands: [newElement(board, 'Stairs', '<pre><code>oil -= 1</code></pre>', 500)] },
  });
  await call('project.send', {
    hash,
    command: { do: 'change', kind: 'project', id: projectRecordId, fields: { startingElement: null } },
  });
  await app.page.keyboard.press('Control+Shift+M');
  await row(/The story has no start/).waitFor();
  await row(/“oil”, which isn’t a variable/).waitFor();
  await expectAccessible(app, 'problems');
  await row(/The story has no start/)
    .getByRole('button', { name: /^Start with/ })
    .click();
  await row(/The story has no start/).waitFor({ state: 'detached' });
  await app.page.locator('.board').focus();
  await app.page.keyboard.press('Control+Z');
  await row(/The story has no start/).waitFor();
  expect(ids).toHaveLength(1);
});

test('with the keyboard: go to the card, which is marked like its board', async () => {
  const { page } = app;
  await row(/^Unknown variables/).focus();
  // Selecting all is for texts and for the board, not for the interface.
  await page.keyboard.press('Control+a');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const card = page.locator('.react-flow__node.selected');
  await card.getByRole('img', { name: /^1 error: ./ }).waitFor();
  expect(await card.textContent()).toContain('Stairs');
  await page.locator('.board-tree').getByRole('img', { name: /error/ }).waitFor();
  await page.keyboard.press('Alt+l');
  await page
    .getByRole('row', { name: /Stairs/ })
    .getByRole('img', { name: '1 error' })
    .waitFor();
  await app.screenshot('problems-list-view');
  await page.keyboard.press('Alt+l');
});

test('a problem of the story as a whole leads to the settings of the project', async () => {
  await row(/The story has no start/).focus();
  await app.page.keyboard.press('Enter');
  await app.page.getByRole('tab', { name: 'Project settings', selected: true }).waitFor();
});

test('filters and groups', async () => {
  const { page } = app;
  const choose = async (filter: string, option: string) => {
    await page.getByRole('button', { name: filter }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Group by', 'By board');
  await row(/^Not on a board/).waitFor();
  await choose('Severity', 'Hints');
  await page.getByText('No problems match the filters').waitFor();
  await choose('Severity', 'All severities');
  await choose('Group by', 'By type');
  await choose('Engine', 'Godot 2.2.0');
  await row(/The story has no start/).waitFor();
});
