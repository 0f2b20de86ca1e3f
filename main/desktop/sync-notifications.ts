/** System notifications about synced projects: new conflicts, and sync that cannot continue. Free of Electron. */

import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { ConflictDetails, SyncStatus } from '../../shared/contracts/sync.ts';
import { notificationMessages } from '../../shared/messages/en/tray.ts';

export interface SyncNotification {
  readonly title: string;
  readonly body: string;
  /** The id of the question that it leads to. */
  readonly conflictId: string | null;
}

export interface SyncNotifier {
  /** What was so when it was first heard of is no news. */
  markKnown(status: SyncStatus): Promise<void>;
  /** null: nothing that one has to be told of. */
  createNotification(now: SyncStatus, before: SyncStatus | undefined): Promise<SyncNotification | null>;
}

export function createSyncNotifier(call: Backend['call']): SyncNotifier {
  /** The questions of each project that have been heard of, by their ids. */
  const heard = new Map<string, ReadonlySet<string>>();
  const fresh = async (hash: string): Promise<readonly ConflictDetails[]> => {
    const answer = await call('conflict.list', { hash });
    const list = answer.ok ? (answer.value as readonly ConflictDetails[]) : [];
    const before = heard.get(hash);
    heard.set(hash, new Set(list.map(({ id }) => id)));
    return list.filter(({ id }) => !before?.has(id));
  };
  return {
    async markKnown({ hash, questions }) {
      if (questions > 0 && !heard.has(hash)) await fresh(hash);
    },
    async createNotification(now, before) {
      const isStopped = now.state === 'stopped' && before?.state !== 'stopped';
      if (isStopped) return { title: notificationMessages.stopped(now.name), body: now.sentence, conflictId: null };
      return now.questions === (before?.questions ?? 0) ? null : createConflictNotification(now, await fresh(now.hash));
    },
  };
}

function createConflictNotification({ name, remote }: SyncStatus, fresh: readonly ConflictDetails[]): SyncNotification | null {
  const [first, ...more] = fresh;
  if (!first) return null;
  const body = more.length === 0 ? first.sentence : notificationMessages.several(remote);
  return { title: notificationMessages.asked(fresh.length, name), body, conflictId: first.id };
}
