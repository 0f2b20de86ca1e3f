/** A local project that is uploaded: whatever happens to the requests, and whenever the program ends, the workspace has it once. */
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { openDatabaseFile } from '../../../../main/engine/storage/sqlite.ts';
import { databaseFileIn } from '../../../../main/platform/data-folder.ts';
import { detachTemplateAssets } from '../../../../main/sync/service/project-selection.ts';
import { newFolder } from '../../../new-folder.ts';
import { asMap, createTestStory } from '../../../story-builder.ts';
import { type BufferedResponse, FaultProxy } from '../../../sync-proof/fault-proxy.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { boardOf, element, openSideForTest, type Side, serve, syncOnce } from './two-workspaces.ts';

const environment = createTestEnvironment(31);
const engine = openEngine(null, environment);
const json = { 'content-type': 'application/json' };
const failed: BufferedResponse = { status: 503, headers: json, body: Buffer.from('{"title":"Back soon"}') };
const forbidden: BufferedResponse = { status: 403, headers: json, body: Buffer.from('{"title":"No imports","detail":"No imports."}') };

/** A workspace behind a proxy, and a local project that nobody has uploaded. `allows` import is what the key may do. */
async function connected({ allowsImport = true } = {}) {
  const remoteSide = await openSideForTest();
  const served = await serve(remoteSide);
  const proxy = new FaultProxy(served.url, () => 0.5);
  const url = await proxy.open();
  const data = newFolder();
  const localSide = await openSideForTest(data);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key: served.key } });
  const { hash, name } = await localSide.ask('project.create', { template: 'empty' });
  await localSide.send(hash, element(boardOf(await localSide.project(hash)), 'First'));
  const intercept = (line: string) => (!allowsImport && line.endsWith('/import') ? forbidden : undefined);
  proxy.intercept = intercept;
  const before = (await remoteSide.ask('project.list', {})).length;
  const countUploaded = async () => (await remoteSide.ask('project.list', {})).length - before;
  const upload = (side: Side = localSide) => side.ask('sync.upload', { remote: 'Team', hash });
  return { remoteSide, localSide, served, proxy, hash, name, data, countUploaded, upload, intercept };
}
const created = ['POST /api/v1/workspace/projects/import', 'POST /api/v1/workspace/projects'];

describe.each([
  ['as an import', true],
  ['as an empty project', false],
])('[I5, I8] %s', (_, allowsImport) => {
  test('it is not uploaded again where what follows fails', async () => {
    const { localSide, proxy, hash, countUploaded, upload, intercept } = await connected({ allowsImport });
    let isCreated = false;
    proxy.onResponse = (line, response) => {
      isCreated ||= created.includes(line) && response.status === 201;
      return response;
    };
    proxy.intercept = (line) => intercept(line) ?? (isCreated && line.startsWith('GET') ? failed : undefined);
    await expect(upload()).rejects.toMatchObject({ code: 'unreachable' });
    expect([isCreated, await countUploaded()]).toEqual([true, 1]);
    proxy.intercept = intercept;
    await upload();
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    expect(await countUploaded()).toBe(1);
    await proxy.close();
  });

  test('it is not uploaded again by a program that was killed after the request was sent', async () => {
    const { proxy, served, hash, data, countUploaded, upload } = await connected({ allowsImport });
    const copy = newFolder();
    proxy.onResponse = (line, response) => {
      // What the disk contains before the response arrives is what the next start finds.
      if (created.includes(line) && response.status === 201) cpSync(data, copy, { recursive: true });
      return response;
    };
    await upload();
    expect(await countUploaded()).toBe(1);
    const next = await openSideForTest(copy);
    await next.ask('remote.change', { name: 'Team', key: { key: served.key } });
    expect(await next.ask('sync.list', {})).toEqual([]);
    await upload(next).catch((error) => expect(error).toMatchObject({ code: 'unreachable' }));
    expect(await countUploaded()).toBe(1);
    expect((await next.project(hash)).size).toBeGreaterThan(1);
    await proxy.close();
  });

  test('it is uploaded again where nothing was created', async () => {
    const { localSide, proxy, hash, countUploaded, upload, intercept } = await connected({ allowsImport });
    let isLimited = true;
    const limited: BufferedResponse = { ...failed, status: 429, headers: { ...json, 'retry-after': '0' } };
    proxy.intercept = (line) => intercept(line) ?? (isLimited && created.includes(line) ? limited : undefined);
    await expect(upload()).rejects.toMatchObject({ code: 'tooMany' });
    isLimited = false;
    await upload();
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    expect(await countUploaded()).toBe(1);
    await proxy.close();
  });
});

