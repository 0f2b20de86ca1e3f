/** [Assets] GET asset file: the stored bytes with their type, in ranges, only when they are needed, and never as something that runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FileStore, openFileStore } from '../../../main/assets/file-store.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { assetDownloadResponse } from '../../../main/rest-api/handlers/asset-files.ts';
import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import { Problem } from '../../../shared/problem.ts';
import { png, wav } from '../../media-files.ts';
import { listOpenFiles, listsOpenFiles } from '../../open-files.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const limits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };
const sound = wav(60);
let folder = '';
let fileStore: FileStore;
let engine: ReturnType<typeof openEngine>;
let opened: ReturnType<typeof createTestStory>;
let stored: StoredFile;
let asset = '';

const store = async (bytes: Uint8Array, name: string) => {
  async function* once() {
    yield bytes;
  }
  return fileStore.store(opened.hash, { name, bytes: once(), limits });
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-downloads-'));
  const environment = createTestEnvironment();
  engine = openEngine(null, environment, { findStoredFile: (hash, file) => fileStore.find(hash, file) });
  fileStore = openFileStore(folder, engine.openKeyValueStore('files'), environment);
  opened = createTestStory(engine, environment);
  stored = await store(sound, 'Rain.wav');
  asset = opened.build('asset', { name: 'Régen "laut".wav', type: 'audio', file: stored.file }).id;
});
afterEach(() => expect(countOpenFiles(stored)).toBe(0));
afterAll(async () => {
  await fileStore.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}, method = 'GET', assetId = asset) =>
  assetDownloadResponse(new Request('http://127.0.0.1/file', { method, headers }), {
    project: opened.project,
    hash: opened.hash,
    fileStore,
    assetId,
  });
/** The status of an answer whose body nobody reads. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('the whole file, with its own content type only', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': String(sound.length),
    'content-disposition': `attachment; filename="R_gen _laut_.wav"; filename*=UTF-8''R%C3%A9gen%20%22laut%22.wav`,
    'accept-ranges': 'bytes',
    etag: `"${stored.sha256}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect(await bytesOf(response)).toEqual(sound);
});

describe('ranges', () => {
  const last = sound.length - 1;
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=300000-', 300_000, last],
    ['bytes=-7', last - 6, last],
    ['bytes=0-999999999', 0, last],
    ['bytes=-999999999', 0, last],
    ['Bytes= 5 - 9 ', 5, 9],
  ])('%s is a 206', async (range, from, to) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/${sound.length}`);
    expect(response.headers.get('content-length')).toBe(String(to - from + 1));
    expect(await bytesOf(response)).toEqual(sound.subarray(from, to + 1));
  });

  test.each([`bytes=${sound.length}-`, 'bytes=999999999-9999999999', 'bytes=-0'])('%s is a 416', async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${sound.length}`);
    expect(await response.text()).toBe('');
  });

  test.each(['bytes=5-1', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'items=0-1', ''])('%j is ignored', async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).length).toBe(sound.length);
  });

  test('If-Range: the range only of the bytes one has the start of', async () => {
    expect(await statusOf(get({ range: 'bytes=0-1', 'if-range': `"${stored.sha256}"` }))).toBe(206);
    expect(await statusOf(get({ range: 'bytes=0-1', 'if-range': '"other"' }))).toBe(200);
    expect(await statusOf(get({ range: 'bytes=0-1', 'if-range': `W/"${stored.sha256}"` }))).toBe(200);
    expect(await statusOf(get({ range: 'bytes=0-1', 'if-range': 'Sat, 21 Nov 2026 07:00:00 GMT' }))).toBe(200);
  });
});

test('If-None-Match: a 304 without a body', async () => {
  for (const tags of [`"${stored.sha256}"`, `W/"${stored.sha256}"`, `"a", "${stored.sha256}"`, '*']) {
    const response = await get({ 'if-none-match': tags, range: 'bytes=0-1' });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(`"${stored.sha256}"`);
    expect(response.body).toBeNull();
  }
  expect(await statusOf(get({ 'if-none-match': '"other"' }))).toBe(200);
});

test('HEAD: the same headers, no body, no range', async () => {
  const response = await get({ range: 'bytes=0-1' }, 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(sound.length));
  expect(response.body).toBeNull();
});

/** How many times this process has a stored file open; 0 where the system does not list open files. */
const countOpenFiles = ({ sha256 }: StoredFile): number => listOpenFiles((path) => path.endsWith(sha256)).length;

test('a download that is finished, aborted, or has no body leaves no file open', async () => {
  const own = await store(wav(61), 'Own.wav');
  const { id } = opened.build('asset', { name: 'Own.wav', type: 'audio', file: own.file });
  const getOwn = (headers: Record<string, string> = {}, method = 'GET') => get(headers, method, id);
  const response = await getOwn();
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  if (listsOpenFiles) expect(countOpenFiles(own)).toBe(1);
  await reader?.cancel();
  await (await getOwn()).body?.cancel();
  await bytesOf(await getOwn());
  await getOwn({}, 'HEAD');
  await getOwn({ 'if-none-match': '*' });
  await getOwn({ range: 'bytes=999999999-' });
  expect(countOpenFiles(own)).toBe(0);
});

test('[G13] no asset, a folder, an asset without a file, and one whose file is not stored: 404', async () => {
  const without = opened.build('asset', { name: 'a', type: 'image', file: null }).id;
  const lost = opened.build('asset', { name: 'a', type: 'image', file: 'lost.png' }).id;
  const gone = await store(png(), 'gone.png');
  const goneAsset = opened.build('asset', { name: 'gone.png', type: 'image', file: gone.file }).id;
  rmSync(fileStore.findPath(opened.hash, gone.file) ?? '');
  for (const id of ['nobody', opened.project.projectRecord.roots.asset, without, lost, goneAsset]) {
    const error: unknown = await get({}, 'GET', id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).json.status).toBe(404);
  }
});

test('a file that is deleted while it is delivered is delivered whole, and then it is not found', async () => {
  const doomed = await store(wav(90), 'Doomed.wav');
  const { id } = opened.build('asset', { name: 'Doomed.wav', type: 'audio', file: doomed.file });
  const response = await get({}, 'GET', id);
  rmSync(fileStore.findPath(opened.hash, doomed.file) ?? '');
  expect(await bytesOf(response)).toEqual(Buffer.from(wav(90)));
  await expect(get({}, 'GET', id)).rejects.toMatchObject({ json: { status: 404 } });
});
