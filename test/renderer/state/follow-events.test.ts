/** What the window shows of targets and synced projects follows the events of the backend, however old the result of a call is. */
import { expect, test } from 'vitest';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import type { Target } from '../../../shared/contracts/targets.ts';
import { type StubBackend, stubBackend } from '../stub-backend.ts';

/** Targets and statuses with only the fields by which they differ. */
const targetIn = (state: Target['status']['state'], id = 't', hash = 'a') => ({ id, hash, status: { state } }) as Target;
const statusOf = (state: SyncStatus['state'], hash = 'a') => ({ hash, state }) as SyncStatus;
const targetChanged = (target: Target): BackendEvent => ({ event: 'target.changed', target });
const syncChanged = (status: SyncStatus): BackendEvent => ({ event: 'sync.changed', status });

async function startWindow(handlers: Parameters<typeof stubBackend>[0]) {
  const backend = stubBackend({ 'remote.list': () => [], ...handlers });
  const [targets, sync, { onEvents }] = await Promise.all([
    import('../../../renderer/state/targets-store.ts'),
    import('../../../renderer/state/sync-store.ts'),
    import('../../../renderer/platform/bridge.ts'),
  ]);
  onEvents(targets.handleTargetEvents);
  onEvents(sync.handleSyncEvents);
  return { ...backend, ...targets, ...sync };
}

test.each(['target.change', 'target.relocate'] as const)(
  'a target that changes again while %s replies is shown as it is now',
  async (name) => {
    let backend: StubBackend | undefined;
    const change = () => {
      backend?.emit(targetChanged(targetIn('waiting')), targetChanged(targetIn('upToDate')));
      return targetIn('waiting');
    };
    const window = await startWindow({ 'target.list': () => [targetIn('blocked')], [name]: change });
    backend = window;
    await window.loadTargets('a');
    const [{ changeTarget }, { relocateTarget }] = await Promise.all([
      import('../../../renderer/features/targets/target-card.tsx'),
      import('../../../renderer/features/targets/target-card.tsx'),
    ]);
    if (name === 'target.change') await changeTarget(targetIn('blocked'), { on: true });
    else await relocateTarget(targetIn('blocked'), '/moved', false);
    expect(window.listTargets()).toEqual([targetIn('upToDate')]);
  },
);

test('a synced project that changes again while a call replies is shown as it is now', async () => {
  let backend: StubBackend | undefined;
  const window = await startWindow({
    'sync.list': () => [statusOf('synced')],
    'sync.pause': () => {
      backend?.emit(syncChanged(statusOf('paused')), syncChanged(statusOf('synced')));
      return [statusOf('paused')];
    },
  });
  backend = window;
  await window.loadSyncState();
  const { pauseSync } = await import('../../../renderer/features/sync/sync-commands.ts');
  await pauseSync('a', 5);
  expect(window.syncStore.getState().list).toEqual([statusOf('synced')]);
});

test('lists that are older than events before them are brought up to date', async () => {
  let backend: StubBackend | undefined;
  const window = await startWindow({
    'target.list': () => {
      backend?.emit(targetChanged(targetIn('upToDate')), { event: 'target.removed', id: 'removed' }, targetChanged(targetIn('off', 'new')));
      return [targetIn('waiting'), targetIn('waiting', 'removed')];
    },
    'sync.list': () => {
      backend?.emit(syncChanged(statusOf('synced')), { event: 'sync.removed', hash: 'removed' });
      return [statusOf('paused'), statusOf('paused', 'removed')];
    },
  });
  backend = window;
  // The backend sends events only to a page that is connected.
  await window.loadRemotes();
  await Promise.all([window.loadTargets('a'), window.loadSyncState()]);
  expect(window.listTargets()).toEqual([targetIn('upToDate'), targetIn('off', 'new')]);
  window.closeTargets();
  await window.loadAllTargets();
  expect([...window.targetsStore.getState().byProject]).toEqual([['a', [targetIn('upToDate'), targetIn('off', 'new')]]]);
  expect(window.syncStore.getState().list).toEqual([statusOf('synced')]);
});

test('the targets of every project are followed, and those of the open project are its own', async () => {
  const window = await startWindow({
    'target.list': ({ hash }) => [targetIn('waiting'), targetIn('waiting', 'other', 'b')].filter((each) => !hash || each.hash === hash),
  });
  await window.loadAllTargets();
  expect(window.listTargets()).toEqual([]);
  await window.loadTargets('a');
  window.emit(targetChanged(targetIn('upToDate', 'other', 'b')), targetChanged(targetIn('off', 'new', 'b')));
  expect(window.listTargets()).toEqual([targetIn('waiting')]);
  window.closeTargets();
  expect(window.listTargets()).toEqual([]);
  await window.loadTargets('b');
  window.emit({ event: 'target.removed', id: 't' });
  expect([...window.targetsStore.getState().byProject]).toEqual([
    ['a', []],
    ['b', [targetIn('waiting', 'other', 'b')]],
  ]);
});

test('only exports of the open project are counted', async () => {
  const window = await startWindow({ 'target.list': () => [targetIn('upToDate')] });
  await window.loadTargets('a');
  const delivered = (hash: string, id: string): BackendEvent => ({
    event: 'target.delivered',
    hash,
    delivery: { id, written: ['story.json'], removed: [] },
  });
  window.emit(delivered('b', 'other'), delivered('a', 't'));
  expect([...window.targetsStore.getState().exportCounts]).toEqual([['t', 1]]);
});
