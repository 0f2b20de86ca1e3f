/** The projects cannot be opened: the window reports it, restores the newest backup into another folder, and saves diagnostics. */
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabaseFile } from '../../main/engine/storage/sqlite.ts';
import { expectAccessible } from './accessibility.ts';
import { createTempFolder, launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createProject } from './user-steps.ts';

const data = createTempFolder('data');
const restored = createTempFolder('restored');
let app: TestApp;
beforeAll(async () => {
  const before = await launchApp({ data });
  await createProject(before, 'Sample', 'Kept');
  await createBackendCall(before)('backup.create', {});
  await before.quit();
});

test('[Damage] a file with what Taleport has not created is repaired with a button, and opened', async () => {
  const database = openDatabaseFile(join(data, 'taleport.sqlite'));
  database.exec('CREATE TRIGGER spy AFTER INSERT ON record BEGIN SELECT 1; END');
  database.close();
  const foreign = await launchApp({ data });
  await foreign.page.getByRole('alert').waitFor();
  await foreign.screenshot('foreign-schema');
  await foreign.page.getByRole('button', { name: 'Repair the data file' }).click();
  await foreign.page.getByText('Kept', { exact: true }).waitFor();
  await foreign.page.getByText('The data file was repaired.', { exact: false }).waitFor();
  await foreign.screenshot('foreign-schema-repaired');
  await foreign.quit();
  truncateSync(join(data, 'taleport.sqlite'), 5000);
  app = await launchApp({ data });
});
let hasQuit = false;
afterAll(async () => {
  if (!hasQuit) await app?.close();
  for (const folder of [data, restored]) rmSync(folder, { recursive: true, force: true });
});

test('[Damage] diagnostics are saved while the projects cannot be opened', async () => {
  const file = join(restored, '..', `${basename(restored)}.zip`);
  await app.choose(file);
  await app.page.getByRole('alert').waitFor();
  await expectAccessible(app, 'projects that cannot be opened');
  await app.screenshot('damaged-folder');
  await app.page.getByRole('button', { name: 'Save diagnostics…' }).click();
  await app.page.getByText(/^Diagnostics saved to /).waitFor();
  expect(existsSync(file)).toBe(true);
  rmSync(file);
});

test('[Damage] the newest backup is restored into the folder that the user chooses, and opened with a restart', async () => {
  await app.choose(restored);
  await app.page.getByRole('button', { name: /^Restore the backup of / }).click();
  await app.page.getByText(`1 project was restored into ${restored}.`, { exact: false }).waitFor();
  await app.screenshot('damaged-folder-restored');
  expect(existsSync(join(restored, 'taleport.sqlite'))).toBe(true);
  // The test could not control a program that starts again, so the start is only recorded, when this one has closed everything.
  const record = join(restored, '..', `${basename(restored)}-started.json`);
  onTestFinished(() => rmSync(record, { force: true }));
  await app.electron?.evaluate(({ app: program }, file) => {
    program.relaunch = (options) => process.getBuiltinModule('node:fs').writeFileSync(file, JSON.stringify(options?.args ?? []));
  }, record);
  await app.page.getByRole('button', { name: 'Open restored projects' }).click();
  const started = (): unknown => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8') || '[]') : []);
  await expect.poll(started).toEqual(expect.arrayContaining(['--data', restored]));
  // Only the debugger of the test keeps it from ending.
  const ended = app.electron && once(app.electron.process, 'exit');
  app.electron?.kill();
  await ended;
  hasQuit = true;
});
