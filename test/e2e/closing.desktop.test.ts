/** Closing the window, the program, a tab or a project saves what stands in a field, without a question. */
import { rmSync } from 'node:fs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connectBackend } from '../../main/app/backend/connect-backend.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { createTempFolder, launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { cardText, createProject, expectFocused, goToProjectList } from './user-steps.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let app: TestApp;
let data: string;
beforeEach(async () => {
  data = createTempFolder('closing');
  folders.push(data);
  app = await launchApp({ data });
  await createProject(app, 'Empty', 'Closing');
});

/** Ends with the caret in the content of a new card. */
async function startWriting(): Promise<void> {
  const { page } = app;
  await page.locator('.board').focus();
  await page.keyboard.press('e');
  await expectFocused(cardText(app, 'Title'));
  await page.keyboard.press('Enter');
  await expectFocused(cardText(app, 'Content'));
}

/** The records and drafts of the only project. */
async function readStored(): Promise<{ records: string; drafts: unknown[] }> {
  const backend = connectBackend(data, { targets: 'onRequest', sync: 'onRequest' });
  const invoke = createInvoke(backend);
  const [{ hash = '' } = {}] = await invoke('project.list', {});
  const { records } = await invoke('project.read', { hash });
  const drafts = await invoke('draft.list', { hash });
  await backend.close();
  return { records: records.join(''), drafts };
}

/** Whatever asks is answered with Cancel, so that a question would keep the window open. */
const answerWithCancel = () =>
  app.electron?.evaluate(({ dialog }) => {
    dialog.showMessageBoxSync = () => 1;
  });

test('the window: the last keys are saved', async () => {
  await startWriting();
  await answerWithCancel();
  await app.page.keyboard.type('The lamp goes out');
  await app.electron?.closeWindows();
  await app.quit();
  expect(await readStored()).toEqual({ records: expect.stringContaining('The lamp goes out'), drafts: [] });
});

test('the program, while a number is not valid yet: the number stays as a draft', async () => {
  const { page } = app;
  const call = createBackendCall(app);
  const [{ hash = '' } = {}] = await call('project.list', {});
  await call('project.send', {
    hash,
    command: { do: 'create', kind: 'variable', fields: { name: 'memories', type: 'integer', value: 7 } },
  });
  await page.keyboard.press('Alt+v');
  const field = page.getByRole('textbox', { name: /memories/ }).last();
  await field.fill('7x');
  await answerWithCancel();
  await app.electron?.evaluate(({ app: program }) => program.quit());
  await app.quit();
  expect(await readStored()).toMatchObject({ drafts: [{ value: '7x' }] });
});

test('the project: the last keys are saved', async () => {
  await startWriting();
  await app.page.keyboard.type('The lamp goes out');
  await goToProjectList(app);
  await app.quit();
  expect(await readStored()).toEqual({ records: expect.stringContaining('The lamp goes out'), drafts: [] });
});
