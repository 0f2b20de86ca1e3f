/** The sides of a mirrored project as its loop sees them, where everything that is written takes along what the user is told of it. */

import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { Workspace } from '../client/workspace.ts';
import type { RemoteApi } from '../protocol/remote-api.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import type { LocalProject } from '../store/local-project.ts';
import { SyncStore } from '../store/sync-store.ts';
import { activityForReceived, activityForRequest } from './activity-events.ts';
import type { SyncEngine } from './sync-engine.ts';

export interface ActivityLoggingDeps {
  readonly hash: string;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  readonly workspace: () => Workspace;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** It is mirrored no longer: nothing is written any more. */
  readonly isRemoved: () => boolean;
  readonly onTransfer: (what: 'sending' | 'receiving') => void;
}

/** What came in goes with what it says of itself, in one transaction. */
export function createLoggedProject({ hash, engine, keyValueStore, activityLog }: ActivityLoggingDeps): LocalProject {
  return {
    get project() {
      return engine.getProject(hash);
    },
    get version() {
      return engine.getVersion(hash).version;
    },
    apply(command: ReplaceRecordsCommand, beside: readonly KeyValueWrites[]) {
      const noted = activityForReceived(command.put, command.removedIds, engine.getProject(hash));
      activityLog.append(hash, ...noted);
      try {
        const reply = engine.execute(hash, command, 'remote', [
          ...beside,
          ...new SyncStore(keyValueStore, hash).toExtraRows(activityLog.pendingEntries(hash)),
        ]);
        if (reply.versionTime !== null) activityLog.markWritten(hash);
        return reply;
      } catch (error) {
        activityLog.discardLast(hash, noted.length);
        throw error;
      }
    },
  };
}

/** Every write of rows takes along what is to be told. */
export function createLoggedStore({ hash, keyValueStore, activityLog, isRemoved }: ActivityLoggingDeps): KeyValueStore {
  return {
    ...keyValueStore,
    put(entries) {
      if (isRemoved()) return;
      const told = activityLog.pendingEntries(hash).map(({ id, value }) => ({ id: `${hash}/${id}`, value }));
      if (entries.length + told.length > 0) keyValueStore.put([...entries, ...told]);
      activityLog.markWritten(hash);
    },
  };
}

export function createLoggedRemote({ hash, engine, activityLog, workspace, now, onTransfer }: ActivityLoggingDeps): RemoteApi {
  return {
    list: async () => (await workspace().list(now())).projects,
    read(there, base) {
      onTransfer('receiving');
      return workspace().read(there, base);
    },
    async send(sending: SyncRequest) {
      const isLook = sending.op.do === 'look';
      if (!isLook) onTransfer('sending');
      const came = await workspace().send(sending);
      if (!isLook) activityLog.append(hash, activityForRequest(sending, came, engine.getProject(hash)));
      return came;
    },
  };
}
