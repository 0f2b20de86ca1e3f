/** [Assets, G1, G13, I21, I22] Files of assets sync both ways, completely and once, and never overwrite a file of somebody else. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import {
  FileRecheckQueue,
  FileStateStore,
  initialFileSyncState,
  maxConcurrentFiles,
} from '../../../../../main/sync/client/files/local-assets.ts';
import { message } from '../../../../../shared/messages/message.ts';
import { png, wav } from '../../../../media-files.ts';
import { createMemoryKeyValueStore } from '../../../../memory-key-value-store.ts';
import { sha256 } from '../../../../sha256.ts';
import { createEmptyStory } from '../../../../story-builder.ts';
import { createTestEnvironment, createWaitClock } from '../../../../test-environment.ts';
import { cutAfter, type ServedRemote, serveRemote } from '../served-project.ts';
import { SyncedFixture } from '../synced-fixture.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).reverse()) await each.close();
});

async function open(how: Parameters<typeof serveRemote>[0] = {}): Promise<{ served: ServedRemote; synced: SyncedFixture }> {
  const served = await serveRemote(how);
  closing.push(served);
  const synced = await SyncedFixture.of(served, served.fakeRemote.createProject(createEmptyStory(createTestEnvironment(3))));
  closing.push(synced);
  return { served, synced };
}

/** Creates an asset with a file on one side. */
async function add(synced: SyncedFixture, side: 'local' | 'remote', bytes: Uint8Array, name = 'door.png'): Promise<string> {
  const file = await synced.store(side, bytes, name);
  const type = name.endsWith('.wav') ? 'audio' : 'image';
  return synced.edit(side, { do: 'create', kind: 'asset', fields: { name, type, file } })[0] ?? '';
}

async function replace(synced: SyncedFixture, side: 'local' | 'remote', asset: string, bytes: Uint8Array): Promise<void> {
  const file = await synced.store(side, bytes, 'door.png');
  synced.edit(side, { do: 'change', kind: 'asset', id: asset, fields: { file } });
}

/** The requests for assets, without their ids. */
const assetRequests = (served: ServedRemote): string[] =>
  served.requests.flatMap((each) => {
    const [, method, rest] = /^(\w+) \/[^/]+(\/asset.*)$/.exec(each) ?? [];
    return rest === undefined ? [] : [`${method} ${rest.replace(/[0-9a-f-]{36}/, ':id')}`];
  });

/** Syncs after an hour, when files are checked again. */
async function later(synced: SyncedFixture): Promise<void> {
  synced.clock.now += 3_600_000;
  await synced.untilSynced();
}

describe('the rows of files', () => {
  test('are read once for all statuses, and again one by one as they change', () => {
    const store = createMemoryKeyValueStore();
    const reads: string[] = [];
    const counted = {
      ...store,
      list: (prefix?: string) => {
        reads.push('all');
        return store.list(prefix);
      },
      get: (id: string) => {
        reads.push(id);
        return store.get(id);
      },
    };
    const clock = createWaitClock(() => 1_000_000);
    const rows = new FileStateStore(counted, 'hash', clock);
    const row = { ...initialFileSyncState, agreed: { remoteName: 'one.png', sha256: 'a' } };
    for (let at = 0; at < 3; at++) rows.write(`asset${at}`, row);
    for (let at = 0; at < 8; at++) expect([...rows.all().keys()]).toEqual(['asset0', 'asset1', 'asset2']);
    rows.write('asset1', null);
    // As a transaction of the runner does.
    new FileStateStore(store, 'hash', clock).write('asset2', { ...row, agreed: null });
    rows.noteChange('asset2');
    for (let at = 0; at < 8; at++)
      expect([...rows.all()]).toEqual([
        ['asset0', row],
        ['asset2', { ...row, agreed: null }],
      ]);
    expect(reads).toEqual(['all', 'hash/file/asset1', 'hash/file/asset2']);
  });

  test('of lookups to come are not written as a whole for each lookup', () => {
    const store = createMemoryKeyValueStore();
    let written = 0;
    const counted = {
      ...store,
      put: (entries: Parameters<typeof store.put>[0]) => {
        written++;
        store.put(entries);
      },
    };
    const clock = createWaitClock(() => 1_000_000);
    const open = () => new FileRecheckQueue(counted, 'hash', clock, () => 0);
    const ids = Array.from({ length: 100 }, (_, at) => `asset${at}`);
    const queue = open();
    queue.startRound(ids, 0);
    for (const id of ids.slice(0, 95)) queue.remove(id);
    expect(written).toBeLessThan(12);
    const again = open();
    expect(ids.slice(95).every((id) => again.has(id))).toBe(true);
    expect(ids.filter((id) => again.has(id)).length).toBeLessThan(15);
    for (const id of ids) queue.remove(id);
    expect(ids.filter((id) => open().has(id))).toEqual([]);
  });
});

