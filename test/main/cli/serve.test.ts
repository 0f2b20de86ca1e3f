/** `serve` as a process: what it prints, what it answers, how it ends, and what happens when another process ends. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connectToInstance } from '../../../main/instance/instance-client.ts';
import type { RestServiceStatus } from '../../../shared/contracts/ipc/results.ts';
import { hasSignals, removesOpenFiles } from '../../system-abilities.ts';
import { raw } from '../rest-api/http/raw.ts';
import { firstElement, json, newFolder, type Started, start, story, taleport } from './taleport.ts';

/** The exit code of a process after a request to end. */
const codeOfStop = hasSignals ? 0 : null;
const running: Started[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

interface Prepared {
  readonly data: string;
  readonly hash: string;
  readonly key: string;
}

/** A data folder with a small project, and a key with all permissions and a high rate limit. */
async function prepare(): Promise<Prepared> {
  const data = newFolder();
  const file = join(newFolder(), 'small.json');
  writeFileSync(file, JSON.stringify(story()));
  const { hash } = (await json('import', file, '--data', data)) as { hash: string };
  const { key } = (await json('key', 'create', '--name', 'test', '--read', '--write', '--data', data)) as { key: string };
  await json('workspace', 'set', '--seats', '100000', '--data', data);
  return { data, hash, key };
}

interface Served extends Started {
  readonly url: string;
}

async function serve(data: string, ...more: string[]): Promise<Served> {
  const started = start('serve', '--data', data, '--port', '0', ...more);
  running.push(started);
  const { url } = JSON.parse(await started.line(() => true)) as { url: string };
  return { ...started, url };
}

async function watch(data: string): Promise<Started> {
  const started = start('watch', '--data', data, '--json');
  running.push(started);
  await started.line((line) => line.includes('"notice"'));
  return started;
}

const headersOf = ({ key }: Prepared) => ({
  authorization: `Bearer ${key}`,
  accept: 'application/json',
  'content-type': 'application/json',
});

/** Sets the title of the first element; rejects where nothing answers. */
async function setTitle(url: string, prepared: Prepared, title: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/${prepared.hash}/element/${firstElement}`, {
    method: 'PATCH',
    headers: headersOf(prepared),
    body: JSON.stringify({ title: `<p>${title}</p>` }),
  });
  return status;
}

/** The headers of such a request, for a body that is sent by hand. */
const headOf = (prepared: Prepared, url: string, length: number): string =>
  [
    `PATCH /api/v1/${prepared.hash}/element/${firstElement} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...Object.entries(headersOf(prepared)).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${length}`,
    'Expect: 100-continue',
    '\r\n',
  ].join('\r\n');

async function titleAt(url: string, prepared: Prepared): Promise<string> {
  const response = await fetch(`${url}/api/v1/${prepared.hash}/element/${firstElement}`, { headers: headersOf(prepared) });
  const { title } = (await response.json()) as { title: { en: { text: string } } };
  return title.en.text;
}

/** Ends a process as a service manager does, which waits longer than a test needs to. */
async function endOf({ child, ended }: Started, signal: NodeJS.Signals) {
  child.kill(signal);
  return await ended;
}

const refused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

function godotGame(): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'project.godot'), 'config_version=5\n\n[application]\nconfig/name="Game"\n');
  mkdirSync(join(folder, 'scenes'));
  return folder;
}

const textIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(json|gd|tres)$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');

describe('serve', () => {
  it.runIf(hasSignals).each(['SIGTERM', 'SIGINT'] as const)('prints one line, answers requests, and ends on %s', async (signal) => {
    const prepared = await prepare();
    const served = await serve(prepared.data, '--json');
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const list = `${served.url}/api/v1/workspace/projects`;
    expect((await fetch(list, { headers: { accept: 'application/json' } })).status).toBe(401);
    expect(await (await fetch(list, { headers: headersOf(prepared) })).json()).toMatchObject([{ hash: prepared.hash }]);
    expect((await fetch(list, { headers: { ...headersOf(prepared), origin: 'http://evil.example' } })).status).toBe(403);
    expect(await setTitle(served.url, prepared, 'Over HTTP')).toBe(200);
    expect(await titleAt(served.url, prepared)).toBe('<p>Over HTTP</p>');
    expect(await endOf(served, signal)).toEqual({ code: 0, out: `${JSON.stringify({ url: served.url })}\n`, err: '' });
  });

  it.runIf(hasSignals)('finishes a started request, and accepts no new ones', async () => {
    const prepared = await prepare();
    const served = await serve(prepared.data);
    const body = JSON.stringify({ title: '<p>The last words</p>' });
    const head = headOf(prepared, served.url, Buffer.byteLength(body));
    const request = raw(Number(new URL(served.url).port), head);
    await request.until('100 Continue');
    request.socket.write(body.slice(0, 5));
    const ended = endOf(served, 'SIGTERM');
    await expect.poll(() => refused(served.url)).toBe(true);
    request.socket.write(body.slice(5));
    expect(await request.answer).toMatch(/HTTP\/1\.1 200 OK.*"newVersion"/s);
    expect(await ended).toMatchObject({ code: 0 });
    const again = await serve(prepared.data);
    expect(await titleAt(again.url, prepared)).toBe('<p>The last words</p>');
  });

  it.runIf(hasSignals)('ends although a request never ends', async () => {
    const prepared = await prepare();
    const served = await serve(prepared.data);
    const head = headOf(prepared, served.url, 1000);
    const stuck = raw(Number(new URL(served.url).port), head);
    await stuck.until('100 Continue');
    expect(await endOf(served, 'SIGTERM')).toMatchObject({ code: 0 });
  });

  it.each([[['--port', 'x']], [['--port', '70000']], [['--upload-flow', 'three-step']], [['--host']]])('rejects %j', async (wrong) => {
    expect((await taleport('serve', '--data', newFolder(), ...wrong)).code).toBe(2);
  });

  it('reports a port in use, and warns about a public host', async () => {
    const { data } = await prepare();
    const served = await serve(data, '--host', '0.0.0.0');
    const second = await taleport('serve', '--data', data, '--port', new URL(served.url).port);
    expect(second).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is in use by another program') });
    const { err, out } = await endOf(served, 'SIGTERM');
    expect(err).toMatch(/^Listening on 0\.0\.0\.0: anyone who can reach this address/);
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(readFileSync(join(data, 'logs', String(readdirSync(join(data, 'logs'))[0])), 'utf8')).toContain('WARNING');
  });

  it('keeps the targets up to date, unless that is turned off', async () => {
    const prepared = await prepare();
    const game = godotGame();
    await json('target', 'add', prepared.hash, '--folder', game, '--data', prepared.data);
    const still = await serve(prepared.data, '--no-targets', '--no-sync');
    expect(await setTitle(still.url, prepared, 'Not yet')).toBe(200);
    await endOf(still, 'SIGTERM');
    expect(textIn(game)).not.toContain('Not yet');
    const served = await serve(prepared.data);
    await expect.poll(() => textIn(game)).toContain('Not yet');
    expect(await setTitle(served.url, prepared, 'Edited from afar')).toBe(200);
    await expect.poll(() => textIn(game)).toContain('Edited from afar');
  });
});

describe('serve whose projects are moved away', () => {
  it.skipIf(!removesOpenFiles)('says so, creates nothing in their place, and answers at the same address when they are back', async () => {
    const prepared = await prepare();
    const served = await serve(prepared.data);
    expect(await setTitle(served.url, prepared, 'Before')).toBe(200);
    const elsewhere = newFolder();
    const names = readdirSync(prepared.data);
    for (const name of names) renameSync(join(prepared.data, name), join(elsewhere, name));
    await expect.poll(() => refused(served.url)).toBe(true);
    await expect.poll(served.errors).toContain(`The projects in ${prepared.data} were moved or deleted`);
    expect(readdirSync(prepared.data)).not.toContain('taleport.sqlite');
    for (const name of names) renameSync(join(elsewhere, name), join(prepared.data, name));
    await expect.poll(() => titleAt(served.url, prepared).catch(() => '')).toBe('<p>Before</p>');
    const { code, err } = await endOf(served, 'SIGTERM');
    expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: codeOfStop, lines: 1 });
  });
});

describe('the switch of the settings', () => {
  it('makes every long-running process listen at the same address, and no other command', async () => {
    const prepared = await prepare();
    const first = await watch(prepared.data);
    const settings = await connectToInstance(prepared.data);
    const ask = async (name: string, input: object) => {
      const answer = await settings?.call(name, input);
      return answer?.ok ? (answer.value as RestServiceStatus) : undefined;
    };
    const [free] = (await ask('service.set', { on: true, port: 0 }))?.listening ?? [];
    const port = Number(new URL(free?.url ?? '').port);
    const url = `http://127.0.0.1:${port}`;
    expect(await ask('service.set', { on: true, port })).toMatchObject({ on: true, port, problem: null, listening: [{ url }] });
    await settings?.close();
    expect(await setTitle(url, prepared, 'By the switch')).toBe(200);
    await endOf(first, 'SIGTERM');
    expect(await refused(url)).toBe(true);
    await json('projects', '--data', prepared.data);
    expect(readFileSync(join(prepared.data, 'logs', 'taleport.log'), 'utf8').split(`The service listens on ${url}`)).toHaveLength(2 + 1);
    await watch(prepared.data);
    expect(await titleAt(url, prepared)).toBe('<p>By the switch</p>');
  });
});

