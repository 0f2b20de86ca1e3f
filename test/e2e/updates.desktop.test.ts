/** An update in the window: found, downloaded, and installed when the program quits. Electron makes the requests; the AppImage is a script. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFeed, feedPublicKey, replyWith, startUpdateServer, type UpdateServer } from '../main/desktop/updates/update-server.ts';
import { root } from '../root.ts';
import { createTempFolder, environment, launchApp, type TestApp } from './app.ts';
import { readFirstLine } from './read-first-line.ts';
import { trackProcess } from './running-processes.ts';

const folder = createTempFolder('update');
const appImage = join(folder, 'Taleport.AppImage');
const newProgram = Buffer.from(`#!/bin/sh\ntouch '${folder}/started'\n#${'x'.repeat(2_000_000)}\n`);
const download = Promise.withResolvers<ServerResponse>();

/** Electron must be inside APPDIR, and `/` contains every path. */
const asAppImage = { APPIMAGE: appImage, APPDIR: '/', XDG_STATE_HOME: join(folder, 'state') };

/** `taleport watch` in a process of its own, with another data folder. Resolves when it works with the folder. */
async function startWatching(): Promise<ChildProcess> {
  const args = ['--no-sandbox', root, 'watch', '--json', '--data', join(folder, 'other')];
  const watcher = spawn(process.env.TALEPORT_ELECTRON ?? '', args, {
    env: { ...environment(undefined), ...asAppImage },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await readFirstLine('taleport watch', trackProcess(watcher));
  return watcher;
}

let server: UpdateServer;
let app: TestApp;
beforeAll(async () => {
  server = await startUpdateServer({
    feed: replyWith(createFeed({ version: '9.9.9', content: newProgram, notes: '- Boards open faster <b>now</b>.' })),
    // The first half; the test sends the rest.
    file: (response) => {
      response.writeHead(200, { 'content-length': newProgram.length });
      response.write(newProgram.subarray(0, newProgram.length / 2), () => download.resolve(response));
    },
  });
  writeFileSync(appImage, 'the old program');
  const feed = join(folder, 'feed.json');
  const urls = { url: server.url, downloadPage: 'https://example.com/' };
  writeFileSync(feed, JSON.stringify({ provider: 'generic', ...urls, publicKeys: [feedPublicKey], updaterCacheDirName: 'updater' }));
  mkdirSync(join(folder, 'cache'));
  app = await launchApp({ env: { ...asAppImage, TALEPORT_UPDATE_FEED: feed, XDG_CACHE_HOME: join(folder, 'cache') } });
});
afterAll(async () => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
  await app?.close();
});

test('“Check for updates” shows the version, its notes as text and the progress; quitting installs it', async () => {
  const { page } = app;
  await expect
    .poll(() => app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('checkForUpdates')?.enabled))
    .toBe(true);
  await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('checkForUpdates')?.click());
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByText('Taleport 9.9.9 is available. Downloading…').waitFor();
  await settings.getByText('- Boards open faster <b>now</b>.').waitFor();
  const response = await download.promise;
  let sent = newProgram.length / 2;
  const progress = settings.getByRole('progressbar', { name: 'Downloading the update' });
  // Progress is only reported when bytes arrive, and once a second.
  await expect
    .poll(async () => {
      response.write(newProgram.subarray(sent, sent + 1000));
      sent += 1000;
      return Number(await progress.getAttribute('aria-valuenow'));
    })
    .toBeGreaterThan(40);
  await app.screenshot('update-downloading');

  response.end(newProgram.subarray(sent));
  await settings.getByText('Taleport 9.9.9 is ready. It will be installed when you quit.').waitFor();
  await settings.getByRole('button', { name: 'Restart and update' }).waitFor();
  await app.screenshot('update-ready');
  expect(readFileSync(appImage, 'utf8')).toBe('the old program');

  // Another process of the program, which would lose its files.
  const watcher = await startWatching();
  await settings.getByRole('button', { name: 'Restart and update' }).click();
  await page.getByText(`Another instance of Taleport is using ${join(folder, 'other')}`).waitFor();
  await app.screenshot('update-waits');
  const ended = once(watcher, 'exit');
  watcher.kill('SIGKILL');
  await ended;
  expect(readFileSync(appImage, 'utf8')).toBe('the old program');

  await app.quit();
  expect(readFileSync(appImage)).toEqual(newProgram);
  expect(existsSync(join(folder, 'started'))).toBe(true);
});

test('a copy that was not installed from a release reports that it does not check', async () => {
  const development = await launchApp();
  try {
    await development.page.keyboard.press('Control+,');
    await development.page.getByRole('tab', { name: 'Updates' }).click();
    await development.page.getByText('This copy of Taleport wasn’t installed from a release').waitFor();
    await development.screenshot('update-development');
  } finally {
    await development.close();
  }
});

test('where the administrator has turned updates off, the window says so', async () => {
  const managed = await launchApp({ env: { TALEPORT_UPDATES: 'off' } });
  try {
    await managed.page.keyboard.press('Control+,');
    await managed.page.getByRole('tab', { name: 'Updates' }).click();
    await managed.page.getByText('Updates are turned off by the administrator').waitFor();
  } finally {
    await managed.close();
  }
});
