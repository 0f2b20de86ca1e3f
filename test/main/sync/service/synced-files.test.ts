/** [G1, I21] Files of a synced project, end to end: remote files are downloaded, local files uploaded, each once. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { png, wav } from '../../../media-files.ts';
import { FaultProxy } from '../../../sync-proof/fault-proxy.ts';
import { conflictsOf, openSide, type Side, serve, syncOnce } from './two-workspaces.ts';

let folder = '';
let localSide: Side;
let remoteSide: Side;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-synced-files-'));
  [localSide, remoteSide] = [await openSide(), await openSide()];
});
afterEach(async () => {
  await localSide.close();
  await remoteSide.close();
  rmSync(folder, { recursive: true });
});

/** Stores a file in a project of a side; returns its name. */
async function store(side: Side, hash: string, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return (await side.ask('asset.store', { hash, path, type: name.endsWith('.wav') ? 'audio' : 'image' })).file;
}

async function add(side: Side, hash: string, name: string, bytes: Uint8Array): Promise<string> {
  const file = await store(side, hash, name, bytes);
  const fields = { name, type: name.endsWith('.wav') ? 'audio' : 'image', file } as const;
  return (await side.send(hash, { do: 'create', kind: 'asset', fields }))[0] ?? '';
}

/** The bytes of the only asset with that name. */
async function bytesOf(side: Side, hash: string, name: string): Promise<Buffer | undefined> {
  const project = await side.project(hash);
  const [asset, ...more] = [...project.recordsOfKind('asset')].filter((each) => each.name === name);
  expect(more).toEqual([]);
  const located = asset?.file ? await side.ask('asset.locate', { hash, file: asset.file }) : null;
  return located ? readFileSync(located.path) : undefined;
}

test('new and replaced files sync both ways', async () => {
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  await add(remoteSide, hash, 'theirs.png', png(30, 20));
  const { url, key } = await serve(remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key } });
  const { hash: local } = await localSide.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(localSide, local);
  expect(await bytesOf(localSide, local, 'theirs.png')).toEqual(png(30, 20));

  await add(localSide, local, 'ours.wav', wav(1));
  const replaced = [...(await localSide.project(local)).recordsOfKind('asset')].find(({ name }) => name === 'theirs.png')?.id ?? '';
  const file = await store(localSide, local, 'theirs.png', png(31, 21));
  await localSide.send(local, { do: 'change', kind: 'asset', id: replaced, fields: { file } });
  expect(await syncOnce(localSide, local)).toMatchObject({ state: 'synced', pending: 0, conflicts: 0 });
  expect(await bytesOf(remoteSide, hash, 'ours.wav')).toEqual(wav(1));
  expect(await bytesOf(remoteSide, hash, 'theirs.png')).toEqual(png(31, 21));

  // Nothing is sent twice: the asset keeps the name of its stored file.
  const { version } = await remoteSide.ask('project.read', { hash });
  await syncOnce(localSide, local);
  expect((await remoteSide.ask('project.read', { hash })).version).toBe(version);
});

test('a file replaced on both sides: both versions can be viewed, and choosing the remote one can be undone', async () => {
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  await add(remoteSide, hash, 'door.png', png(30, 20));
  const { url, key } = await serve(remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key } });
  const { hash: local } = await localSide.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(localSide, local);
  await localSide.ask('sync.pause', { until: null });
  for (const [side, project, bytes] of [
    [localSide, local, png(31, 21)],
    [remoteSide, hash, png(32, 22)],
  ] as const) {
    const id = [...(await side.project(project)).recordsOfKind('asset')].find(({ name }) => name === 'door.png')?.id ?? '';
    await side.send(project, { do: 'change', kind: 'asset', id, fields: { file: await store(side, project, 'door.png', bytes) } });
  }
  await localSide.ask('sync.pause', { until: 'now' });
  expect(await syncOnce(localSide, local)).toMatchObject({ conflicts: 1 });
  const [conflict] = await conflictsOf(localSide, local);
  const shown = async (file: unknown) =>
    readFileSync((await localSide.ask('asset.locate', { hash: local, file: String(file) }))?.path ?? '');
  expect([await shown(conflict?.local), await shown(conflict?.remote)]).toEqual([png(31, 21), png(32, 22)]);

  await localSide.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice: 'remote' } });
  expect(await bytesOf(localSide, local, 'door.png')).toEqual(png(32, 22));
  expect(await syncOnce(localSide, local)).toMatchObject({ state: 'synced', conflicts: 0 });
  expect(await bytesOf(remoteSide, hash, 'door.png')).toEqual(png(32, 22));
  await localSide.ask('project.undo', { hash: local });
  await syncOnce(localSide, local);
  expect(await bytesOf(remoteSide, hash, 'door.png')).toEqual(png(31, 21));
});

