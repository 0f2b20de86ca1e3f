/** [Backups 7] After a restore, sync has agreed on nothing: it reads the remote first, and each difference is a conflict. */
import { expect, test } from 'vitest';
import { WaitClock } from '../../../main/platform/wait-clock.ts';
import { forgetSyncAgreements, openRemoteStore, remotesStoreName, syncedProjectsStoreName } from '../../../main/sync/store/remote-store.ts';
import { baseEntries, checkpointEntry, SyncStore, syncStoreName } from '../../../main/sync/store/sync-store.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const clock = new WaitClock(createTestEnvironment());

test('[Backups 7] the base of a restored project has no fields, and its remote counts as unread', () => {
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

  forgetSyncAgreements(openStore, clock);

  const restored = new SyncStore(openStore(syncStoreName), row.hash, clock);
  expect(restored.checkpoint).toEqual({
    remoteHash: row.remoteHash,
    version: null,
    updatedAt: null,
    listedAt: null,
    isComplete: false,
    idleVersion: null,
  });
  const [base] = [...restored.base.records()];
  expect(base).toMatchObject({ id: 'v' });
  expect(base).not.toHaveProperty('name');
});
