/** Updates by the real electron-updater: a feed on loopback, an AppImage that is downloaded and installed. Only the requests are Node's. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createElectronUpdater } from '../../../../main/desktop/updates/electron-updater.ts';
import type { PackageKind } from '../../../../main/desktop/updates/package-kind.ts';
import {
  appImageName,
  createFeed,
  cutAfter,
  endless,
  feedPublicKey,
  fromElsewhere,
  notFound,
  otherKey,
  type Release,
  replyWith,
  stall,
  startUpdateServer,
  type UpdateServer,
} from './update-server.ts';

/** Runs like the new AppImage: writes down how it was started. */
const newProgram = (folder: string) =>
  Buffer.from(`#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > '${folder}/started'\n#${'x'.repeat(300_000)}\n`);
const current = '1.2.0';

let folder: string;
let server: UpdateServer | undefined;
/** How often electron-updater has ended the program. */
let quits: number;
beforeEach(() => {
  quits = 0;
  folder = mkdtempSync(join(tmpdir(), 'taleport-update-'));
  writeFileSync(join(folder, appImageName), 'the old program');
  process.env.APPIMAGE = join(folder, appImageName);
});
afterEach(() => {
  server?.close();
  delete process.env.APPIMAGE;
  rmSync(folder, { recursive: true, force: true });
});

async function createUpdater(reply: Parameters<typeof startUpdateServer>[0], kind: PackageKind = 'appImage') {
  server = await startUpdateServer(reply);
  const config = join(folder, 'app-update.yml');
  writeFileSync(config, 'provider: generic\nupdaterCacheDirName: updater\n');
  return createElectronUpdater({
    kind,
    feed: { url: server.url, downloadPage: server.url, publicKeys: [feedPublicKey] },
    openRequest: (options) => request(options),
    log: () => undefined,
    configFile: config,
    idleLimit: 1000,
    app: {
      version: current,
      name: 'Taleport',
      isPackaged: true,
      appUpdateConfigPath: config,
      userDataPath: folder,
      baseCachePath: join(folder, 'cache'),
      whenReady: async () => undefined,
      relaunch: () => undefined,
      quit: () => {
        quits += 1;
      },
      onQuit: () => undefined,
    },
  });
}

const offer = (release: Partial<Release> = {}) => {
  const content = newProgram(folder);
  return { feed: replyWith(createFeed({ version: '1.3.0', content, ...release })), file: replyWith(content) };
};
/** The downloaded files that could be installed. */
const pendingFiles = (): string[] => {
  const pending = join(folder, 'cache', 'updater', 'pending');
  return existsSync(pending) ? readdirSync(pending) : [];
};

