/** [Backups 7] After a restore or a repair, sync reads the remote first: what was agreed at the time of a backup still counts, of repaired rows nothing. */
import { expect, test } from 'vitest';
import { WaitClock } from '../../../main/platform/wait-clock.ts';
import {
  forgetSyncAgreements,
  markSyncRestored,
  openRemoteStore,
  remotesStoreName,
  syncedProjectsStoreName,
} from '../../../main/sync/store/remote-store.ts';
import { baseEntries, checkpointEntry, SyncStore, syncStoreName } from '../../../main/sync/store/sync-store.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const clock = new WaitClock(createTestEnvironment());

/** The rows of a synced project, changed by one of the two functions. */
function changedRows(change: typeof forgetSyncAgreements): SyncStore {
  const stores = new Map<string, KeyValueStore>();
  const openStore = (name: string): KeyValueStore => {
    const store = stores.get(name) ?? createMemoryKeyValueStore();
    stores.set(name, store);
    return store;
  };
  const row = { hash: 'here123456', remoteHash: 'there12345', remote: 'Studio', name: 'Story', isFetched: true, lastSyncedAt: null };
  openRemoteStore(openStore(remotesStoreName), openStore(syncedProjectsStoreName)).saveSyncedProject(row);
  // Only what the base stores of a record is needed here.
  const variable = { kind: 'variable', id: 'v', rank: 'a0', name: 'coins', type: 'integer' } as unknown as AnyRecord;
  const read = {
    remoteHash: row.remoteHash,
    version: 7,
    updatedAt: '2026-11-22',
    listedAt: '2026-11-22',
    isComplete: true,
    idleVersion: 3,
  };
  new SyncStore(openStore(syncStoreName), row.hash, clock).write([
    checkpointEntry(read),
    ...baseEntries({ put: [variable], removedIds: [] }),
  ]);

  change(openStore, clock);
  return new SyncStore(openStore(syncStoreName), row.hash, clock);
}

const unread = {
  remoteHash: 'there12345',
  version: null,
  leastVersion: null,
  updatedAt: null,
  listedAt: null,
  isComplete: false,
  idleVersion: null,
};

test('[Backups 7] the base of a repaired project has no fields, and its remote counts as unread', () => {
  const repaired = changedRows(forgetSyncAgreements);
  expect(repaired.checkpoint).toEqual(unread);
  expect(repaired.isRestored).toBe(false);
  const [base] = [...repaired.base.records()];
  expect(base).toMatchObject({ id: 'v' });
  expect(base).not.toHaveProperty('name');
});

test('[Backups 7] the base of a restored project counts, and what had not been sent becomes doubtful with the first read', () => {
  const restored = changedRows(markSyncRestored);
  expect(restored.checkpoint).toEqual(unread);
  expect(restored.isRestored).toBe(true);
  expect([...restored.base.records()]).toMatchObject([{ id: 'v', name: 'coins' }]);
});
