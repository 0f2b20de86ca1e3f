import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { lockDataFolder } from '../../../main/engine/storage/data-folder-lock.ts';
import { acquireFileLock } from '../../../main/engine/storage/sqlite.ts';
import { type BackendConnection, openBackendConnection } from '../../../main/instance/backend-connection.ts';
import { claimDataFolder, type InstanceOptions } from '../../../main/instance/claim-data-folder.ts';
import { connectToInstance, InstanceClosedError } from '../../../main/instance/instance-client.ts';
import { databaseFileIn } from '../../../main/platform/data-folder.ts';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { t } from '../../../shared/messages/english.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { hasSignals, removesOpenFiles } from '../../system-abilities.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const open: BackendConnection[] = [];
const folders: string[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  for (const reached of open.splice(0)) await reached.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(name = 'data'): string {
  const folder = mkdtempSync(join(tmpdir(), 'owner-'));
  folders.push(folder);
  return join(folder, name);
}

/** A backend that answers with its name, and emits an event before each answer. `hold` is a call that waits until the test resolves it. */
function partsNamed(name: string) {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  const letGo = Promise.withResolvers<void>();
  const called: string[] = [];
  const parts: Backend = {
    async call(call, input): Promise<CallResult> {
      called.push(call);
      if (call === 'hold') await letGo.promise;
      for (const listener of listeners) listener([{ event: 'notice', message: message('problem.verbatim', { text: `before ${call}` }) }]);
      return { ok: true, value: { by: name, input } };
    },
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => undefined,
  };
  return { parts, called, letGo: letGo.resolve };
}

const optionsFor = (parts: Backend): InstanceOptions => ({
  version: '1.2.3',
  lockFolder: lockDataFolder,
  log: () => undefined,
  openBackend: async () => parts,
});

/** Another process that owns the folder, until the test ends. */
async function startOwnerProcess(folder: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'own-folder.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

function start(folder: string, parts: Backend): BackendConnection {
  const reached = openBackendConnection(folder, optionsFor(parts));
  open.push(reached);
  return reached;
}

/** The owner of a folder, in which a call of another process runs until `one.letGo()`. */
async function startWithHeldCall() {
  const folder = newFolder();
  const one = partsNamed('first');
  const first = start(folder, one.parts);
  await first.connect();
  const second = start(folder, partsNamed('second').parts);
  await second.call('any', {});
  const held = second.call('hold', {});
  // The owner has received the call by then.
  await second.call('any', {});
  return { folder, one, first, held };
}

const byOf = (answer: CallResult): unknown => (answer.ok ? Reflect.get(Object(answer.value), 'by') : answer.problem.code);

describe('a data folder', () => {
  it('is owned by the first process; the second hands its work to it', async () => {
    const folder = newFolder();
    const first = start(folder, partsNamed('first').parts);
    expect(await first.connect()).toBe('owner');
    const second = start(folder, partsNamed('second').parts);
    expect(await second.connect()).toBe('client');
    expect(byOf(await second.call('any', { a: 1 }))).toBe('first');
  });

  it.skipIf(!removesOpenFiles)('has one owner even if the file of its lock is deleted', async () => {
    const folder = newFolder();
    const first = start(folder, partsNamed('first').parts);
    await first.connect();
    rmSync(join(folder, 'instance.lock'));
    const second = start(folder, partsNamed('second').parts);
    expect(await second.connect()).toBe('client');
    expect(byOf(await second.call('any', {}))).toBe('first');
    const third = start(folder, partsNamed('third').parts);
    expect(await third.connect()).toBe('client');
    await first.close();
    expect(await second.connect()).toBe('owner');
  });

  it.runIf(hasSignals)(
    'is not claimed while a stopped owner listens, even if the files of its lock and its record are deleted',
    async () => {
      const folder = newFolder();
      const owner = await startOwnerProcess(folder);
      owner.kill('SIGSTOP');
      for (const name of ['instance.lock', 'instance.json']) rmSync(join(folder, name));
      const second = await claimDataFolder(folder, optionsFor(partsNamed('second').parts));
      expect(second).toBeUndefined();
      owner.kill('SIGCONT');
    },
  );

  it.skipIf(!removesOpenFiles)('is locked again by its owner after the file of the lock was deleted', async () => {
    const folder = newFolder();
    const first = start(folder, partsNamed('first').parts);
    await first.connect();
    rmSync(join(folder, 'instance.lock'));
    await first.call('any', {});
    expect(lockDataFolder(folder)).toBeNull();
  });

  it.runIf(process.platform !== 'win32').each(['instance.sock', 'instance.json'])('is reached again after %s was deleted', async (name) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const folder = newFolder();
    const first = start(folder, partsNamed('first').parts);
    const before = start(folder, partsNamed('second').parts);
    await first.connect();
    expect(byOf(await before.call('any', {}))).toBe('first');
    rmSync(join(folder, name));
    await vi.advanceTimersByTimeAsync(2000);
    expect(byOf(await start(folder, partsNamed('third').parts).call('any', {}))).toBe('first');
    expect(byOf(await before.call('any', {}))).toBe('first');
    await first.close();
    expect(readdirSync(folder).filter((entry) => /^instance\.(?:sock|json|new)/.test(entry))).toEqual([]);
  });

  it.skipIf(!removesOpenFiles)('is not published where the folder was, after it was moved and another one took its place', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const folder = newFolder();
    const first = start(folder, partsNamed('first').parts);
    await first.connect();
    renameSync(folder, `${folder}-moved`);
    mkdirSync(folder);
    await vi.advanceTimersByTimeAsync(2000);
    expect(byOf(await first.call('any', {}))).toBe('first');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!removesOpenFiles).each(['instance.lock', 'taleport.sqlite'])(
    'is given up when it was moved and another one, with %s, took its place',
    async (name) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const folder = newFolder();
      const one = partsNamed('first');
      const first = await claimDataFolder(folder, optionsFor(one.parts));
      renameSync(folder, `${folder}-moved`);
      mkdirSync(folder);
      writeFileSync(join(folder, name), '');
      await vi.advanceTimersByTimeAsync(2000);
      await first?.closed;
      await expect(first?.backend.call('any', {})).rejects.toThrow(InstanceClosedError);
      expect(one.called).toEqual([]);
      expect(readdirSync(folder)).toEqual([name]);
    },
  );

  it.skipIf(!removesOpenFiles)('is given up when it is deleted as a whole', async () => {
    const folder = newFolder();
    const one = partsNamed('first');
    const first = await claimDataFolder(folder, optionsFor(one.parts));
    rmSync(folder, { recursive: true });
    await expect(first?.backend.call('any', {})).rejects.toThrow(InstanceClosedError);
    expect(one.called).toEqual([]);
    await first?.closed;
  });

  it.skipIf(!removesOpenFiles)('is opened again when its projects are back, and nothing is created meanwhile', async () => {
    const folder = newFolder();
    const openings: Backend[] = [partsNamed('before').parts, partsNamed('after').parts];
    let lose: (() => void) | undefined;
    let areGone = false;
    const first = openBackendConnection(folder, {
      ...optionsFor(partsNamed('unused').parts),
      assertProjectsExist() {
        if (areGone) throw new Problem('folder', message('problem.app.projectsGone', { folder }));
      },
      async openBackend(_, ownership) {
        lose = ownership.markLost;
        return openings.shift() ?? partsNamed('none').parts;
      },
    });
    open.push(first);
    const heard: string[] = [];
    const { promise: reconnected, resolve: onReconnected } = Promise.withResolvers<void>();
    const { promise: reported, resolve: onReported } = Promise.withResolvers<void>();
    first.onEvents((events) => {
      heard.push(...events.map(({ event }) => event));
      if (heard.includes('notice')) onReported();
      if (heard.includes('reconnected')) onReconnected();
    });
    expect(byOf(await first.call('any', {}))).toBe('before');
    heard.length = 0;
    areGone = true;
    rmSync(folder, { recursive: true });
    lose?.();
    await reported;
    expect(byOf(await first.call('any', {}))).toBe('folder');
    expect(existsSync(folder)).toBe(false);
    areGone = false;
    await reconnected;
    expect(heard.filter((event) => event !== 'projects.changed')).toEqual(['notice', 'reconnected']);
    expect(byOf(await first.call('any', {}))).toBe('after');
  });

  it.skipIf(!removesOpenFiles)('is no longer used by an owner that another process has replaced', async () => {
    const folder = newFolder();
    const [one, two] = [partsNamed('first'), partsNamed('second')];
    const first = start(folder, one.parts);
    await first.connect();
    for (const name of ['instance.lock', 'instance.json', 'instance.sock']) rmSync(join(folder, name), { force: true });
    const second = start(folder, two.parts);
    expect(await second.connect()).toBe('owner');
    expect(byOf(await first.call('any', {}))).toBe('second');
    expect(await first.connect()).toBe('client');
    expect(one.called).toEqual([]);
    expect(byOf(await start(folder, partsNamed('third').parts).call('any', {}))).toBe('second');
  });

  it.skipIf(!removesOpenFiles)('is left to the process that claimed it while this one was about to open the projects', async () => {
    const folder = newFolder();
    const first = openBackendConnection(folder, {
      ...optionsFor(partsNamed('first').parts),
      async openBackend(_, ownership) {
        for (const name of ['instance.lock', 'instance.json', 'instance.sock']) rmSync(join(folder, name), { force: true });
        expect(await start(folder, partsNamed('second').parts).connect()).toBe('owner');
        return openBackend(folder, createTestEnvironment(), undefined, { ownership });
      },
    });
    open.push(first);
    expect(byOf(await first.call('any', {}))).toBe('second');
    expect(await first.connect()).toBe('client');
    expect(existsSync(databaseFileIn(folder))).toBe(false);
  });

  it('is given up by an owner whose database another process has opened, and the next call connects again', async () => {
    const folder = newFolder();
    const opened = [partsNamed('one').parts, partsNamed('two').parts];
    let loseFirst: (() => void) | undefined;
    const first = openBackendConnection(folder, {
      ...optionsFor(opened[0] as Backend),
      async openBackend(_, ownership) {
        loseFirst ??= ownership.markLost;
        return opened.shift() as Backend;
      },
    });
    open.push(first);
    expect(byOf(await first.call('any', {}))).toBe('one');
    loseFirst?.();
    expect(byOf(await first.call('any', {}))).toBe('two');
  });

  it('is free although a step of closing has failed', async () => {
    const folder = newFolder();
    const failing = { ...partsNamed('first').parts, close: () => Promise.reject(new Error('no space')) };
    const first = await claimDataFolder(folder, optionsFor(failing));
    await expect(first?.close(0)).rejects.toThrow('no space');
    expect(await start(folder, partsNamed('second').parts).connect()).toBe('owner');
  });

  it('is connected to again although its lost backend never closes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const folder = newFolder();
    const { promise: closing, resolve } = Promise.withResolvers<void>();
    const hanging = {
      ...partsNamed('first').parts,
      close() {
        resolve();
        return new Promise<void>(() => undefined);
      },
    };
    let lose: (() => void) | undefined;
    const first = await claimDataFolder(folder, {
      ...optionsFor(hanging),
      openBackend: async (_, ownership) => {
        lose = ownership.markLost;
        return hanging;
      },
    });
    lose?.();
    await closing;
    await vi.advanceTimersByTimeAsync(15_000);
    await first?.closed;
    vi.useRealTimers();
    expect(await start(folder, partsNamed('second').parts).connect()).toBe('owner');
  });

  it('emits events to all listeners before the answer that they led to', async () => {
    const folder = newFolder();
    await start(folder, partsNamed('first').parts).connect();
    const second = start(folder, partsNamed('second').parts);
    const heard: string[] = [];
    second.onEvents((events) => heard.push(...events.map((event) => (event.event === 'notice' ? t(event.message) : event.event))));
    await second.call('one', {});
    await second.call('two', {});
    expect(heard.at(-1)).toBe('before two');
  });

  it('transfers values as large as a project', async () => {
    const folder = newFolder();
    await start(folder, partsNamed('first').parts).connect();
    const second = start(folder, partsNamed('second').parts);
    const text = 'ä'.repeat(20_000_000);
    const answer = await second.call('large', { text });
    expect(answer.ok && Reflect.get(Object(Reflect.get(Object(answer.value), 'input')), 'text') === text).toBe(true);
  });

  it('is taken over by a connected process when its owner closes', async () => {
    const folder = newFolder();
    const first = start(folder, partsNamed('first').parts);
    await first.connect();
    const second = start(folder, partsNamed('second').parts);
    const reconnected = new Promise<void>((resolve) => {
      second.onEvents((events) => events.some(({ event }) => event === 'reconnected') && resolve());
    });
    expect(byOf(await second.call('any', {}))).toBe('first');
    await first.close();
    await reconnected;
    expect(await second.connect()).toBe('owner');
    expect(byOf(await second.call('any', {}))).toBe('second');
  });

  it('reports missed events after the connection that succeeds, if the first one failed', async () => {
    const folder = newFolder();
    let isBroken = false;
    const owner = start(folder, partsNamed('first').parts);
    await owner.connect();
    const second = openBackendConnection(folder, {
      ...optionsFor(partsNamed('second').parts),
      openBackend: async () => {
        if (isBroken) throw new Error('broken');
        return partsNamed('second').parts;
      },
    });
    open.push(second);
    const heard: string[] = [];
    const failed = new Promise<void>((resolve) => {
      second.onEvents((events) => {
        heard.push(...events.map(({ event }) => event));
        if (events.some(({ event }) => event === 'notice')) resolve();
      });
    });
    await second.connect();
    isBroken = true;
    await owner.close();
    await failed;
    expect(heard).toEqual(['notice']);
    isBroken = false;
    await second.connect();
    expect(heard).toEqual(['notice', 'reconnected', 'projects.changed']);
  });

  it('performs a call once, even if the owner changes meanwhile', async () => {
    const folder = newFolder();
    const [one, two] = [partsNamed('first'), partsNamed('second')];
    const first = start(folder, one.parts);
    await first.connect();
    const second = start(folder, two.parts);
    await second.connect();
    const closing = first.close();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => second.call(`call ${at}`, {})));
    await closing;
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect([...one.called, ...two.called].sort()).toEqual(Array.from({ length: 20 }, (_, at) => `call ${at}`).sort());
  });

  it('answers a call that was begun before its owner closes', async () => {
    const { one, first, held } = await startWithHeldCall();
    const closing = first.close(10_000);
    one.letGo();
    expect(byOf(await held)).toBe('first');
    await closing;
  });

  it('is waited for as long as its owner finishes the calls of others before it ends', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { folder, one, first, held } = await startWithHeldCall();
    const closing = first.close(60_000);
    const late = start(folder, partsNamed('third').parts).call('any', {});
    vi.advanceTimersByTime(59_000);
    const beside = await connectToInstance(folder);
    expect(beside?.isOwnerClosing).toBe(true);
    one.letGo();
    expect(byOf(await held)).toBe('first');
    expect(byOf(await late)).toBe('third');
    await closing;
  });

  it('is not waited for by a process that ends', async () => {
    const { folder, one, first, held } = await startWithHeldCall();
    const closing = first.close(60_000);
    const third = start(folder, partsNamed('third').parts);
    const late = third.call('any', {});
    await third.close();
    expect(byOf(await late)).toBe('busy');
    one.letGo();
    await Promise.all([closing, held]);
  });

  it('rejects a call if its owner closes before it is done', async () => {
    const { first, held } = await startWithHeldCall();
    await first.close(10);
    expect(byOf(await held)).toBe('busy');
  });

  it('is free again after its record could not be written, as on a full disk', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'instance.json', 'in the way'), { recursive: true });
    const first = start(folder, partsNamed('first').parts);
    await expect(first.connect()).rejects.toThrow();
    rmSync(join(folder, 'instance.json'), { recursive: true });
    expect(await first.connect()).toBe('owner');
  });

  it('is free after a process that left its instance file behind', async () => {
    const folder = newFolder();
    const first = start(folder, partsNamed('first').parts);
    await first.connect();
    const note = await readFile(join(folder, 'instance.json'), 'utf8');
    await first.close();
    writeFileSync(join(folder, 'instance.json'), note);
    writeFileSync(join(folder, 'instance.sock'), '');
    const second = start(folder, partsNamed('second').parts);
    expect(await second.connect()).toBe('owner');
  });

  it.runIf(process.platform !== 'win32')(
    'is free after a process that was killed between listening and publishing its socket',
    async () => {
      const folder = newFolder();
      mkdirSync(folder);
      const leftovers = ['instance.new', 'instance.new-0123abcd'];
      for (const name of leftovers) {
        const killed = createServer();
        await new Promise<void>((resolve) => killed.listen(join(folder, 'listening'), resolve));
        renameSync(join(folder, 'listening'), join(folder, name));
        await new Promise((resolve) => killed.close(resolve));
      }
      expect(await start(folder, partsNamed('first').parts).connect()).toBe('owner');
      expect(readdirSync(folder).filter((name) => name.startsWith('instance.new'))).toEqual([]);
    },
  );

  it.runIf(process.platform !== 'win32')('is not shared with a running Taleport 0.1, whose lock and record have other names', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const release = acquireFileLock(join(folder, 'owner.lock'));
    const old = createServer((socket) => socket.once('data', () => socket.write('{"hello":"0.1.0","protocol":1}\n')));
    await new Promise<void>((resolve) => old.listen(join(folder, 'owner.sock'), resolve));
    writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid: 1, address: join(folder, 'owner.sock'), token: 'x'.repeat(16) }));
    await expect(start(folder, partsNamed('first').parts).connect()).rejects.toThrow(/Taleport 0\.1\.0,.* Close it first/);
    await new Promise((resolve) => old.close(resolve));
    release?.();
    expect(await start(folder, partsNamed('second').parts).connect()).toBe('owner');
  });

  it.runIf(process.platform !== 'win32')('restricts its instance file and its socket to this user', async () => {
    const folder = newFolder();
    await start(folder, partsNamed('first').parts).connect();
    const note: unknown = JSON.parse(await readFile(join(folder, 'instance.json'), 'utf8'));
    expect(note).toMatchObject({ pid: process.pid, address: join(folder, 'instance.sock') });
    for (const name of ['instance.json', 'instance.sock']) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it.runIf(process.platform !== 'win32')('is reached also where its path is too long for a socket', async () => {
    const folder = newFolder('a'.repeat(120));
    await start(folder, partsNamed('first').parts).connect();
    expect(byOf(await start(folder, partsNamed('second').parts).call('any', {}))).toBe('first');
  });

  it.each(['{"hello":"wrong","protocol":1}\n', '{"id":1,"call":"any","input":{}}\n', 'no json\n', 'x'.repeat(10_000)])(
    'rejects a client that sends %.40s',
    async (said) => {
      const folder = newFolder();
      const one = partsNamed('first');
      await start(folder, one.parts).connect();
      const { address } = JSON.parse(await readFile(join(folder, 'instance.json'), 'utf8')) as { address: string };
      const heard = await new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(address, () => socket.write(said));
        socket.on('error', () => undefined);
        socket.on('data', (chunk) => (text += String(chunk)));
        socket.once('close', () => resolve(text));
      });
      expect(heard).toBe('');
      expect(one.called).toEqual([]);
    },
  );

  it('reports a backend that cannot be opened to every process, and is tried again', async () => {
    const folder = newFolder();
    let broken = true;
    const opening = async () => {
      if (broken) throw new Error('broken');
      return partsNamed('mended').parts;
    };
    const first = openBackendConnection(folder, { version: '1', lockFolder: lockDataFolder, log: () => undefined, openBackend: opening });
    open.push(first);
    expect(byOf(await first.call('any', {}))).toBe('internal');
    broken = false;
    expect(byOf(await first.call('any', {}))).toBe('mended');
  });
});