describe('checking', () => {
  test('finds a newer version, with its notes', async () => {
    const updater = await createUpdater(offer({ notes: '- Boards open faster.\n' }));
    expect(await updater.check()).toEqual({ version: '1.3.0', notes: '- Boards open faster.' });
  });

  test.each([current, '1.1.9', '0.9.0'])('version %s is not newer, so nothing is offered', async (version) => {
    expect(await (await createUpdater(offer({ version }))).check()).toBeNull();
  });

  test('a staged release reaches the given percentage of users', async () => {
    expect(await (await createUpdater(offer({ stagingPercentage: 0 }))).check()).toBeNull();
    server?.close();
    expect(await (await createUpdater(offer({ stagingPercentage: 100 }))).check()).toMatchObject({ version: '1.3.0' });
  });

  test.each([
    ['11111111-1111-4111-8111-11117fff0000', '1.3.0'],
    ['11111111-1111-4111-8111-111180010000', undefined],
  ])('at 50 %%, the installation %s is always in the same half', async (id, offered) => {
    writeFileSync(join(folder, '.updaterId'), id);
    for (const _ of [1, 2]) {
      const updater = await createUpdater(offer({ stagingPercentage: 50 }));
      expect((await updater.check())?.version).toBe(offered);
      expect(readFileSync(join(folder, '.updaterId'), 'utf8')).toBe(id);
      server?.close();
    }
  });

  test('nothing that identifies the user is sent', async () => {
    await (await createUpdater(offer())).check();
    expect(server?.headers).toEqual([expect.not.objectContaining({ 'x-user-staging-id': expect.anything() })]);
  });

  test('a package that the user installs is checked for, too', async () => {
    const updater = await createUpdater(offer(), 'manual');
    expect(await updater.check()).toMatchObject({ version: '1.3.0' });
  });

  test.each([
    ['that is not signed', null],
    ['that someone else has signed', otherKey],
  ])('a feed %s is rejected', async (_name, signingKey) => {
    const updater = await createUpdater(offer({ signingKey }));
    await expect(updater.check()).rejects.toMatchObject({ text: { key: 'updates.problem.notSigned' } });
  });

  test.each([
    ['version: 1.3.0', 'version: 1.4.0'],
    ['size: ', 'size: 1'],
    ['releaseDate', 'stagingPercentage: 100\nreleaseDate'],
  ])('a feed in which %s was changed after signing is rejected', async (from, into) => {
    const feed = createFeed({ version: '1.3.0', content: newProgram(folder) }).replace(from, into);
    const updater = await createUpdater({ feed: replyWith(feed), file: notFound });
    await expect(updater.check()).rejects.toMatchObject({ text: { key: 'updates.problem.notSigned' } });
  });

  test('a signed feed without what is needed is rejected', async () => {
    const updater = await createUpdater(offer({ size: 0 }));
    await expect(updater.check()).rejects.toMatchObject({ text: { key: 'updates.problem.invalidFeed' } });
  });

  test('a feed that is missing, endless, silent or cut is an error', async () => {
    const feed = createFeed({ version: '1.3.0', content: newProgram(folder) });
    const check = async (reply: typeof notFound) => {
      const updater = await createUpdater({ feed: reply, file: notFound });
      const error = await updater.check().catch((thrown) => thrown);
      server?.close();
      return error.text;
    };
    expect(await check(notFound)).toEqual({ key: 'updates.problem.noFeed' });
    expect(await check(endless)).toMatchObject({
      key: 'updates.problem.check',
      params: { reason: expect.stringContaining('1048576 bytes') },
    });
    expect(await check(stall(Buffer.from(feed), 20))).toMatchObject({ params: { reason: 'The server stopped sending' } });
    expect(await check(cutAfter(Buffer.from(feed), 20))).toMatchObject({ key: 'updates.problem.check' });
  });
});

// AppImages exist on Linux only.
describe.runIf(process.platform === 'linux')('downloading', () => {
  async function download(reply: Parameters<typeof startUpdateServer>[0]) {
    const updater = await createUpdater(reply);
    await updater.check();
    const progress: number[] = [];
    const error = await updater
      .download((done) => progress.push(done), new AbortController().signal)
      .then(
        () => null,
        (thrown) => thrown.text,
      );
    return { updater, error, progress };
  }

  test('reports its progress, and replaces the program when that is asked for', async () => {
    const { updater, error, progress } = await download(offer());
    expect(error).toBeNull();
    expect(progress.at(-1)).toBe(newProgram(folder).length);
    expect(readFileSync(join(folder, appImageName), 'utf8')).toBe('the old program');
    await updater.install(false);
    expect(readFileSync(join(folder, appImageName))).toEqual(newProgram(folder));
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('true\n');
  });

  // Login items and scripts refer to it.
  test.each([appImageName, 'My stories.AppImage'])('the program keeps its place as %s', async (name) => {
    rmSync(join(folder, appImageName));
    writeFileSync(join(folder, name), 'the old program');
    process.env.APPIMAGE = join(folder, name);
    const { updater } = await download(offer());
    await updater.install(false);
    expect(readdirSync(folder).filter((file) => file.endsWith('.AppImage'))).toEqual([name]);
    expect(readFileSync(join(folder, name))).toEqual(newProgram(folder));
  });

  test('is requested as a whole: the list of its parts is not signed', async () => {
    const { error } = await download(offer());
    expect(error).toBeNull();
    expect(server?.requests).toEqual(['/releases/latest-linux.yml', `/releases/${appImageName}`]);
    expect(server?.headers.filter((each) => each.range !== undefined)).toEqual([]);
  });

  test('may be redirected', async () => {
    const { error } = await download({ ...offer(), file: fromElsewhere(newProgram(folder)) });
    expect(error).toBeNull();
  });

  test('a complete download is not repeated after a restart', async () => {
    await download(offer());
    server?.close();
    const { error } = await download({ ...offer(), file: notFound });
    expect(error).toBeNull();
    expect(server?.requests).toEqual(['/releases/latest-linux.yml']);
  });

  test.each([
    ['another file than the one that was signed', () => replyWith(Buffer.from('something else'.repeat(10))), 'updates.problem.checksum'],
    ['a missing file', () => notFound, 'updates.problem.download'],
    ['an endless file', () => endless, 'updates.problem.download'],
    ['a file that breaks off', () => cutAfter(newProgram(folder), 100_000), 'updates.problem.download'],
    ['a file that stops arriving', () => stall(newProgram(folder), 100_000), 'updates.problem.download'],
  ])('%s is an error, and nothing is left to install', async (_name, file, key) => {
    const { updater, error } = await download({ ...offer(), file: file() });
    expect(error).toMatchObject({ key });
    expect(pendingFiles()).toEqual([]);
    await updater.install(false);
    expect(readFileSync(join(folder, appImageName), 'utf8')).toBe('the old program');
  });

  test('it can be cancelled', async () => {
    const updater = await createUpdater({ ...offer(), file: stall(newProgram(folder), 100_000) });
    await updater.check();
    const run = new AbortController();
    const ended = updater.download(() => run.abort(), run.signal);
    await expect(ended).rejects.toMatchObject({ text: { key: 'updates.problem.download' } });
    expect(pendingFiles()).toEqual([]);
  });
});

