/** [G1] A large file on its way to the workspace: edits pass it, and a pause or the removal of its asset ends it, in either flow. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { png } from '../../../media-files.ts';
import { sha256 } from '../../../sha256.ts';
import { waitFor } from '../../../wait-for.ts';
import { StallingProxy } from './stalling-proxy.ts';
import { createTemporarySides } from './temporary-sides.ts';
import { boardOf, element, type Side, syncOnce } from './two-workspaces.ts';

const sides = createTemporarySides();
const proxies: StallingProxy[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

const megabytes = (count: number): Buffer => png(40, 40, 'x'.repeat(count * 1e6));

/** A synced project, and an upload of this file that has begun and does not end. */
async function uploading(uploadFlow: 'two-step' | 'single', bytes: Buffer) {
  const [remoteSide, localSide] = [await sides.open(), await sides.open()];
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const { url } = await remoteSide.ask('service.start', { port: 0, uploadFlow });
  const { key } = await remoteSide.ask('apiKey.create', { name: 'sync', permissions: ['project:read', 'project:write'] });
  const proxy = new StallingProxy(url);
  proxies.push(proxy);
  await localSide.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key } });
  await localSide.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(localSide, hash);
  const path = join(sides.createFolder(), 'door.png');
  writeFileSync(path, bytes);
  const { file } = await localSide.ask('asset.store', { hash, path, type: 'image' });
  const [asset = ''] = await localSide.send(hash, { do: 'create', kind: 'asset', fields: { name: 'door.png', type: 'image', file } });
  const running = localSide.ask('sync.run', { hash });
  await proxy.whenStalled;
  return { remoteSide, localSide, hash, asset, proxy, running };
}

async function filesOf(side: Side, hash: string): Promise<string[]> {
  const files = [...(await side.project(hash)).recordsOfKind('asset')].flatMap(({ file }) => file ?? []);
  const located = await Promise.all(files.map((file) => side.ask('asset.locate', { hash, file })));
  return located.flatMap((each) => (each ? [sha256(readFileSync(each.path))] : []));
}

describe.each(['two-step', 'single'] as const)('while a file is uploaded (%s)', (uploadFlow) => {
  test('of 60 MB, edits pass it, and what needs it follows', async () => {
    const bytes = megabytes(60);
    const { remoteSide, localSide, hash, asset, proxy, running } = await uploading(uploadFlow, bytes);
    const board = boardOf(await localSide.project(hash));
    const [edited = ''] = await localSide.send(hash, element(board, 'Edited meanwhile'));
    await localSide.send(hash, { do: 'change', kind: 'element', id: edited, fields: { cover: { type: 'image', id: asset } } });
    const received = async () =>
      [...(await remoteSide.project(hash)).recordsOfKind('element')].find(({ title }) => title.en?.text?.includes('meanwhile'));
    await waitFor(async () => expect(await received()).toBeDefined());
    expect((await received())?.cover).toBe(null);
    const [status] = await localSide.ask('sync.list', {});
    expect(status?.transfer).toMatchObject({ direction: 'up', doneFiles: 0, files: 1, bytes: bytes.length });
    expect(status?.transfer?.doneBytes).toBeLessThan(bytes.length);
    expect(status && t(status.message)).toMatch(/^Uploading a file: [\d.]+ of 60 MB\.$/);
    proxy.release();
    expect(await running).toMatchObject([{ state: 'synced', pending: 0, reports: 0, conflicts: 0, transfer: null }]);
    expect(await filesOf(remoteSide, hash)).toEqual([sha256(bytes)]);
    const [image] = [...(await remoteSide.project(hash)).recordsOfKind('asset')].filter(({ file }) => file !== null);
    expect((await received())?.cover).toMatchObject({ id: image?.id });
  });

  test('a pause ends it, and it begins again when sync is resumed', async () => {
    const bytes = megabytes(20);
    const { remoteSide, localSide, hash, proxy, running } = await uploading(uploadFlow, bytes);
    await localSide.ask('sync.pause', { hash, until: null });
    expect(await running).toMatchObject([{ state: 'paused', transfer: null }]);
    proxy.release();
    expect(await filesOf(remoteSide, hash)).toEqual([]);
    await localSide.ask('sync.pause', { hash, until: 'now' });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, reports: 0 });
    expect(await filesOf(remoteSide, hash)).toEqual([sha256(bytes)]);
  });

  test('the removal of its asset ends it', async () => {
    const { remoteSide, localSide, hash, asset, running } = await uploading(uploadFlow, megabytes(20));
    await localSide.send(hash, { do: 'remove', kind: 'asset', id: asset });
    expect(await running).toMatchObject([{ state: 'synced', pending: 0, transfer: null }]);
    expect([...(await remoteSide.project(hash)).recordsOfKind('asset')].map(({ name }) => name)).not.toContain('door.png');
  });
});
