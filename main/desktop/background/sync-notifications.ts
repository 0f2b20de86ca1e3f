/** System notifications about synced projects: new conflicts, and sync that cannot continue. Independent of Electron. */
import { type Backend, createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { Conflict, SyncStatus } from '../../../shared/contracts/sync.ts';
import { type Message, message } from '../../../shared/messages/message.ts';

export interface SyncNotification {
  readonly title: Message;
  readonly body: Message;
  /** The id of the conflict that a click opens. */
  readonly conflictId: string | null;
}

interface SyncNotifier {
  /** Marks the existing conflicts as known, because those from before the start are not announced. */
  markKnown(status: SyncStatus): Promise<void>;
  /** null if there is nothing to notify the user about. */
  createNotification(now: SyncStatus, before: SyncStatus | undefined): Promise<SyncNotification | null>;
}

export function createSyncNotifier(call: Backend['call']): SyncNotifier {
  /** The ids of the known conflicts, by project. */
  const known = new Map<string, ReadonlySet<string>>();
  /** Returns the conflicts that are not known yet, and marks them as known. */
  const takeNewConflicts = async (hash: string): Promise<readonly Conflict[]> => {
    const list = await createInvoke({ call })('conflict.list', { hash }).catch(() => []);
    const before = known.get(hash);
    known.set(hash, new Set(list.map(({ id }) => id)));
    return list.filter(({ id }) => !before?.has(id));
  };
  return {
    async markKnown({ hash, conflicts }) {
      if (conflicts > 0 && !known.has(hash)) await takeNewConflicts(hash);
    },
    async createNotification(now, before) {
      const isStopped = now.state === 'stopped' && before?.state !== 'stopped';
      if (isStopped) return { title: message('notifications.stopped.title', { project: now.name }), body: now.message, conflictId: null };
      return now.conflicts === (before?.conflicts ?? 0) ? null : createConflictNotification(now, await takeNewConflicts(now.hash));
    },
  };
}

function createConflictNotification({ name, remote }: SyncStatus, newConflicts: readonly Conflict[]): SyncNotification | null {
  const [first, ...more] = newConflicts;
  if (!first) return null;
  const body = more.length === 0 ? first.message : message('notifications.conflicts.several', { remote });
  return { title: message('notifications.conflicts.title', { count: newConflicts.length, project: name }), body, conflictId: first.id };
}

interface SyncStatusWatcher {
  readonly list: () => readonly SyncStatus[];
  close(): void;
}

/**
 * The statuses of synced projects, for what the desktop shows outside its window. `changed` is called after each change, with the new status of a project and the previous one, if there is one. It is called without a
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
