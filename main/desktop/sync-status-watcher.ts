/** The statuses of synced projects, for what the desktop shows outside its window. Independent of Electron. */

import { type Backend, createInvoke } from '../../shared/contracts/ipc/backend.ts';
import type { SyncStatus } from '../../shared/contracts/sync.ts';

interface SyncStatusWatcher {
  readonly list: () => readonly SyncStatus[];
  close(): void;
}

/**
 * `changed` is called after each change, with the new status of a project and the previous one, if there is one. It is called without a
 * status if the list itself has changed, for example when it was read for the first time, which is not reported as a change of each
 * project.
 */
export function watchSyncStatuses(
  { call, onEvents }: Pick<Backend, 'call' | 'onEvents'>,
  changed: (now?: SyncStatus, before?: SyncStatus) => void,
): SyncStatusWatcher {
  const statuses = new Map<string, SyncStatus>();
  /** The projects whose sync was removed while the list is read, which can still contain them. */
  let removed = new Set<string>();
  const readAll = async () => {
    removed = new Set();
    const list = await createInvoke({ call })('sync.list', {}).catch(() => null);
    if (!list) return;
    for (const status of list) if (!statuses.has(status.hash) && !removed.has(status.hash)) statuses.set(status.hash, status);
    changed();
  };
  const stop = onEvents((events) => {
    for (const event of events) {
      if (event.event === 'sync.changed') {
        const before = statuses.get(event.status.hash);
        statuses.set(event.status.hash, event.status);
        changed(event.status, before);
      } else if (event.event === 'sync.removed') {
        statuses.delete(event.hash);
        removed.add(event.hash);
        changed();
      } else if (event.event === 'reconnected') {
        statuses.clear();
        void readAll();
      }
    }
  });
  void readAll();
  return { list: () => [...statuses.values()], close: stop };
}
