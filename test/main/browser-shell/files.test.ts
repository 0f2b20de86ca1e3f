/** Stored files in the browser shell: uploaded as a body, fetched in ranges, and only by Taleport's own page. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createBrowserShell } from '../../../main/browser-shell/browser-shell.ts';
import { listenOnLoopback } from '../../../main/browser-shell/listen-on-loopback.ts';
import { createSessionGuard } from '../../../main/browser-shell/session-guard.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { type Backend, createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { pageSecretHeader } from '../../../shared/contracts/page-secret.ts';
import { createSignedAddress } from '../../../shared/contracts/signed-address.ts';
import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import { png, svg, wav } from '../../media-files.ts';
import { secretInEntryPage } from './entry-page.ts';

interface ShellResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly bytes: Buffer;
}
let folder = '';
let parts: Backend;
let hash = '';
let port = 0;
let close: () => Promise<void>;
let cookie = '';
let pageSecret = '';
const time = Date.UTC(2026, 0, 1);

function ask(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Uint8Array } = {},
) {
  return new Promise<ShellResponse>((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }));
    });
    sent.once('error', failed);
    sent.end(body);
  });
}
const ownRead = () => ({ cookie, [pageSecretHeader]: pageSecret });
const own = () => ({ ...ownRead(), origin: `http://127.0.0.1:${port}`, 'content-type': 'application/octet-stream' });
const upload = async (body: Uint8Array, query: string, headers: Record<string, string> = own()) => {
  const given = await ask(`/upload/${hash}?${query}`, { method: 'POST', headers, body });
  return {
    status: given.status,
    answer: JSON.parse(given.bytes.toString()) as { ok: boolean; value?: StoredFile; problem?: { code: string } },
  };
};
const incoming = () => readdirSync(join(folder, 'vault', 'incoming'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-shell-files-'));
  parts = await openBackend(folder, systemEnvironment);
  ({ hash } = await createInvoke(parts)('project.create', { template: 'empty' }));
  const guard = createSessionGuard({ port: () => port, now: () => time });
  const info = { version: '1', shell: 'browser', platform: 'linux', dataFolder: folder } as const;
  const shell = createBrowserShell({ rendererFolder: folder, info, call: parts.call, onEvents: parts.onEvents }, guard);
  ({ port, close } = await listenOnLoopback(shell.fetch, 0, () => undefined));
  const { pathname, search } = new URL(guard.entryAddress());
  const entered = await ask(pathname + search);
  cookie = [entered.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
  pageSecret = secretInEntryPage(entered.bytes.toString());
});
afterAll(async () => {
  await close();
  await parts.close();
  rmSync(folder, { recursive: true });
});

test('a file is sent, stored and fetched again, whole and in ranges', async () => {
  const { answer } = await upload(wav(5), `name=${encodeURIComponent('Régen.wav')}&type=audio`);
  expect(answer).toMatchObject({ ok: true, value: { name: 'Régen.wav', type: 'audio', bytes: wav(5).length } });
  const path = `/file/${hash}/${answer.value?.file}`;
  const whole = await ask(path, { headers: ownRead() });
  expect(whole.bytes).toEqual(wav(5));
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/wav',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': expect.stringMatching(/^inline;/),
  });
  // An image or a player cannot send the header of the page.
  const signed = createSignedAddress(pageSecret, path, time);
  const part = await ask(signed, { headers: { cookie, range: 'bytes=100-199' } });
  expect(part).toMatchObject({ status: 206, bytes: wav(5).subarray(100, 200) });
  expect((await ask(path, { method: 'HEAD', headers: ownRead() })).headers['content-length']).toBe(String(wav(5).length));
  expect(incoming()).toEqual([]);
});

test('a rejected file is answered like any call, and leaves no file', async () => {
  expect(await upload(svg(), 'name=a.svg')).toMatchObject({ status: 200, answer: { ok: false, problem: { code: 'invalid' } } });
  expect((await upload(png(), 'name=a.png&type=film')).answer.problem?.code).toBe('invalid');
  expect((await upload(new Uint8Array(), 'name=a.png')).answer.problem?.code).toBe('invalid');
  const other = await ask('/upload/nobody?name=a.png', { method: 'POST', headers: own(), body: png() });
  expect(JSON.parse(other.bytes.toString())).toMatchObject({ ok: false, problem: { code: 'notFound' } });
  expect(incoming()).toEqual([]);
});

describe('rejects everybody else', () => {
  test('without the cookie or the secret of the page, from another page, or under another name', async () => {
    const { answer } = await upload(png(), 'name=a.png');
    const path = `/file/${hash}/${answer.value?.file}`;
    expect((await ask(path)).status).toBe(403);
    expect((await ask(path, { headers: { cookie } })).status).toBe(403);
    expect((await ask(path, { headers: { ...ownRead(), host: `evil.example:${port}` } })).status).toBe(403);
    expect((await ask(path, { headers: { ...ownRead(), origin: 'http://evil.example' } })).status).toBe(403);
    expect((await upload(png(), 'name=a.png', { ...own(), origin: 'http://evil.example' })).status).toBe(403);
    const { origin: _, ...withoutOrigin } = own();
    expect((await upload(png(), 'name=a.png', withoutOrigin)).status).toBe(403);
    expect((await upload(png(), 'name=a.png', { ...own(), cookie: '' })).status).toBe(403);
    expect(incoming()).toEqual([]);
  });

  test('no path leads anywhere else', async () => {
    for (const path of [
      '/file',
      '/file/',
      `/file/${hash}`,
      `/file/${hash}/`,
      `/file/${hash}/..%2f..%2ftaleport.sqlite`,
      '/file/%/%',
      '/file/a/b/c',
      `/file/${hash}/nothing.png`,
    ])
      expect((await ask(path, { headers: ownRead() })).status, path).toBe(404);
  });
});

test('a page that is closed while it uploads leaves no file', async () => {
  const sent = request({
    host: '127.0.0.1',
    port,
    path: `/upload/${hash}?name=a.wav`,
    method: 'POST',
    headers: { host: `127.0.0.1:${port}`, ...own() },
  });
  sent.on('error', () => undefined);
  sent.write(wav(5));
  await expect.poll(incoming).toHaveLength(1);
  sent.destroy();
  await expect.poll(incoming).toEqual([]);
});

test('[Project file] a file of the page is imported by its bytes, with its own name in messages, and leaves nothing behind', async () => {
  const exportFolder = mkdtempSync(join(tmpdir(), 'taleport-shell-export-'));
  onTestFinished(() => rmSync(exportFolder, { recursive: true }));
  const exported = join(exportFolder, 'moved.taleport');
  const invoke = createInvoke(parts);
  await invoke('project.writeProjectFile', { hash, file: exported });
  const send = async (body: Uint8Array, query: string, headers = own()) => {
    const { status, bytes } = await ask(`/import?${query}`, { method: 'POST', headers, body });
    return { status, answer: JSON.parse(bytes.toString()) as { ok: boolean; value?: { hash: string }; problem?: { detail: string } } };
  };
  const before = (await invoke('project.list', {})).length;
  const { answer } = await send(readFileSync(exported), 'fileName=moved.taleport');
  expect(answer.ok).toBe(true);
  expect(answer.value?.hash).not.toBe(hash);
  const damaged = await send(readFileSync(exported).subarray(0, 500), 'fileName=moved.taleport');
  expect(damaged.answer.problem?.detail).toContain('moved.taleport is damaged or incomplete');
  const story = Buffer.from('{"boards": [');
  expect((await send(story, 'fileName=story.json&repair=true')).answer.problem?.detail).toContain('story.json is damaged');
  const foreign = await send(readFileSync(exported), 'fileName=moved.taleport', { ...own(), origin: 'http://evil.example' });
  expect(foreign).toMatchObject({ status: 403, answer: { ok: false } });
  expect(await invoke('project.list', {})).toHaveLength(before + 1);
  expect(incoming()).toEqual([]);
});
