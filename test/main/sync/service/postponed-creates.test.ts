/** [I29] A create whose answer was lost, and that the user lets wait, stays visible with everything that was added to it. */
import { afterEach, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { FaultProxy, networkFaults } from '../../../sync-proof/fault-proxy.ts';
import { newFolder } from '../../cli/taleport.ts';
import { boardOf, element, openSide, type Side, serve, syncOnce } from './two-workspaces.ts';

const closing: { close(): Promise<unknown> }[] = [];
const settleTime = process.env.TALEPORT_SETTLE_MS;
afterEach(async () => {
  if (settleTime === undefined) delete process.env.TALEPORT_SETTLE_MS;
  else process.env.TALEPORT_SETTLE_MS = settleTime;
  for (const each of closing.splice(0)) await each.close();
});

/** A project with an element that was sent in vain while somebody else wrote, so that nobody can tell whether it arrived. */
async function openDoubtfulProject() {
  process.env.TALEPORT_SETTLE_MS = '1';
  const remoteSide = await openSide();
  const { hash } = await remoteSide.ask('project.create', { template: 'sample' });
  const served = await serve(remoteSide);
  const proxy = new FaultProxy(served.url, () => (networkFaults.indexOf('drop before') + 0.5) / networkFaults.length);
  const data = newFolder();
  const key = { variable: 'TALEPORT_TEST_POSTPONED_KEY' };
  process.env[key.variable] = served.key;
  const localSide = await openSide(data);
  closing.push(localSide, proxy, remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url: await proxy.open(), key });
  await localSide.ask('sync.add', { remote: 'Team', hash });
  const board = boardOf(await localSide.project(hash));
  let isLost = false;
  proxy.onRequest = (line) => {
    const isCreate = line.startsWith('POST') && line.endsWith('/element');
    proxy.faultRate = isCreate && !isLost ? 1 : 0;
    if (proxy.faultRate === 0) return;
    isLost = true;
    void remoteSide.send(hash, element(board, 'Theirs', 700));
  };
  const [id = ''] = await localSide.send(hash, element(board, 'Doubtful'));
  for (let round = 0; round < 20 && (await localSide.ask('conflict.list', {})).length === 0; round++) await syncOnce(localSide, hash);
  const [conflict] = await localSide.ask('conflict.list', {});
  if (!conflict) throw new Error('Nothing is in doubt.');
  expect(conflict).toMatchObject({ reason: 'unconfirmedCreate', record: id, isPostponed: false });
  return { localSide, remoteSide, hash, board, id, conflict, data };
}

/** What is shown of the waiting element with so many changes. */
async function expectWaiting(side: Side, hash: string, pending: number): Promise<void> {
  const status = await syncOnce(side, hash);
  expect(status).toMatchObject({ state: 'attention', conflicts: 0, pending });
  expect(t(status.message)).toContain(`${pending} change${pending === 1 ? ' isn’t' : 's aren’t'} in Team yet`);
  expect(await side.ask('conflict.list', {})).toMatchObject([{ isPostponed: true, choices: { remote: null } }]);
}

test('[I29] it stays listed and counted with what is added to it, across restarts, until it is sent again', async () => {
  const { localSide, remoteSide, hash, board, id, conflict, data } = await openDoubtfulProject();
  await localSide.ask('conflict.resolve', { ids: [conflict.id], resolution: { choice: 'remote' } });
  await expectWaiting(localSide, hash, 1);
  await localSide.send(hash, {
    do: 'create',
    kind: 'attribute',
    fields: { cType: 'elements', cId: id, name: 'mood', value: { type: 'string', plain: true, data: 'gloomy' } },
  });
  const [target = ''] = [...(await localSide.project(hash)).recordsOfKind('element')].flatMap((each) =>
    each.boardId === board && each.id !== id ? [each.id] : [],
  );
  await localSide.send(hash, {
    do: 'create',
    kind: 'connection',
    fields: { boardId: board, sourceid: id, sourceType: 'elements', targetid: target, targetType: 'elements' },
  });
  await expectWaiting(localSide, hash, 3);

  await localSide.close();
  const again = await openSide(data);
  closing[0] = again;
  await expectWaiting(again, hash, 3);
  await expect(again.ask('conflict.resolve', { ids: [conflict.id], resolution: { choice: 'remote' } })).rejects.toMatchObject({
    code: 'invalid',
  });
  await again.ask('conflict.resolve', { ids: [conflict.id], resolution: { choice: 'local' } });
  await syncOnce(again, hash);
  expect(await syncOnce(again, hash)).toMatchObject({ state: 'synced', pending: 0, conflicts: 0 });
  const remote = await remoteSide.project(hash);
  const [arrived] = [...remote.recordsOfKind('element')].filter(({ title }) => title.en?.text === '<p>Doubtful</p>');
  expect(arrived && [...remote.referrersOf(arrived.id)].map((each) => remote.get(each)?.kind).sort()).toEqual(['attribute', 'connection']);
});

test('[I29] it is no longer listed once it is deleted here', async () => {
  const { localSide, hash, id, conflict } = await openDoubtfulProject();
  await localSide.ask('conflict.resolve', { ids: [conflict.id], resolution: { choice: 'remote' } });
  await expectWaiting(localSide, hash, 1);
  await localSide.send(hash, { do: 'remove', kind: 'element', id });
  expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', pending: 0, conflicts: 0 });
  expect(await localSide.ask('conflict.list', {})).toEqual([]);
});
