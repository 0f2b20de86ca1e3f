import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createBrowserShell } from '../../../main/browser-shell/browser-shell.ts';
import { listenOnLoopback } from '../../../main/browser-shell/listen-on-loopback.ts';
import { createSessionGuard, parseAcceptLanguage, type SessionGuard } from '../../../main/browser-shell/session-guard.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import { pageProtocol } from '../../../shared/contracts/page-connection.ts';
import { pageSecretHeader } from '../../../shared/contracts/page-secret.ts';
import { createSignedAddress, signedAddressPeriod } from '../../../shared/contracts/signed-address.ts';
import { newFolder } from '../cli/taleport.ts';
import { secretInEntryPage } from './entry-page.ts';
import { openTestPage } from './test-page.ts';

interface ShellResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

let port = 0;
let guard: SessionGuard;
let shell: Hono;
let cookie = '';
let pageSecret = '';
/** What was printed after an address had been used. */
const printed: string[] = [];
let time = Date.UTC(2026, 0, 1);
let parts: Backend;
let close: () => Promise<void>;

/** A request as a browser or any other program can send it: fetch would not let us choose Host and Origin. */
function ask(path: string, headers: Record<string, string> = {}, body?: string, method = body === undefined ? 'GET' : 'POST') {
  return new Promise<ShellResponse>((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    // The backend accepts the request as a handshake.
    sent.once('upgrade', ({ headers: given, statusCode = 0 }, socket) => {
      socket.destroy();
      done({ status: statusCode, headers: given, text: '' });
    });
    sent.once('error', failed);
    sent.end(body);
  });
}

const ownRead = () => ({ cookie, [pageSecretHeader]: pageSecret });
const own = () => ({ ...ownRead(), origin: `http://127.0.0.1:${port}`, 'content-type': 'application/octet-stream' });
const origin = () => `http://127.0.0.1:${port}`;
const handshake = (secret = pageSecret) => ({
  cookie,
  origin: origin(),
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  'sec-websocket-protocol': `${pageProtocol}, ${secret}`,
});
const connect = () => openTestPage({ port, cookie, pageSecret });

beforeAll(async () => {
  const rendererFolder = newFolder();
  mkdirSync(join(rendererFolder, 'assets'));
  writeFileSync(join(rendererFolder, 'index.html'), '<!doctype html><title>Taleport</title>');
  writeFileSync(join(rendererFolder, 'assets', 'page-123.js'), 'export {};');
  writeFileSync(join(rendererFolder, '..', 'outside.json'), '{}');
  parts = await openBackend(null, systemEnvironment);
  guard = createSessionGuard({ port: () => port, now: () => time, onEntry: () => printed.push(guard.entryAddress()) });
  const info = { version: '1', shell: 'browser', platform: 'linux', dataFolder: '/nowhere' } as const;
  shell = createBrowserShell({ rendererFolder, info, call: parts.call, onEvents: parts.onEvents }, guard);
  ({ port, close } = await listenOnLoopback(shell.fetch, 0, () => undefined));
});

afterAll(async () => {
  await close();
  await parts.close();
});