describe('serve beside another process', () => {
  it('hands the work to the one that has the data folder, and its address ends with it', async () => {
    const prepared = await prepare();
    const owner = await watch(prepared.data);
    const served = await serve(prepared.data, '--upload-flow', 'single');
    expect(await setTitle(served.url, prepared, 'Through the owner')).toBe(200);
    const event = JSON.parse(await owner.line((line) => line.includes('"project.changed"'))) as object;
    expect(event).toMatchObject({ event: 'project.changed', origin: 'api', hash: prepared.hash });
    expect(await endOf(served, 'SIGTERM')).toMatchObject({ code: codeOfStop, err: '' });
    expect(await refused(served.url)).toBe(true);
    const killed = await serve(prepared.data);
    expect(await titleAt(killed.url, prepared)).toBe('<p>Through the owner</p>');
    await endOf(killed, 'SIGKILL');
    await expect.poll(() => refused(killed.url)).toBe(true);
    expect(owner.child.exitCode).toBe(null);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('takes over at the same address when that one ends by %s', async (signal) => {
    const prepared = await prepare();
    const owner = await watch(prepared.data);
    const served = await serve(prepared.data);
    expect(await setTitle(served.url, prepared, 'Before')).toBe(200);
    await endOf(owner, signal);
    await expect.poll(() => titleAt(served.url, prepared).catch(() => '')).toBe('<p>Before</p>');
    expect(await setTitle(served.url, prepared, 'After')).toBe(200);
    const { code, out } = await endOf(served, 'SIGTERM');
    expect({ code, lines: out.trimEnd().split('\n').length }).toEqual({ code: codeOfStop, lines: 1 });
  });

  it('loses no write that was answered when the owner is killed in the middle of many', async () => {
    const prepared = await prepare();
    const owner = await watch(prepared.data);
    const served = await serve(prepared.data);
    const boards = async () => {
      const response = await fetch(`${served.url}/api/v1/${prepared.hash}/board`, { headers: headersOf(prepared) });
      return ((await response.json()) as { name: string }[]).map(({ name }) => name);
    };
    const answered: string[] = [];
    let goOn = true;
    const writer = async (name: string) => {
      for (let count = 0; goOn; count++) {
        const board = `${name} ${count}`;
        const status = await fetch(`${served.url}/api/v1/${prepared.hash}/board`, {
          method: 'POST',
          headers: headersOf(prepared),
          body: JSON.stringify({ name: board }),
        }).then(
          (response) => response.status,
          () => 0,
        );
        if (status === 201) answered.push(board);
      }
    };
    const writers = ['one', 'two', 'three', 'four'].map(writer);
    await expect.poll(() => answered.length, { interval: 5 }).toBeGreaterThan(40);
    await endOf(owner, 'SIGKILL');
    const before = answered.length;
    await expect.poll(() => answered.length).toBeGreaterThan(before + 40);
    goOn = false;
    await Promise.all(writers);
    const there = new Set(await boards());
    expect(answered.filter((board) => !there.has(board))).toEqual([]);
  });
});
