/**
 * [Safe start] The desktop app after it has died twice in the same work: it starts with that work paused, and says so. And bytes from outside that
 * used to end it: it reports them and goes on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deadlyGameFolder, keyVariable, prepareDelivery, prepareSync } from '../main/app/backend/crashing-work.ts';
import { openSide } from '../main/sync/service/two-workspaces.ts';
import { newFolderForFile } from '../new-folder.ts';
import { plantCrash } from '../plant-crash.ts';
import { root } from '../root.ts';
import { FaultProxy } from '../sync-proof/fault-proxy.ts';
import { environment, launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { trackProcess } from './running-processes.ts';
import { startImport, waitForBoard } from './user-steps.ts';

const planted = (deadly: string) => ({ NODE_OPTIONS: `--require ${plantCrash(newFolderForFile(), deadly)}` });

async function launch(data: string, deadly?: string): Promise<TestApp> {
  const app = await launchApp({ data, env: deadly === undefined ? {} : planted(deadly), mayLog: /net::ERR|Failed to load resource/ });
  onTestFinished(() => app.quit());
  return app;
}

/** Starts the app, which dies by itself. Returns the signal. */
async function startAndDie(data: string, deadly: string): Promise<unknown> {
  const args = ['--no-sandbox', '--disable-gpu', root, '--data', data];
  const env = { ...environment(undefined), ...planted(deadly) };
  const child = trackProcess(spawn(process.env.TALEPORT_ELECTRON ?? '', args, { stdio: 'ignore', env }));
  const [, signal] = await once(child, 'exit');
  return signal;
}

const toast = (app: TestApp, text: RegExp) => app.page.locator('.toast', { hasText: text });

test('after two deaths in a delivery, its game folder is paused', async () => {
  const data = newFolderForFile();
  const { game } = await prepareDelivery(data, newFolderForFile);
  expect(await startAndDie(data, deadlyGameFolder)).toBe('SIGKILL');
  expect(await startAndDie(data, deadlyGameFolder)).toBe('SIGKILL');
  const app = await launch(data, deadlyGameFolder);
  await toast(app, new RegExp(`Taleport ended unexpectedly twice while it exported “Castle” to ${game}`)).waitFor();
  await app.screenshot('safe-start-delivery');
  expect((await createBackendCall(app)('target.list', {})).map(({ on }) => on)).toEqual([false, true]);
});

test('after two deaths over what a workspace has sent, sync of the project is paused', async () => {
  const data = newFolderForFile();
  const { hash, key, remote } = await prepareSync(data);
  onTestFinished(() => remote.close());
  process.env[keyVariable] = key;
  expect(await startAndDie(data, 'deadly')).toBe('SIGKILL');
  expect(await startAndDie(data, 'deadly')).toBe('SIGKILL');
  const app = await launch(data, 'deadly');
  await toast(app, /Taleport ended unexpectedly twice while it synced “Castle”/).waitFor();
  await app.page.getByText('Paused', { exact: true }).first().waitFor();
  await app.screenshot('safe-start-sync');
  expect(await createBackendCall(app)('sync.list', {})).toMatchObject([{ hash, state: 'paused' }]);
});

test('after two deaths in an import, the file is refused once', async () => {
  const data = newFolderForFile();
  const file = join(newFolderForFile(), 'deadly.json');
  copyFileSync(join(root, 'samples', 'sample.json'), file);
  for (let death = 0; death < 2; death++) {
    const dying = await launchApp({ data, env: planted('deadly.json') });
    const died = once(dying.electron?.process ?? process, 'exit');
    await startImport(dying, file).catch(() => undefined);
    expect((await died)[1]).toBe('SIGKILL');
  }
  const app = await launch(data);
  await startImport(app, file);
  await app.page.getByText(/Taleport ended unexpectedly twice while it imported deadly\.json/).waitFor();
  await app.screenshot('safe-start-import');
  await app.page.keyboard.press('Escape');
  await startImport(app, file);
  await waitForBoard(app);
});

test('a file of brackets is refused with a sentence, and the app goes on', async () => {
  const app = await launch(newFolderForFile());
  for (const name of ['brackets.json', 'brackets.taleport']) {
    const file = join(newFolderForFile(), name);
    writeFileSync(file, '['.repeat(66_000));
    await startImport(app, file);
    await app.page.getByRole('dialog', { name: 'The file can’t be imported' }).waitFor();
    await app.screenshot(`brackets-${name}`);
    await app.page.keyboard.press('Escape');
  }
  expect(await createBackendCall(app)('project.list', {})).toEqual([]);
});

test('an answer of 60 MB of brackets is reported with a sentence, and the app goes on', async () => {
  const remote = await openSide();
  const { url } = await remote.ask('service.start', { port: 0 });
  const { key } = await remote.ask('apiKey.create', { name: 'sync', permissions: ['project:read', 'project:write'] });
  const { hash } = await remote.ask('project.create', { template: 'empty', name: 'Castle' });
  const proxy = new FaultProxy(url, () => 0.5);
  onTestFinished(async () => {
    await proxy.close();
    await remote.close();
  });
  const brackets = Buffer.alloc(60_000_000, '[');
  proxy.onResponse = (line, response) => {
    if (!line.startsWith(`GET /api/v1/${hash}`)) return response;
    return { ...response, headers: { 'content-type': 'application/json' }, body: brackets };
  };
  process.env[keyVariable] = key;
  const app = await launch(newFolderForFile());
  const call = createBackendCall(app);
  await call('remote.add', { name: 'Team', url: await proxy.open(), key: { variable: keyVariable } });
  await call('sync.add', { remote: 'Team', hash, later: true });
  await expect.poll(async () => JSON.stringify(await call('sync.list', {}))).toContain('remote.unavailable.tooLarge');
  await app.page.locator('.sync-chip').first().click();
  await app.page
    .getByText(/The server sent more than any project contains/)
    .first()
    .waitFor();
  await app.screenshot('answer-of-brackets');
  expect(await call('project.list', {})).toEqual([]);
});