describe('authentication', () => {
  it('without the printed address nothing is shown and no call is handled', async () => {
    for (const path of ['/', '/index.html', '/assets/page-123.js', '/connection', '/?token=', '/?token=wrong'])
      expect((await ask(path)).status).toBe(403);
    const { cookie: _, ...withoutCookie } = handshake();
    expect((await ask('/connection', withoutCookie)).status).toBe(403);
  });

  const pathOf = (address: string) => address.replace(`http://127.0.0.1:${port}`, '');

  it('an address works once: it sets a cookie that scripts cannot read, and gives the secret of the page to its tab', async () => {
    const address = pathOf(guard.entryAddress());
    expect(address).toMatch(/^\/\?token=[\w-]{43}$/);
    // A request that only checks the address neither uses it up nor receives anything.
    const checked = await ask(address, {}, undefined, 'HEAD');
    expect([checked.status, checked.text, checked.headers['set-cookie']]).toEqual([200, '', undefined]);
    // Not a redirect: after a click on another site its second request would not have the cookie.
    const entered = await ask(address, { 'sec-fetch-site': 'cross-site' });
    expect(entered).toMatchObject({ status: 200, headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } });
    const [given = ''] = [entered.headers['set-cookie'] ?? []].flat();
    expect(given).toMatch(/HttpOnly/);
    expect(given).toMatch(/SameSite=Strict/);
    cookie = given.split(';')[0] ?? '';
    pageSecret = secretInEntryPage(entered.text);
    expect(pageSecret).toMatch(/^[\w-]{43}$/);
    expect(entered.headers.location).toBeUndefined();
    expect((await ask(address)).status).toBe(403);
    expect(await ask('/', { cookie })).toMatchObject({ status: 200, text: expect.stringContaining('Taleport') });
  });

  it('a used address leads back to the page, but without its secret; the next one opens another tab', async () => {
    const [next = ''] = printed;
    expect(printed).toEqual([guard.entryAddress()]);
    for (const path of ['/?token=', '/?token=wrong'])
      expect(await ask(path, { cookie })).toMatchObject({ status: 303, headers: { location: '/' } });
    const entered = await ask(pathOf(next), { cookie });
    expect(secretInEntryPage(entered.text)).toBe(pageSecret);
    expect(printed).toHaveLength(2);
    const again = await ask(pathOf(next), { cookie });
    expect(again).toMatchObject({ status: 303, headers: { location: '/' }, text: '' });
  });

  it('the page that gives the secret runs only its own script', async () => {
    const { headers, text } = await ask(pathOf(guard.entryAddress()));
    const [, nonce = ''] = /<script nonce="([\w-]{43})">/.exec(text) ?? [];
    expect(headers['content-security-policy']).toMatch(`default-src 'none'; script-src 'nonce-${nonce}';`);
    expect(headers['content-security-policy']).toMatch("frame-ancestors 'none'");
    expect(text.split('<script')).toHaveLength(2);
    expect((await ask(pathOf(guard.entryAddress()))).text).not.toContain(nonce);
  });

  it('the cookie alone, which a server on another port may receive, only shows the files of the window', async () => {
    const paths = shell.routes.filter(({ path, method }) => method !== 'ALL' && !['/', '/*', '*'].includes(path));
    expect(new Set(paths.map(({ path }) => path))).toEqual(new Set(['/connection', '/upload/:hash', '/import', '/file/*']));
    const wrongSecrets = [undefined, '', 'wrong', cookie.split('=')[1], `${pageSecret.slice(0, -1)}_`];
    for (const { path, method } of paths)
      for (const secret of wrongSecrets) {
        const headers = { ...own(), [pageSecretHeader]: secret ?? '' };
        if (secret === undefined) Reflect.deleteProperty(headers, pageSecretHeader);
        const answer = await ask(path.replace(/:\w+|\*/, 'project.list'), headers, method === 'GET' ? undefined : '{}');
        expect([path, answer.status]).toEqual([path, 403]);
      }
    for (const secret of wrongSecrets) expect((await ask('/connection', handshake(secret ?? 'none'))).status).toBe(403);
    expect((await ask('/connection', { ...handshake(), 'sec-websocket-protocol': pageSecret })).status).toBe(403);
    expect((await ask('/assets/page-123.js', { cookie })).status).toBe(200);
  });

  it('the secret alone is not enough either', async () => {
    expect((await ask('/connection', { ...handshake(), cookie: '' })).status).toBe(403);
    expect((await ask(createSignedAddress(pageSecret, '/file/a/b', time))).status).toBe(403);
  });

  it('a signed address is valid for its own path, and not for longer than two hours', async () => {
    const signed = createSignedAddress(pageSecret, '/file/a/b%20c.png', time);
    const other = (path: string, from = signed) => path + from.slice(from.indexOf('?'));
    // Access is allowed; there is no such file.
    expect((await ask(signed, { cookie })).status).toBe(404);
    for (const path of [
      other('/file/a/c.png'),
      signed.replace(/expires=\d+/, `expires=${time + 10 * signedAddressPeriod}`),
      signed.replace(/expires=\d+/, 'expires=Infinity'),
      signed.replace(/signature=.*/, 'signature='),
      signed.replace(/&signature=.*/, ''),
      createSignedAddress('another secret', '/file/a/b%20c.png', time),
    ])
      expect((await ask(path, { cookie })).status, path).toBe(403);
    const signedConnection = createSignedAddress(pageSecret, '/connection', time);
    expect((await ask(signedConnection, { ...handshake(''), cookie })).status).toBe(403);
    // It stays the same for a while, so that the browser can cache what it loads.
    expect(createSignedAddress(pageSecret, '/file/a/b%20c.png', time + signedAddressPeriod - 1)).toBe(signed);
    time += 2 * signedAddressPeriod;
    expect((await ask(signed, { cookie })).status).toBe(403);
  });

  it('a person without a session gets a page, and the window a Problem whose messages have no language yet', async () => {
    const page = await ask('/', { accept: 'text/html,*/*;q=0.8', 'accept-language': 'xx, en;q=0.5' });
    expect(page).toMatchObject({ status: 403, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.text).toContain('lang="en-GB"');
    expect(page.text).toContain('Open the address that Taleport printed last in the terminal.');
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
      expect((await ask('/connection', { ...handshake(), host, origin: `http://${host}` })).status).toBe(403);
    }
  });

  it('another page may neither call nor listen', async () => {
    for (const foreign of [
      'http://evil.example',
      'null',
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
    ])
      expect((await ask('/connection', { ...handshake(), origin: foreign })).status).toBe(403);
    const { origin: _, ...withoutOrigin } = handshake();
    expect((await ask('/connection', withoutOrigin)).status).toBe(403);
    expect((await ask('/connection', handshake())).status).toBe(101);
  });

  it('a handshake never repeats the secret, and an ordinary request says why one is refused', async () => {
    const { headers } = await ask('/connection', handshake());
    expect(headers['sec-websocket-protocol']).toBe(pageProtocol);
    expect(headers['sec-websocket-extensions']).toBeUndefined();
    expect((await ask('/connection', ownRead())).status).toBe(426);
    const { status, text } = await ask('/connection', { cookie });
    expect([status, JSON.parse(text)]).toMatchObject([403, { problem: { text: { key: 'problem.browser.openPrintedAddress' } } }]);
  });

  it('any other upgrade is answered as an ordinary request', async () => {
    const headers = { cookie, connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '', origin: origin() };
    expect((await ask('/', headers)).status).toBe(200);
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
    const { call, close } = await connect();
    expect(await call('project.list', {})).toEqual({ ok: true, value: [] });
    expect(await call('app.info', {})).toMatchObject({ ok: true, value: { shell: 'browser' } });
    expect(await call('project.read', { hash: 'nobody' })).toMatchObject({ ok: false, problem: { code: 'notFound' } });
    expect(await call('project.read', { hash: 1 })).toMatchObject({
      ok: false,
      problem: { code: 'invalid', errors: { hash: expect.any(String) } },
    });
    expect(await call('no.such', {})).toMatchObject({ ok: false, problem: { code: 'unsupported' } });
    for (const name of ['openFile', 'openFolder', 'saveFile', 'showInFolder'])
      expect(await call(`dialog.${name}`, {})).toMatchObject({ ok: false, problem: { code: 'unsupported' } });
    close();
  });

  it('events as they happen', async () => {
    const [page, other] = [await connect(), await connect()];
    await page.call('project.create', { template: 'empty' });
    for (const { received } of [page, other])
      await expect
        .poll(() => received.flatMap((each) => ('events' in each ? each.events : [])))
        .toContainEqual({ event: 'projects.changed' });
    for (const { close } of [page, other]) close();
  });
});

describe('taleport browser', () => {
  it('a port in use is reported in a sentence', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    const listening = listenOnLoopback(
      () => new Response(),
      taken,
      () => undefined,
    );
    await expect(listening).rejects.toThrow(`Port ${taken} is in use`);
    other.close();
  });
});