test('[I5] a project of the workspace that an earlier attempt has created, and others may use by now, stays although the upload cannot use it', async () => {
  const { remoteSide, localSide, proxy, hash, upload } = await connected();
  // What a workspace that generates new ids has created shares no board with the local project.
  const { hash: inUse } = await remoteSide.ask('project.create', { template: 'empty' });
  let isCreated = false;
  proxy.onResponse = (line, response) => {
    if (line !== created[0]) return response;
    isCreated = true;
    return { ...response, headers: json, body: Buffer.from(JSON.stringify({ ...JSON.parse(String(response.body)), hash: inUse })) };
  };
  proxy.intercept = (line) => (isCreated && line.startsWith('GET') ? failed : undefined);
  await expect(upload()).rejects.toMatchObject({ code: 'unreachable' });
  proxy.intercept = () => undefined;
  await upload();
  expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
  expect((await remoteSide.ask('project.list', {})).map((each) => each.hash)).toContain(inUse);
  await proxy.close();
});

test('[I5] a project is not uploaded again where its hash could not be stored', async () => {
  const { localSide, proxy, hash, data, countUploaded, upload } = await connected();
  const database = openDatabaseFile(databaseFileIn(data));
  database.exec(
    `CREATE TRIGGER full BEFORE INSERT ON key_value WHEN NEW.id LIKE '%/upload' AND NEW.json LIKE '%"hash":%' BEGIN SELECT raise(FAIL, 'full'); END`,
  );
  await expect(upload()).rejects.toMatchObject({ code: 'internal' });
  database.exec('DROP TRIGGER full');
  database.close();
  await upload();
  expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
  expect(await countUploaded()).toBe(1);
  await proxy.close();
});

test('[I5] an upload and a second one, or a join, at the same time: the second finds that it is synced', async () => {
  const { localSide, proxy, countUploaded, upload, hash } = await connected();
  const results = await Promise.allSettled([upload(), upload()]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(results[1]).toMatchObject({ reason: { code: 'conflict' } });
  expect([await countUploaded(), await localSide.ask('sync.list', {})]).toMatchObject([1, [{ hash }]]);
  await proxy.close();
});

test('[Assets] the covers of a template keep their sort and their playback', () => {
  const { hash, project, build } = createTestStory(engine, environment);
  const parentId = project.projectRecord.roots.asset;
  const { id } = asMap(build('element'));
  const video = environment.newId();
  const asset = asMap({ ...asMap(build('asset')), id: video, type: 'template-video', parentId });
  const cover = { type: 'template-video', id: video, autoplay: true };
  const put = [asset, asMap({ ...project.get(id), id, cover })];
  engine.execute(hash, { do: 'replaceRecords', renamedIds: [], put, removedIds: [] }, 'remote');
  const detached = detachTemplateAssets(engine.getProject(hash), environment.newId);
  const [[from, to = ''] = []] = detached.renamedIds;
  expect([from, detached.put.find((record) => record.id === to)?.type]).toEqual([video, 'video']);
  expect(detached.put.find((record) => record.id === id)?.cover).toEqual({ type: 'video', id: to, autoplay: true });
});