test('nothing is examined before the project has been opened in slices', async () => {
  const { served, synced } = await open();
  const asset = await add(synced, 'remote', png(30, 20));
  while ((await synced.stepRunner()).type === 'progressed');
  let finish = () => {};
  synced.opening = new Promise((resolve) => {
    finish = resolve;
  });
  const step = synced.stepFiles();
  for (let at = 0; at < 10; at++) await new Promise((resolve) => setImmediate(resolve));
  expect(assetRequests(served)).toEqual([]);
  finish();
  await step;
  expect(assetRequests(served)).not.toEqual([]);
  await synced.untilSynced();
  expect(synced.sha('local', asset)).toBe(sha256(png(30, 20)));
});

describe('remote files', () => {
  test('are stored locally with their measured properties', async () => {
    const { served, synced } = await open();
    const picture = await add(synced, 'remote', png(30, 20));
    const sound = await add(synced, 'remote', wav(2), 'knock.wav');
    await synced.untilSynced();
    expect(synced.sha('local', picture)).toBe(sha256(png(30, 20)));
    expect(synced.localProject.find('asset', picture)).toMatchObject({
      width: 30,
      height: 20,
      mime: 'image/png',
      bytes: png(30, 20).length,
    });
    expect(synced.sha('local', sound)).toBe(sha256(wav(2)));
    const path = synced.vault.findPath(synced.hash, synced.localProject.find('asset', picture)?.file ?? '') ?? '';
    expect(sha256(readFileSync(path))).toBe(sha256(png(30, 20)));
    expect(synced.progress.every(({ direction }) => direction === 'down')).toBe(true);
    const before = served.requests.length;
    await synced.untilSynced();
    expect(served.requests.slice(before).filter((each) => each.includes('/asset'))).toEqual([]);
  });

  test('that were replaced are detected after a remote write, and downloaded again', async () => {
    const { synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    await synced.untilSynced();
    await replace(synced, 'remote', asset, png(31, 21));
    await later(synced);
    expect(synced.sha('local', asset)).toBe(sha256(png(31, 21)));
    expect(synced.conflicts).toEqual([]);
  });

  test('that were replaced between two local writes are detected too', async () => {
    const { synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    await later(synced);
    const rename = (name: string) => synced.edit('local', { do: 'change', kind: 'asset', id: asset, fields: { name } });
    rename('one.png');
    while ((await synced.stepRunner()).type === 'progressed');
    await replace(synced, 'remote', asset, png(31, 21));
    rename('two.png');
    await later(synced);
    expect(synced.sha('local', asset)).toBe(sha256(png(31, 21)));
    expect(synced.remoteProject.find('asset', asset)?.name).toBe('two.png');
  });

  test('[I36] that were replaced while exports were used up are detected by the next read, although the last answer had no gap', async () => {
    const { synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    const [element = ''] = synced.edit('remote', synced.newElement('A door'));
    await later(synced);
    const moveTo = async (x: number) => {
      synced.edit('local', { do: 'change', kind: 'element', id: element, fields: { x } });
      while ((await synced.stepRunner()).type === 'progressed');
    };
    await moveTo(20);
    await later(synced);
    synced.readsAllowedAt = synced.clock.now + 60_000;
    await replace(synced, 'remote', asset, png(31, 21));
    for (const x of [30, 40]) await moveTo(x);
    expect(synced.sha('local', asset)).toBe(sha256(png(30, 20)));
    await later(synced);
    expect(synced.sha('local', asset)).toBe(sha256(png(31, 21)));
  });

  test('whose download was cut are resumed where it ended', async () => {
    const { served, synced } = await open();
    const bytes = png(40, 40, 'x'.repeat(400_000));
    const asset = await add(synced, 'remote', bytes);
    const ranges: (string | null)[] = [];
    served.around = async (request, pass) => {
      if (!request.url.endsWith('/file')) return await pass();
      ranges.push(request.headers.get('range'));
      return ranges.length < 3 ? cutAfter(await pass(), 150_000) : await pass();
    };
    await synced.untilSynced();
    expect(synced.sha('local', asset)).toBe(sha256(bytes));
    expect(ranges[0]).toBe(null);
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
  });

  test('that cannot be downloaded block nothing else, and are tried again', async () => {
    const { served, synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    const other = await add(synced, 'remote', png(31, 20));
    let broken = true;
    served.around = async (request, pass) =>
      broken && request.url.includes(`${asset}/file`) ? new Response('{}', { status: 503 }) : await pass();
    for (let step = 0; step < 60; step++) {
      synced.clock.now += 6000;
      await synced.stepRunner();
      await synced.files.step();
    }
    expect(synced.sha('local', other)).toBe(sha256(png(31, 20)));
    expect(synced.sha('local', asset)).toBe(undefined);
    broken = false;
    await later(synced);
    expect(synced.sha('local', asset)).toBe(sha256(png(30, 20)));
  });

  test('[G13] that are missing or invalid are reported, and not requested repeatedly', async () => {
    const { served, synced } = await open();
    const [missing = ''] = synced.edit('remote', {
      do: 'create',
      kind: 'asset',
      fields: { name: 'gone.png', type: 'image', file: 'gone.png' },
    });
    const odd = await add(synced, 'remote', png(30, 20));
    served.around = async (request, pass) =>
      request.url.includes(`${odd}/file`) ? new Response('x'.repeat(png(30, 20).length)) : await pass();
    await synced.untilSynced();
    expect(synced.localProject.find('asset', missing)?.file).toBe(null);
    expect([...synced.files.rejected.keys()]).toEqual([odd]);
    expect(assetRequests(served).filter((each) => each.endsWith('/file')).length).toBeLessThan(20);
  });

  test('[I21] that are no longer on disk are downloaded again', async () => {
    const { synced } = await open();
    const [one, two] = [await add(synced, 'remote', png(30, 20)), await add(synced, 'remote', png(31, 20))];
    await synced.untilSynced();
    const pathOf = (asset: string) => synced.vault.findPath(synced.hash, synced.localProject.find('asset', asset)?.file ?? '') ?? '';
    rmSync(pathOf(one));
    writeFileSync(pathOf(two), 'short');
    synced.restart();
    await synced.untilSynced();
    expect(sha256(readFileSync(pathOf(one)))).toBe(sha256(png(30, 20)));
    expect(sha256(readFileSync(pathOf(two)))).toBe(sha256(png(31, 20)));
  });
});

test('concurrent downloads fetch each file once', async () => {
  const { served, synced } = await open();
  const assets: string[] = [];
  for (let at = 0; at < 12; at++) assets.push(await add(synced, 'remote', png(30 + at, 20)));
  while ((await synced.stepRunner()).type === 'progressed');
  const work = async () => {
    while ((await synced.files.step()).type === 'progressed');
  };
  await Promise.all(Array.from({ length: maxConcurrentFiles }, work));
  for (const [at, asset] of assets.entries()) expect(synced.sha('local', asset)).toBe(sha256(png(30 + at, 20)));
  expect(assetRequests(served).filter((each) => each === 'GET /asset/:id/file')).toHaveLength(12);
});

describe('local files', () => {
  test('are uploaded first and then named by the created asset: two requests', async () => {
    const { served, synced } = await open();
    await synced.untilSynced();
    const before = assetRequests(served).length;
    const asset = await add(synced, 'local', png(30, 20));
    await synced.untilSynced();
    const id = synced.id(asset);
    expect(id).not.toBe(asset);
    expect(synced.sha('remote', id)).toBe(sha256(png(30, 20)));
    expect(synced.sha('local', id)).toBe(sha256(png(30, 20)));
    expect(assetRequests(served).slice(before)).toEqual(['POST /asset/upload', 'POST /asset']);
    expect(served.memory.capabilities.upload).toBe('two-step');
    expect(synced.progress.at(-1)).toMatchObject({ direction: 'up', bytes: png(30, 20).length, total: png(30, 20).length });
    expect([synced.files.pendingCount, synced.files.rejected.size]).toEqual([0, 0]);
  });

  test('are sent with the request that creates the asset if the remote has no upload (G1), which is detected once', async () => {
    const { served, synced } = await open({ uploadFlow: 'single' });
    await synced.untilSynced();
    const before = assetRequests(served).length;
    const one = await add(synced, 'local', png(30, 20));
    await synced.untilSynced();
    const two = await add(synced, 'local', wav(1), 'knock.wav');
    synced.edit('local', { do: 'change', kind: 'asset', id: two, fields: { volume: 0.5 } });
    await synced.untilSynced();
    expect(synced.sha('remote', synced.id(one))).toBe(sha256(png(30, 20)));
    expect(synced.sha('remote', synced.id(two))).toBe(sha256(wav(1)));
    expect(synced.remoteProject.find('asset', synced.id(two))).toMatchObject({ volume: 0.5, type: 'audio' });
    expect(
      assetRequests(served)
        .slice(before)
        .filter((each) => each.startsWith('POST')),
    ).toEqual(['POST /asset/upload', 'POST /asset', 'POST /asset']);
    expect(served.memory.capabilities.upload).toBe('single');
    await later(synced);
    expect([...synced.remoteProject.recordsOfKind('asset')]).toHaveLength(3);
    expect(synced.conflicts).toEqual([]);
  });

  test('[I5] sent with the asset are found after a lost response, and not sent again', async () => {
    const { served, synced } = await open({ uploadFlow: 'single' });
    await synced.untilSynced();
    const first = await add(synced, 'local', png(30, 20), 'first.png');
    await synced.untilSynced();
    let lost = 0;
    served.around = async (request, pass) => {
      const answer = await pass();
      return request.method === 'POST' && lost++ === 0 ? new Response('{"vers') : answer;
    };
    const asset = await add(synced, 'local', png(31, 21));
    await synced.untilSynced();
    await later(synced);
    expect(lost).toBe(1);
    expect(synced.sha('remote', synced.id(asset))).toBe(sha256(png(31, 21)));
    expect(synced.sha('local', synced.id(first))).toBe(sha256(png(30, 20)));
    expect([...synced.remoteProject.recordsOfKind('asset')]).toHaveLength(3);
  });

  test('[I5, I35] sent with the asset and answered after a later edit are neither doubled nor reported', async () => {
    const { served, synced } = await open({ uploadFlow: 'single' });
    await synced.untilSynced();
    await add(synced, 'local', png(31, 20), 'gate.png');
    await synced.untilSynced();
    const [element = ''] = synced.edit('local', synced.newElement('Before'));
    await synced.untilSynced();
    const held = Promise.withResolvers<void>();
    const applied = Promise.withResolvers<void>();
    served.around = async (request, pass) => {
      const answer = await pass();
      if (!request.headers.get('content-type')?.startsWith('multipart/')) return answer;
      applied.resolve();
      await held.promise;
      return answer;
    };
    const asset = await add(synced, 'local', png(30, 20));
    while ((await synced.stepRunner()).type === 'progressed');
    const transfer = synced.files.step();
    await applied.promise;
    const change = (text: string) =>
      synced.edit('local', { do: 'change', kind: 'element', id: synced.id(element), fields: { title: `<p>${text}</p>` } });
    change('After');
    const writes = () => served.requests.filter((each) => each.startsWith('PATCH')).length;
    const before = writes();
    for (let steps = 0; writes() === before && steps < 100; steps++) await synced.stepRunner();
    held.resolve();
    await transfer;
    await synced.untilSynced();
    expect([...synced.remoteProject.recordsOfKind('asset')].filter(({ name }) => name === 'door.png')).toHaveLength(1);
    expect(synced.sha('remote', synced.id(asset))).toBe(sha256(png(30, 20)));
    expect(synced.remoteProject.find('element', synced.id(element))?.title.en?.text).toBe('<p>After</p>');
    expect(synced.runner.store.overwriteReports('overwrite')).toEqual([]);
    expect(synced.runner.store.fileWrites).toEqual([]);
  });

  test('[I5, I8] sent with the asset are looked for after a restart in mid-upload, and sent once', async () => {
    for (const isApplied of [false, true]) {
      const { served, synced } = await open({ uploadFlow: 'single' });
      await synced.untilSynced();
      await add(synced, 'local', png(31, 20), 'gate.png');
      await synced.untilSynced();
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      served.around = async (request, pass) => {
        if (!request.headers.get('content-type')?.startsWith('multipart/')) return await pass();
        const answer = isApplied ? await pass() : new Response('{}', { status: 503 });
        begun.resolve();
        await ended.promise;
        return answer;
      };
      const asset = await add(synced, 'local', png(30, 20));
      while ((await synced.stepRunner()).type === 'progressed');
      const transfer = synced.files.step();
      await begun.promise;
      expect(synced.runner.store.fileWrites).toHaveLength(1);
      synced.restart();
      served.around = (_request, pass) => pass();
      await synced.untilSynced();
      ended.resolve();
      await transfer;
      await synced.untilSynced();
      expect([...synced.remoteProject.recordsOfKind('asset')].filter(({ name }) => name === 'door.png')).toHaveLength(1);
      expect(synced.sha('remote', synced.id(asset))).toBe(sha256(png(30, 20)));
      expect(synced.conflicts).toEqual([]);
    }
  });

  test('that were replaced locally replace the remote ones after a check', async () => {
    const { served, synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    await synced.untilSynced();
    await replace(synced, 'local', asset, png(31, 21));
    const before = assetRequests(served).length;
    await synced.untilSynced();
    expect(synced.sha('remote', asset)).toBe(sha256(png(31, 21)));
    // [I30] The second look is right before the file is replaced.
    expect(assetRequests(served).slice(before)).toEqual(['GET /asset/:id', 'POST /asset/upload', 'GET /asset/:id', 'PATCH /asset/:id']);
    await later(synced);
    expect(synced.sha('local', asset)).toBe(sha256(png(31, 21)));
    expect(synced.conflicts).toEqual([]);
  });

  test('that were replaced are held and reported if the remote cannot replace files', async () => {
    const { synced } = await open({ uploadFlow: 'single' });
    const asset = await add(synced, 'remote', png(30, 20));
    await synced.untilSynced();
    await replace(synced, 'local', asset, png(31, 21));
    await synced.untilSynced();
    expect(synced.files.rejected.get(asset)).toEqual(message('sync.rejection.fileOnlyWithAsset'));
    expect(synced.sha('local', asset)).toBe(sha256(png(31, 21)));
    expect(synced.sha('remote', asset)).toBe(sha256(png(30, 20)));
  });

  test('[I8] are not sent again after a restart between the file and its asset', async () => {
    const { served, synced } = await open();
    await synced.untilSynced();
    const asset = await add(synced, 'local', png(30, 20));
    while ((await synced.files.step()).type === 'progressed');
    synced.restart();
    await synced.untilSynced();
    expect(synced.sha('remote', synced.id(asset))).toBe(sha256(png(30, 20)));
    expect(assetRequests(served).filter((each) => each === 'POST /asset/upload')).toHaveLength(1);
  });

  test('[I5] are named once when the response to the naming was lost', async () => {
    const { served, synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    await synced.untilSynced();
    await replace(synced, 'local', asset, png(31, 21));
    let lost = 0;
    served.around = async (request, pass) => {
      const answer = await pass();
      return request.method === 'PATCH' && lost++ === 0 ? new Response('{"vers') : answer;
    };
    await synced.untilSynced();
    expect(lost).toBe(1);
    expect(synced.sha('remote', asset)).toBe(sha256(png(31, 21)));
  });

  test('[G13] whose upload has expired are uploaded again', async () => {
    const { served, synced } = await open();
    await synced.untilSynced();
    let lapsed = 0;
    served.around = async (request, pass) =>
      request.url.endsWith('/upload') && lapsed++ < 2 ? Response.json({ title: 'Gone', status: 410 }, { status: 410 }) : await pass();
    const asset = await add(synced, 'local', png(30, 20));
    await synced.untilSynced();
    await later(synced);
    expect(synced.sha('remote', synced.id(asset))).toBe(sha256(png(30, 20)));
  });

  test('[Limits] that the remote plan does not allow are held, and the asset is created without them', async () => {
    const { served, synced } = await open();
    await synced.untilSynced();
    served.around = async (request, pass) =>
      request.url.endsWith('/upload')
        ? Response.json(
            { title: 'Limit', status: 400, detail: null, errors: { file: 'is larger than 1 KB' }, errorCode: 1 },
            { status: 400 },
          )
        : await pass();
    const asset = await add(synced, 'local', png(30, 20));
    await synced.untilSynced();
    const id = synced.id(asset);
    expect(synced.remoteProject.find('asset', id)).toMatchObject({ name: 'door.png', file: null });
    expect(synced.sha('local', id)).toBe(sha256(png(30, 20)));
    expect([...synced.files.rejected.values()]).toEqual([message('sync.rejection.file', { faults: 'is larger than 1 KB' })]);
    expect(assetRequests(served).filter((each) => each === 'POST /asset/upload')).toHaveLength(1);
  });
});

describe('[I22] a file of somebody else', () => {
  test('is left unchanged when its asset is renamed locally', async () => {
    const { served, synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    await synced.untilSynced();
    const { file } = synced.remoteProject.find('asset', asset) ?? {};
    const before = assetRequests(served).length;
    synced.edit('local', { do: 'change', kind: 'asset', id: asset, fields: { name: 'gate.png' } });
    await synced.untilSynced();
    expect(synced.remoteProject.find('asset', asset)).toMatchObject({ name: 'gate.png', file });
    expect(assetRequests(served).slice(before)).toEqual(['PATCH /asset/:id']);
  });

  test.each(['local', 'remote'] as const)('that was replaced on both sides is a conflict; %s applies', async (choice) => {
    const { synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    await synced.untilSynced();
    await replace(synced, 'local', asset, png(31, 21));
    await replace(synced, 'remote', asset, png(32, 22));
    await later(synced);
    expect(synced.conflicts).toMatchObject([{ recordId: asset, field: 'file', reason: 'bothChanged' }]);
    expect([synced.sha('local', asset), synced.sha('remote', asset)]).toEqual([sha256(png(31, 21)), sha256(png(32, 22))]);
    synced.restart();
    const [conflict] = synced.conflicts;
    if (conflict) synced.answer(conflict, choice);
    await later(synced);
    expect(synced.conflicts).toEqual([]);
    const stored = choice === 'local' ? png(31, 21) : png(32, 22);
    expect([synced.sha('local', asset), synced.sha('remote', asset)]).toEqual([sha256(stored), sha256(stored)]);
  });

  test('that both sides replaced with the same bytes is no conflict', async () => {
    const { synced } = await open();
    const asset = await add(synced, 'remote', png(30, 20));
    await synced.untilSynced();
    await replace(synced, 'local', asset, png(31, 21));
    await replace(synced, 'remote', asset, png(31, 21));
    await later(synced);
    expect(synced.conflicts).toEqual([]);
    expect(synced.files.pendingCount).toBe(0);
  });

  test('template assets are read and never written', async () => {
    const { served, synced } = await open();
    const file = await synced.store('remote', png(30, 20), 'door.png');
    const [asset = ''] = synced.edit('remote', { do: 'create', kind: 'asset', fields: { name: 'door.png', type: 'image', file } });
    const record = { ...synced.remoteProject.find('asset', asset), type: 'template-image' };
    served.fakeRemote.engine.execute(
      synced.remoteHash,
      { do: 'replaceRecords', renamedIds: [], put: [record as never], removedIds: [] },
      'remote',
    );
    await synced.untilSynced();
    expect(synced.sha('local', asset)).toBe(sha256(png(30, 20)));
    await later(synced);
    expect(assetRequests(served).filter((each) => !each.startsWith('GET'))).toEqual([]);
  });
});
