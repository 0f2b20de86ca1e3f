import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackend } from '../../../main/app/backend.ts';
import { createBrowserShell } from '../../../main/browser-shell/browser-shell.ts';
import { listenOnLoopback } from '../../../main/browser-shell/listen-on-loopback.ts';
import { createSessionGuard, parseAcceptLanguage } from '../../../main/browser-shell/session-guard.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import { newFolder } from '../cli/taleport.ts';

interface ShellResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

let port = 0;
let token = '';
let cookie = '';
let parts: Backend;
let close: () => Promise<void>;

/** A request as a browser or any other program can send it: fetch would not let us choose Host and Origin. */
function ask(path: string, headers: Record<string, string> = {}, body?: string): Promise<ShellResponse> {
  return new Promise((done, failed) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } }, (response) => {
      let text = '';
      const end = () => done({ status: response.statusCode ?? 0, headers: response.headers, text });
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (response.headers['content-type'] === 'text/event-stream') {
          end();
          response.destroy();
        }
      });
      response.once('end', end);
    });
    sent.once('error', failed);
    sent.end(body);
  });
}

const own = () => ({ cookie, origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' });
const call = async (name: string, input: unknown, headers: Record<string, string> = own()) =>
  ask(`/call/${name}`, headers, JSON.stringify(input));
const answerTo = async (name: string, input: unknown) =>
  JSON.parse((await call(name, input)).text) as { ok: boolean; value?: unknown; problem?: { code: string } };

beforeAll(async () => {
  const rendererFolder = newFolder();
  mkdirSync(join(rendererFolder, 'assets'));
  writeFileSync(join(rendererFolder, 'index.html'), '<!doctype html><title>Taleport</title>');
  writeFileSync(join(rendererFolder, 'assets', 'page-123.js'), 'export {};');
  writeFileSync(join(rendererFolder, '..', 'outside.json'), '{}');
  parts = await openBackend(null, systemEnvironment);
  const gate = createSessionGuard(() => port);
  token = gate.token;
  const info = { version: '1', shell: 'browser', platform: 'linux', dataFolder: '/nowhere' } as const;
  const server = await listenOnLoopback(
    getRequestListener(createBrowserShell({ rendererFolder, info, call: parts.call, onEvents: parts.onEvents }, gate).fetch),
    0,
  );
  ({ port, close } = server);
});

afterAll(async () => {
  await close();
  await parts.close();
});

describe('authentication', () => {
  it('without the printed address nothing is shown and no call is handled', async () => {
    for (const path of ['/', '/index.html', '/assets/page-123.js', '/events', '/?token=', '/?token=wrong'])
      expect((await ask(path)).status).toBe(403);
    expect((await call('project.list', {}, { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' })).status).toBe(403);
  });

  it('the token works once, sets a cookie that scripts cannot read, and redirects to an address without it', async () => {
    const entered = await ask(`/?token=${token}`);
    expect(entered).toMatchObject({ status: 303, headers: { location: '/', 'referrer-policy': 'no-referrer' } });
    const [given = ''] = [entered.headers['set-cookie'] ?? []].flat();
    expect(given).toMatch(/HttpOnly/);
    expect(given).toMatch(/SameSite=Strict/);
    cookie = given.split(';')[0] ?? '';
    expect((await ask(`/?token=${token}`)).status).toBe(403);
    expect(await ask('/', { cookie })).toMatchObject({ status: 200, text: expect.stringContaining('Taleport') });
    expect((await ask(`/?token=${token}`, { cookie })).status).toBe(303);
  });

  it('a person without a session gets a page, and the window a Problem whose messages have no language yet', async () => {
    const page = await ask('/', { accept: 'text/html,*/*;q=0.8', 'accept-language': 'xx, en;q=0.5' });
    expect(page).toMatchObject({ status: 403, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.text).toContain('lang="en-GB"');
    expect(page.text).toContain('Open the address that Taleport printed in the terminal.');
    const { problem } = JSON.parse((await ask('/', { accept: 'application/json' })).text);
    expect(problem).toMatchObject({ code: 'forbidden', text: { key: 'problem.browser.openPrintedAddress' } });
  });

  it('the languages of a browser are read in their order of preference', () => {
    expect(parseAcceptLanguage('de;q=0.4, ja-JP, en;q=0.8')).toEqual(['ja-JP', 'en', 'de']);
    expect(parseAcceptLanguage('')).toEqual(['']);
  });

  it('another name bound to this machine is not served', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, `[::1]:${port}`]) {
      expect((await ask('/', { cookie, host })).status).toBe(403);
      expect((await call('project.list', {}, { ...own(), host, origin: `http://${host}` })).status).toBe(403);
    }
  });

  it('another page may neither call nor listen', async () => {
    for (const origin of [
      'http://evil.example',
      'null',
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
    ]) {
      expect((await call('project.list', {}, { ...own(), origin })).status).toBe(403);
      expect((await ask('/events', { cookie, origin })).status).toBe(403);
    }
    const { origin: _, ...withoutOrigin } = own();
    expect((await call('project.list', {}, withoutOrigin)).status).toBe(403);
    expect((await ask('/events', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
  });

  it('a form of another page cannot be a call', async () => {
    const { text } = await call('project.list', {}, { ...own(), 'content-type': 'text/plain' });
    expect(JSON.parse(text)).toMatchObject({ ok: false, problem: { code: 'invalid' } });
  });
});

describe('what is served', () => {
  it('serves the files of the window with strict headers, and none from elsewhere', async () => {
    const page = await ask('/', { cookie });
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
    expect((await ask('/assets/page-123.js', { cookie })).headers['content-type']).toMatch('text/javascript');
    for (const path of [
      '/../outside.json',
      '/%2e%2e/outside.json',
      '/..%2foutside.json',
      '/assets/..%2f..%2f..%2foutside.json',
      '/%00',
      '/assets',
    ])
      expect((await ask(path, { cookie })).status).toBe(404);
  });

  it('answers calls with results or Problems, and describes the shell itself', async () => {
    expect(await answerTo('project.list', {})).toEqual({ ok: true, value: [] });
    expect(await answerTo('app.info', {})).toMatchObject({ ok: true, value: { shell: 'browser' } });
    expect(await answerTo('project.read', { hash: 'nobody' })).toMatchObject({ ok: false, problem: { code: 'notFound' } });
    expect(await answerTo('project.read', { hash: 1 })).toMatchObject({
      ok: false,
      problem: { code: 'invalid', errors: { hash: expect.any(String) } },
    });
    expect(await answerTo('no.such', {})).toMatchObject({ ok: false, problem: { code: 'unsupported' } });
    for (const name of ['openFile', 'openFolder', 'saveFile', 'showInFolder'])
      expect(await answerTo(`dialog.${name}`, {})).toMatchObject({ ok: false, problem: { code: 'unsupported' } });
  });

  it('events as they happen', async () => {
    const heard = new Promise<string>((done, failed) => {
      const sent = request({ host: '127.0.0.1', port, path: '/events', headers: { cookie } }, (response) => {
        void answerTo('project.create', { template: 'empty' });
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          const [, data] = /^data: (.*)$/m.exec(text) ?? [];
          if (data) {
            done(data);
            sent.destroy();
          }
        });
      });
      sent.once('error', failed);
      sent.end();
    });
    expect(JSON.parse(await heard)).toContainEqual({ event: 'projects.changed' });
  });
});

describe('taleport browser', () => {
  it('a port in use is reported in a sentence', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    await expect(listenOnLoopback(() => undefined, taken)).rejects.toThrow(`Port ${taken} is in use`);
    other.close();
  });
});
