/** [Project file] Project files of which the browser shows no path: dropped and chosen. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTempFolder, launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { goToProjectList, waitForBoard } from './user-steps.ts';

let app: TestApp;
let exported: Buffer;
const files = createTempFolder('project-files');
beforeAll(async () => {
  app = await launchApp();
  await goToProjectList(app);
  const call = createBackendCall(app);
  const { hash } = await call('project.create', { template: 'video-sample', name: 'Travelling' });
  const file = join(files, 'travelling.taleport');
  await call('project.writeProjectFile', { hash, file });
  exported = readFileSync(file);
});
afterAll(async () => {
  await app?.close();
  rmSync(files, { recursive: true, force: true });
});

const copies = () => app.page.getByRole('grid', { name: 'Projects' }).getByRole('row').filter({ hasText: 'Travelling' });

async function drop(name: string, content: Buffer): Promise<void> {
  const transfer = await app.page.evaluateHandle(
    ([fileName, numbers]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(numbers)], fileName));
      return data;
    },
    [name, [...content]] as const,
  );
  await app.page.dispatchEvent('.projects-screen', 'drop', { dataTransfer: transfer });
}

test('a dropped project file is imported with its files', async () => {
  await drop('dropped.taleport', exported);
  await waitForBoard(app);
  await app.page.locator('.react-flow__node img').first().waitFor();
  await goToProjectList(app);
  await expect.poll(() => copies().count()).toBe(2);
});

test('a damaged one is described, and nothing is created', async () => {
  await drop('cut.taleport', exported.subarray(0, 5_000));
  const dialog = app.page.getByRole('dialog', { name: /^The file can’t be imported/ });
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain('cut.taleport is damaged or incomplete');
  await app.screenshot('project-file-damaged');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => copies().count()).toBe(2);
});

test('a chosen one is imported', async () => {
  await app.page.getByRole('button', { name: 'Import project…', exact: true }).first().click();
  const dialog = app.page.getByRole('dialog', { name: 'Import project' });
  await app.screenshot('project-file-import');
  const [chooser] = await Promise.all([app.page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'Choose file…' }).click()]);
  await chooser.setFiles({ name: 'chosen.taleport', mimeType: 'application/octet-stream', buffer: exported });
  await waitForBoard(app);
  await goToProjectList(app);
  await expect.poll(() => copies().count()).toBe(3);
});
