/** [Assets, G13] Files through the calls of a window: stored, added as an asset, found, kept for undo, swept, and removed with the project. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { removeUnusedFiles } from '../../../main/app/backend/maintenance.ts';
import { openFileStore } from '../../../main/assets/file-store.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { type Backend, createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { png, svg, wav } from '../../media-files.ts';
import { listStoredFiles } from '../../stored-files.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let folder = '';
let data = '';
let parts: Backend;
let ask: InvokeCall;
let hash = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-assets-'));
  data = join(folder, 'data');
  parts = await openBackend(data, createTestEnvironment());
  ask = createInvoke(parts);
  ({ hash } = await ask('project.create', { template: 'empty' }));
});
afterEach(async () => {
  await parts.close();
  rmSync(folder, { recursive: true });
});

const put = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const storedFiles = (): string[] => listStoredFiles(join(data, 'vault'));
const assetOf = async (id: string) => {
  const { records } = await ask('project.read', { hash });
  return records.flatMap((piece) => JSON.parse(piece) as { id: string; file: string | null }[]).find((record) => record.id === id);
};

test('[Assets] a file becomes an asset with its real size and dimensions', async () => {
  const stored = await ask('asset.store', { hash, path: put('door.png', png(30, 20)), type: 'image' });
  const fields = { name: stored.name, type: stored.type, file: stored.file, size: '9 GB' };
  const { ids } = await ask('project.send', { hash, command: { do: 'create', kind: 'asset', fields } });
  expect(await assetOf(ids[0] ?? '')).toMatchObject({
    name: 'door.png',
    file: stored.file,
    size: stored.size,
    bytes: stored.bytes,
    mime: 'image/png',
    width: 30,
    height: 20,
  });
  const located = await ask('asset.locate', { hash, file: stored.file });
  expect(located).toMatchObject({ mime: 'image/png', name: 'door.png' });
  expect(readFileSync(located?.path ?? '')).toEqual(png(30, 20));
  expect(await ask('asset.locate', { hash, file: 'nothing.png' })).toBeNull();
  expect(await ask('asset.locate', { hash: 'other', file: stored.file })).toBeNull();
});

test('[Assets] progress is reported, and the original file stays', async () => {
  const events: BackendEvent[] = [];
  parts.onEvents((batch) => events.push(...batch));
  const path = put('long.wav', wav(60));
  await ask('asset.store', { hash, path, name: 'Rain.wav', job: 'j' });
  expect(events.at(-1)).toMatchObject({ event: 'progress', job: 'j', done: 480_044, total: 480_044 });
  expect(readFileSync(path)).toHaveLength(480_044);
});

test('[Assets] a job that is cancelled stores nothing', async () => {
  const work = ask('asset.store', { hash, path: put('long.wav', wav(60)), job: 'j' });
  const ended = expect(work).rejects.toMatchObject({ code: 'cancelled' });
  await ask('job.cancel', { job: 'j' });
  await ended;
  expect(storedFiles()).toEqual([]);
});

describe('[Assets] files that cannot be stored are reported with a message', () => {
  test('no file, a folder, a part of a path, no such project, no accepted type', async () => {
    mkdirSync(join(folder, 'sub'));
    await expect(ask('asset.store', { hash, path: join(folder, 'none.png') })).rejects.toMatchObject({ code: 'notFound' });
    await expect(ask('asset.store', { hash, path: join(folder, 'sub') })).rejects.toMatchObject({ code: 'invalid' });
    await expect(ask('asset.store', { hash, path: 'door.png' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(ask('asset.store', { hash: 'nobody', path: put('a.png', png()) })).rejects.toMatchObject({ code: 'notFound' });
    await expect(ask('asset.store', { hash, path: put('a.svg', svg()) })).rejects.toMatchObject({
      json: { errors: { file: expect.any(String) } },
    });
    expect(storedFiles()).toEqual([]);
  });

  test('[Limits] the limits of the workspace, a file and all of a project together', async () => {
    await ask('workspace.set', { fileBytes: 9000, projectBytes: 10_000, imagePixels: 100 });
    await expect(ask('asset.store', { hash, path: put('a.wav', wav(2)) })).rejects.toMatchObject({ code: 'limit' });
    await expect(ask('asset.store', { hash, path: put('a.png', png(101, 1)) })).rejects.toThrow('100 × 100');
    const stored = await ask('asset.store', { hash, path: put('b.wav', wav()) });
    await ask('project.send', { hash, command: { do: 'create', kind: 'asset', fields: { name: 'b', type: 'audio', file: stored.file } } });
    await expect(ask('asset.store', { hash, path: put('c.wav', wav()) })).rejects.toThrow('1.9 KB are left');
  });
});

test('files in incoming/ are moved from there, and removed when rejected', async () => {
  const incoming = join(data, 'vault', 'incoming');
  writeFileSync(join(incoming, 'page-1'), png());
  const stored = await ask('asset.store', { hash, path: join(incoming, 'page-1'), name: 'door.png' });
  expect(storedFiles()).toEqual([stored.sha256]);
  writeFileSync(join(incoming, 'page-2'), svg());
  await expect(ask('asset.store', { hash, path: join(incoming, 'page-2'), name: 'door.png' })).rejects.toThrow();
  expect(storedFiles()).toEqual([stored.sha256]);
});

test('thumbnails are stored with the bytes', async () => {
  const { file } = await ask('asset.store', { hash, path: put('a.png', png()) });
  const image = `data:image/png;base64,${png().toString('base64')}`;
  expect(await ask('asset.thumbnail', { hash, file })).toBeNull();
  await ask('asset.saveThumbnail', { hash, file, image });
  expect(await ask('asset.thumbnail', { hash, file })).toBe(image);
  await expect(ask('asset.saveThumbnail', { hash, file: 'none', image })).rejects.toMatchObject({ code: 'notFound' });
});

test('the files of a project go with it', async () => {
  await ask('asset.store', { hash, path: put('a.png', png()) });
  await ask('project.remove', { hash });
  expect(storedFiles()).toEqual([]);
});

test('[G13] the sweep keeps files that an asset or an undo step refers to', async () => {
  const keeper = await ask('asset.store', { hash, path: put('a.png', png(3, 2, 'named')) });
  const removed = await ask('asset.store', { hash, path: put('b.png', png(3, 2, 'removed')) });
  const unnamed = await ask('asset.store', { hash, path: put('c.png', png(3, 2, 'unnamed')) });
  const make = async (file: string) =>
    (await ask('project.send', { hash, command: { do: 'create', kind: 'asset', fields: { name: 'a', type: 'image', file } } })).ids[0] ??
    '';
  await make(keeper.file);
  await ask('project.send', { hash, command: { do: 'remove', kind: 'asset', id: await make(removed.file) } });
  await parts.close();
  const engine = openEngine(data, createTestEnvironment());
  const late = { ...createTestEnvironment(), now: () => createTestEnvironment().now() + 25 * 3600 * 1e6 };
  const vault = openFileStore(join(data, 'vault'), engine.openKeyValueStore('files'), late);
  expect(await removeUnusedFiles(vault, engine)).toEqual([`${hash}/${unnamed.file}`]);
  expect(storedFiles().sort()).toEqual([keeper.sha256, removed.sha256].sort());
  await vault.close();
  await engine.close();
  parts = await openBackend(data, createTestEnvironment(2));
  await createInvoke(parts)('project.undo', { hash });
  expect(await createInvoke(parts)('asset.locate', { hash, file: removed.file })).not.toBeNull();
});

test('[Store] a process whose database another one has opened removes no file', async () => {
  const mine = await ask('asset.store', { hash, path: put('a.png', png(3, 2, 'mine')) });
  await parts.close();
  const late = { ...createTestEnvironment(), now: () => createTestEnvironment().now() + 25 * 3600 * 1e6 };
  const replaced = openEngine(data, createTestEnvironment());
  const vault = openFileStore(join(data, 'vault'), replaced.openKeyValueStore('files'), late);
  parts = await openBackend(data, createTestEnvironment(2));
  ask = createInvoke(parts);
  const theirs = await ask('asset.store', { hash, path: put('b.png', png(3, 2, 'theirs')) });
  await expect(vault.sweepUnreferenced({ named: () => true })).rejects.toThrow(/Restart Taleport/);
  // An upload of the same bytes that is not committed has nothing to remove either.
  async function* bytes() {
    yield png(3, 2, 'theirs');
  }
  const limits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };
  vault.discard([await vault.storePending(hash, { name: 'b.png', bytes: bytes(), limits })]);
  expect(storedFiles().sort()).toEqual([mine.sha256, theirs.sha256].sort());
  await vault.close();
  await replaced.close();
});