test('[I30] a file that a colleague replaced between our check and our change is a conflict with both files', async () => {
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const id = await add(remoteSide, hash, 'door.png', png(30, 20));
  const { url, key } = await serve(remoteSide);
  const proxy = new FaultProxy(url, () => 0.5);
  try {
    await localSide.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key } });
    const { hash: local } = await localSide.ask('sync.add', { remote: 'Team', hash });
    await syncOnce(localSide, local);
    const replace = async (side: Side, project: string, bytes: Uint8Array) =>
      side.send(project, { do: 'change', kind: 'asset', id, fields: { file: await store(side, project, 'door.png', bytes) } });
    let isReplaced = false;
    proxy.onRequest = async (line) => {
      if (isReplaced || !line.includes('/asset/upload')) return;
      isReplaced = true;
      await replace(remoteSide, hash, png(32, 22));
    };
    await replace(localSide, local, png(31, 21));
    expect(await syncOnce(localSide, local)).toMatchObject({ conflicts: 1 });
    expect(isReplaced).toBe(true);
    expect(await bytesOf(remoteSide, hash, 'door.png')).toEqual(png(32, 22));
    const [conflict] = await conflictsOf(localSide, local);
    const shown = async (file: unknown) =>
      readFileSync((await localSide.ask('asset.locate', { hash: local, file: String(file) }))?.path ?? '');
    expect([await shown(conflict?.local), await shown(conflict?.remote)]).toEqual([png(31, 21), png(32, 22)]);
    await localSide.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice: 'local' } });
    expect(await syncOnce(localSide, local)).toMatchObject({ conflicts: 0 });
    expect(await bytesOf(remoteSide, hash, 'door.png')).toEqual(png(31, 21));
  } finally {
    await proxy.close();
  }
});

test.each(['text/plain', 'text/html'] as const)(
  '[I20, I27] what is refused keeps no other file from being synced, and the status says so: a file that a firewall refuses (%s)',
  async (type) => {
    const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
    const [refused] = [await add(remoteSide, hash, 'refused.png', png(30, 20)), await add(remoteSide, hash, 'theirs.png', png(31, 20))];
    const { url, key } = await serve(remoteSide);
    const proxy = new FaultProxy(url, () => 0.5);
    const refusal = { status: 403, headers: { 'content-type': type }, body: Buffer.from('Denied') };
    const isRefused = (line: string) => line.includes(`/asset/${refused}`) || line.endsWith('/asset/upload');
    proxy.intercept = (line) => (isRefused(line) ? refusal : undefined);
    try {
      await localSide.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key } });
      const { hash: local } = await localSide.ask('sync.add', { remote: 'Team', hash });
      expect(await syncOnce(localSide, local)).toMatchObject({ state: 'receiving', pending: 0 });
      expect(await bytesOf(localSide, local, 'theirs.png')).toEqual(png(31, 20));
      await add(localSide, local, 'ours.png', png(32, 20));
      await syncOnce(localSide, local);
      expect(await syncOnce(localSide, local)).toMatchObject({ state: 'attention', rejected: 2 });
      proxy.intercept = () => undefined;
      await syncOnce(localSide, local);
      expect(await syncOnce(localSide, local)).toMatchObject({ state: 'synced', rejected: 0 });
      expect(await bytesOf(localSide, local, 'refused.png')).toEqual(png(30, 20));
      expect(await bytesOf(remoteSide, hash, 'ours.png')).toEqual(png(32, 20));
    } finally {
      await proxy.close();
    }
  },
);

test('[I20] a key without permission rejects no file, so that all are transferred with another key', async () => {
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  for (const size of [30, 31]) await add(remoteSide, hash, `${size}.png`, png(size, 20));
  const { url, key } = await serve(remoteSide);
  const proxy = new FaultProxy(url, () => 0.5);
  const refusal = { status: 403, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"title":"No","detail":"No."}') };
  proxy.intercept = (line) => (line.includes('/asset/') ? refusal : undefined);
  try {
    await localSide.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key } });
    const { hash: local } = await localSide.ask('sync.add', { remote: 'Team', hash });
    for (let run = 0; run < 3; run++) expect(await syncOnce(localSide, local)).toMatchObject({ rejected: 0 });
    proxy.intercept = () => undefined;
    await localSide.ask('remote.change', { name: 'Team', key: { key } });
    expect(await localSide.ask('sync.run', {})).toMatchObject([{ state: 'synced', rejected: 0 }]);
    for (const size of [30, 31]) expect(await bytesOf(localSide, local, `${size}.png`)).toEqual(png(size, 20));
  } finally {
    await proxy.close();
  }
});

test('[I20, I27] a file that has vanished from the disk keeps no other from being sent, and the status says so', async () => {
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const { url, key } = await serve(remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key } });
  const { hash: local } = await localSide.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(localSide, local);
  await add(localSide, local, 'vanished.png', png(30, 20));
  await add(localSide, local, 'ours.png', png(32, 20));
  const asset = [...(await localSide.project(local)).recordsOfKind('asset')].find(({ name }) => name === 'vanished.png');
  rmSync((await localSide.ask('asset.locate', { hash: local, file: asset?.file ?? '' }))?.path ?? '');
  await syncOnce(localSide, local);
  expect(await syncOnce(localSide, local)).toMatchObject({ state: 'attention', rejected: 1 });
  expect(await bytesOf(remoteSide, hash, 'ours.png')).toEqual(png(32, 20));
});

test('[I30] the other client receives a replaced file with its next read', async () => {
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const id = await add(remoteSide, hash, 'door.png', png(30, 20));
  const { url, key } = await serve(remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key } });
  const { hash: local } = await localSide.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(localSide, local);
  for (const size of [31, 32]) {
    const file = await store(remoteSide, hash, 'door.png', png(size, 20));
    await remoteSide.send(hash, { do: 'change', kind: 'asset', id, fields: { file } });
    await syncOnce(localSide, local);
    await syncOnce(localSide, local);
    expect(await bytesOf(localSide, local, 'door.png')).toEqual(png(size, 20));
  }
});
