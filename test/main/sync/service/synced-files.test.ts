/** [G1, I21] The files of a mirrored project through the whole program: theirs come when it is mirrored, ours go, each once. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { png, wav } from '../../../media-files.ts';
import { inStep, openSide, type Side, serve } from './two-workspaces.ts';

let folder = '';
let here: Side;
let there: Side;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-mirrored-files-'));
  [here, there] = [await openSide(), await openSide()];
});
afterEach(async () => {
  await here.close();
  await there.close();
  rmSync(folder, { recursive: true });
});

/** A file of a side's project; its name there. */
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

/** The bytes of the one asset of that name. */
async function bytesOf(side: Side, hash: string, name: string): Promise<Buffer | undefined> {
  const project = await side.project(hash);
  const [asset, ...more] = [...project.recordsOfKind('asset')].filter((each) => each.name === name);
  expect(more).toEqual([]);
  const located = asset?.file ? await side.ask('asset.locate', { hash, file: asset.file }) : null;
  return located ? readFileSync(located.path) : undefined;
}

test('both ways, new and replaced', { timeout: 60_000 }, async () => {
  const { hash } = await there.ask('project.create', { template: 'empty' });
  await add(there, hash, 'theirs.png', png(30, 20));
  const { url, key } = await serve(there);
  await here.ask('remote.add', { name: 'Team', url, key: { key } });
  const { hash: local } = await here.ask('sync.add', { remote: 'Team', hash });
  await inStep(here, local);
  expect(await bytesOf(here, local, 'theirs.png')).toEqual(png(30, 20));

  await add(here, local, 'ours.wav', wav(1));
  const replaced = [...(await here.project(local)).recordsOfKind('asset')].find(({ name }) => name === 'theirs.png')?.id ?? '';
  const file = await store(here, local, 'theirs.png', png(31, 21));
  await here.send(local, { do: 'change', kind: 'asset', id: replaced, fields: { file } });
  expect(await inStep(here, local)).toMatchObject({ state: 'in step', waiting: 0, questions: 0 });
  expect(await bytesOf(there, hash, 'ours.wav')).toEqual(wav(1));
  expect(await bytesOf(there, hash, 'theirs.png')).toEqual(png(31, 21));

  // Nothing is sent twice: what the first asset was stored as stays its name.
  const { version } = await there.ask('project.read', { hash });
  await inStep(here, local);
  expect((await there.ask('project.read', { hash })).version).toBe(version);
});

test('both replaced: each is there to be looked at, and theirs is taken by a step that can be undone', { timeout: 60_000 }, async () => {
  const { hash } = await there.ask('project.create', { template: 'empty' });
  await add(there, hash, 'door.png', png(30, 20));
  const { url, key } = await serve(there);
  await here.ask('remote.add', { name: 'Team', url, key: { key } });
  const { hash: local } = await here.ask('sync.add', { remote: 'Team', hash });
  await inStep(here, local);
  await here.ask('sync.pause', { until: null });
  for (const [side, project, bytes] of [
    [here, local, png(31, 21)],
    [there, hash, png(32, 22)],
  ] as const) {
    const id = [...(await side.project(project)).recordsOfKind('asset')].find(({ name }) => name === 'door.png')?.id ?? '';
    await side.send(project, { do: 'change', kind: 'asset', id, fields: { file: await store(side, project, 'door.png', bytes) } });
  }
  await here.ask('sync.pause', { until: 'now' });
  expect(await inStep(here, local)).toMatchObject({ questions: 1 });
  const [question] = await here.ask('conflict.list', { hash: local });
  const shown = async (file: unknown) => readFileSync((await here.ask('asset.locate', { hash: local, file: String(file) }))?.path ?? '');
  expect([await shown(question?.mine), await shown(question?.theirs)]).toEqual([png(31, 21), png(32, 22)]);

  await here.ask('conflict.resolve', { ids: [question?.id ?? ''], answer: { choice: 'theirs' } });
  expect(await bytesOf(here, local, 'door.png')).toEqual(png(32, 22));
  expect(await inStep(here, local)).toMatchObject({ state: 'in step', questions: 0 });
  expect(await bytesOf(there, hash, 'door.png')).toEqual(png(32, 22));
  await here.ask('project.undo', { hash: local });
  await inStep(here, local);
  expect(await bytesOf(there, hash, 'door.png')).toEqual(png(31, 21));
});