describe('on a Mac', () => {
  /** Replaces Electron's updater, and records its calls. */
  class Squirrel extends EventEmitter {
    readonly calls: string[] = [];
    setFeedURL(): void {}
    checkForUpdates(): void {
      this.calls.push('fetch');
    }
    quitAndInstall(): void {
      this.calls.push('restart');
    }
  }
  const require = createRequire(import.meta.url);
  const electron = require.resolve('electron');
  let squirrel: Squirrel;
  beforeEach(() => {
    squirrel = new Squirrel();
    const electronModule = Object.assign(new Module(electron), { exports: { autoUpdater: squirrel }, loaded: true });
    require.cache[electron] = electronModule;
  });
  afterEach(() => {
    delete require.cache[electron];
    vi.useRealTimers();
  });

  /** From then on, timers are fake: an installation that does not settle has a time limit. */
  async function downloadApp() {
    const content = Buffer.from('a zip with the new program');
    const feed = createFeed({ version: '1.3.0', content, file: 'Taleport-1.3.0-mac.zip' });
    const updater = await createUpdater({ feed: replyWith(feed), file: replyWith(content) }, 'macApp');
    await updater.check();
    await updater.download(() => undefined, new AbortController().signal);
    vi.useFakeTimers();
    return updater;
  }

  test('Squirrel gets what was downloaded only when it is to be installed, and then the program ends', async () => {
    const updater = await downloadApp();
    expect(squirrel.calls).toEqual([]);
    void updater.install(false);
    expect([squirrel.calls, quits]).toEqual([['fetch'], 0]);
    squirrel.emit('update-downloaded');
    expect([squirrel.calls, quits]).toEqual([['fetch'], 1]);
  });

  test('it restarts the program if that is asked for', async () => {
    const updater = await downloadApp();
    void updater.install(true);
    squirrel.emit('update-downloaded');
    expect([squirrel.calls, quits]).toEqual([['fetch', 'restart'], 0]);
  });

  test('a failure of Squirrel is reported, so that the program can end', async () => {
    const updater = await downloadApp();
    const installed = updater.install(false);
    squirrel.emit('error', new Error('the signature does not fit'));
    await expect(installed).rejects.toThrow('the signature does not fit');
  });

  test('waiting for a Squirrel that never answers has a time limit, so that the program can end', async () => {
    const updater = await downloadApp();
    const installed = expect(updater.install(false)).rejects.toThrow('in time');
    await vi.advanceTimersByTimeAsync(60_000);
    await installed;
  });
});
