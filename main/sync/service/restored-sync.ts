/** Prepares sync in data that were restored from a backup. */
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import { openRemoteStore, remotesStoreName, syncedProjectsStoreName } from '../store/remote-store.ts';
import { checkpointEntry, resetBaseEntries, SyncStore, syncStoreName } from '../store/sync-store.ts';

/**
 * Forgets the states on which both sides agreed, because the remote may have changed since the backup, even by writes of this project. Each
 * difference then becomes a conflict for the user, and nothing is sent before the remote has been read.
 */
export function forgetSyncAgreements(openStore: (name: string) => KeyValueStore, clock: WaitClock): void {
  const { syncedProjects } = openRemoteStore(openStore(remotesStoreName), openStore(syncedProjectsStoreName));
  for (const { hash } of syncedProjects()) {
    const store = new SyncStore(openStore(syncStoreName), hash, clock);
    const { checkpoint } = store;
    if (!checkpoint) continue;
    const unread = { ...checkpoint, version: null, updatedAt: null, listedAt: null, isComplete: false, idleVersion: null };
    store.write([...resetBaseEntries(store.base), checkpointEntry(unread)]);
  }
}
