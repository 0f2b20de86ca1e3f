/** Sync over a data folder: what survives a restart, and what does not (keys). */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { nextTurn } from '../../../next-turn.ts';
import { FaultProxy } from '../../../sync-proof/fault-proxy.ts';
import { newFolder } from '../../cli/taleport.ts';
import { boardOf, element, openSide, type Side, serve, syncOnce, titled } from './two-workspaces.ts';

const sides: Side[] = [];
afterEach(async () => {
  for (const side of sides.splice(0)) await side.close();
});

describe('sync after a restart', () => {
  test('remotes, projects, conflicts and activity are restored; a key that is not stored is requested again', async () => {
    const remoteSide = await openSide();
    sides.push(remoteSide);
    const { hash } = await remoteSide.ask('project.create', { template: 'sample' });
    const served = await serve(remoteSide);
    const data = newFolder();
    const first = await openSide(data);
    await first.ask('remote.add', { name: 'Team', url: served.url, key: { key: served.key } });
    await first.ask('sync.add', { remote: 'Team', hash });
    const [id = ''] = await remoteSide.send(hash, element(boardOf(await remoteSide.project(hash)), 'First'));
    await syncOnce(first, hash);
    await first.send(hash, titled(id, 'Mine'));
    await remoteSide.send(hash, titled(id, 'Theirs'));
    await syncOnce(first, hash);
    const [conflict] = await first.ask('conflict.list', {});
    const done = await first.ask('sync.activity', {});
    await first.close();

    // [Authentication 3] No file that we write contains the key.
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(data, file)).isFile());
    for (const file of files) expect(readFileSync(join(data, file)).includes(served.key), file).toBe(false);

    const second = await openSide(data);
    sides.push(second);
    expect(await second.ask('conflict.list', {})).toEqual([conflict]);
    expect(await second.ask('sync.activity', {})).toEqual(done);
    const [stopped] = await second.ask('sync.run', { hash });
    expect(stopped).toMatchObject({ state: 'stopped', conflicts: 1 });
    expect(stopped && t(stopped.message)).toContain('Enter the key for Team');
    expect(await second.ask('remote.list', {})).toMatchObject([{ state: 'needsKey', keyIn: 'memory' }]);
    await second.ask('remote.change', { name: 'Team', key: { key: served.key } });
    await second.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice: 'remote' } });
    expect(await syncOnce(second, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    expect((await second.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Theirs</p>' } });
  });

  test('rejected changes are reported where nothing syncs, as long as they would be sent as they were', async () => {
    const remoteSide = await openSide();
    sides.push(remoteSide);
    const { hash } = await remoteSide.ask('project.create', { template: 'sample' });
    const served = await serve(remoteSide);
    const proxy = new FaultProxy(served.url, () => 0.5);
    const problem = JSON.stringify({ title: 'No', status: 400, detail: 'Titles are frozen.', errors: {}, errorCode: 1 });
    proxy.intercept = (line) =>
      line.startsWith('PATCH') && line.includes('/element/')
        ? { status: 400, headers: { 'content-type': 'application/json' }, body: Buffer.from(problem) }
        : undefined;
    const data = newFolder();
    const first = await openSide(data);
    await first.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key: served.key } });
    await first.ask('sync.add', { remote: 'Team', hash });
    const [id = ''] = [...(await first.project(hash)).recordsOfKind('element')].map((record) => record.id);
    await first.send(hash, titled(id, 'Refused'));
    expect(await syncOnce(first, hash)).toMatchObject({ rejected: 1 });
    await first.close();
    const second = await openSide(data);
    sides.push(second);
    const reports = () => second.ask('sync.reports', { hash, which: 'all' });
    expect(await reports()).toMatchObject([{ reason: 'rejected', record: id }]);
    expect(await second.ask('sync.list', {})).toMatchObject([{ rejected: 1 }]);
    await second.send(hash, titled(id, 'Another title'));
    expect(await reports()).toEqual([]);
    await proxy.close();
  });

  test('a remote whose key is in the environment resumes automatically', async () => {
    const remoteSide = await openSide();
    sides.push(remoteSide);
    const { hash } = await remoteSide.ask('project.create', { template: 'sample' });
    const served = await serve(remoteSide);
    process.env.TALEPORT_TEST_RESTART_KEY = served.key;
    const data = newFolder();
    const first = await openSide(data);
    await first.ask('remote.add', { name: 'Team', url: served.url, key: { variable: 'TALEPORT_TEST_RESTART_KEY' } });
    await first.ask('sync.add', { remote: 'Team', hash });
    await first.close();
    // Without automatic sync the status shows the last known state and what is waiting.
    const still = await openSide(data);
    expect(await still.ask('sync.list', {})).toMatchObject([{ state: 'synced', message: { key: 'sync.status.lastKnown' } }]);
    const [ours = ''] = await still.send(hash, element(boardOf(await still.project(hash)), 'Ours'));
    const [waiting] = await still.ask('sync.list', {});
    expect(waiting).toMatchObject({ state: 'waiting', pending: 1, message: { key: 'sync.status.inactive' } });
    await still.close();
    expect((await remoteSide.project(hash)).has(ours)).toBe(false);
    const [id = ''] = await remoteSide.send(hash, element(boardOf(await remoteSide.project(hash)), 'Meanwhile'));
    const second = await openSide(data, { longRunning: true });
    sides.push(second);
    const isHere = async () => (await second.project(hash)).has(id);
    while (!(await isHere())) await nextTurn();
    expect(await syncOnce(second, hash)).toMatchObject({ state: 'synced' });
  });
});
