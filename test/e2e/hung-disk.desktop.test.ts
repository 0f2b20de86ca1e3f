/** [Targets] A game folder on a disk that stops responding: the window answers, what is changed is stored, and the other game folders are delivered. */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { newFolderForFile } from '../new-folder.ts';
import { plantHungFolder } from '../plant-hung-folder.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createGameFolder } from './game-folders.ts';
import { addTarget, createProject } from './user-steps.ts';

async function renameBoard({ page }: TestApp, to: string): Promise<void> {
  await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
  await page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' }).fill(to);
  await page.keyboard.press('Enter');
}

const fileContains = (file: string, words: string): Promise<void> => expect.poll(() => readFileSync(file, 'utf8')).toContain(words);

test('keeps nothing else waiting, nor the app from ending and starting again, and is delivered when its disk responds', async () => {
  const [hung, other] = [createGameFolder('unity'), createGameFolder('unity')];
  onTestFinished(() => {
    for (const { folder } of [hung, other]) rmSync(folder, { recursive: true, force: true });
  });
  const disk = plantHungFolder(newFolderForFile(), hung.folder);
  const data = newFolderForFile();
  const launch = async (): Promise<TestApp> => {
    const app = await launchApp({ data, env: { NODE_OPTIONS: `--require ${disk.module}` } });
    onTestFinished(() => app.quit());
    return app;
  };
  const app = await launch();
  await createProject(app, 'Sample', 'Story');
  for (const { folder } of [hung, other]) {
    await addTarget(app, folder);
    await app.page
      .getByRole('article', { name: `Unity, ${folder}` })
      .getByText('Up to date', { exact: true })
      .waitFor();
  }
  const before = readFileSync(hung.file, 'utf8');

  disk.hang();
  for (const name of ['First while it hangs', 'Second while it hangs']) {
    await renameBoard(app, name);
    await fileContains(other.file, name);
  }
  await createBackendCall(app)('backup.create', {});
  await app.screenshot('hung-disk');
  const ended = once(app.electron?.process ?? process, 'exit');
  await app.electron?.evaluate(({ app: running }) => running.quit());
  await ended;

  const again = await launch();
  const ask = createBackendCall(again);
  const [project] = await ask('project.list', {});
  const command = { do: 'change', kind: 'project', id: 'project', fields: { name: 'After the start' } } as const;
  await ask('project.send', { hash: project?.hash ?? '', command });
  await fileContains(other.file, 'After the start');
  await fileContains(other.file, 'Second while it hangs');
  expect(readFileSync(hung.file, 'utf8')).toBe(before);
  disk.resume();
  await fileContains(hung.file, 'After the start');
});
