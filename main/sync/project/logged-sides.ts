/**
 * The two sides of a synced project and its rows for the runner, such that every write also stores the pending entries of the activity log.
 */

import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { RemoteApi } from '../protocol/remote-api.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import type { LocalProject } from '../store/local-project.ts';
import { SyncStore } from '../store/sync-store.ts';
import { activityForReceived, activityForRequest } from './activity-events.ts';
import type { SyncEngine } from './sync-engine.ts';

interface LoggedSidesDeps {
  readonly hash: string;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  readonly workspace: RemoteWorkspace;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The local project, whose merged records are stored in one transaction with the activity. */
export function createLoggedProject({ hash, engine, keyValueStore, activityLog }: LoggedSidesDeps): LocalProject {
  return {
    get project() {
      return engine.getProject(hash);
    },
    get version() {
      return engine.getVersion(hash).version;
    },
    apply(command: ReplaceRecordsCommand, extraRows: readonly KeyValueWrites[]) {
      const events = activityForReceived(command.put, command.removedIds, engine.getProject(hash));
      activityLog.append(hash, ...events);
      try {
        const reply = engine.execute(hash, command, 'remote', [
          ...extraRows,
          ...new SyncStore(keyValueStore, hash).toExtraRows(activityLog.pendingEntries(hash)),
        ]);
        if (reply.versionTime !== null) activityLog.markWritten(hash);
        return reply;
      } catch (error) {
        activityLog.discardLast(hash, events.length);
        throw error;
      }
    },
  };
}

/** The rows of the project. Nothing is written after it was closed. */
export class LoggedStore implements KeyValueStore {
  readonly #deps: LoggedSidesDeps;
  #isClosed = false;

  constructor(deps: LoggedSidesDeps) {
    this.#deps = deps;
  }

  close(): void {
    this.#isClosed = true;
  }

  get(id: string): unknown {
    return this.#deps.keyValueStore.get(id);
  }

  list(prefix?: string): ReturnType<KeyValueStore['list']> {
    return this.#deps.keyValueStore.list(prefix);
  }

  remove(ids: Parameters<KeyValueStore['remove']>[0]): void {
    this.#deps.keyValueStore.remove(ids);
  }

  put(entries: Parameters<KeyValueStore['put']>[0]): void {
    if (this.#isClosed) return;
    const { hash, keyValueStore, activityLog } = this.#deps;
    const activity = activityLog.pendingEntries(hash).map(({ id, value }) => ({ id: `${hash}/${id}`, value }));
    if (entries.length + activity.length > 0) keyValueStore.put([...entries, ...activity]);
    activityLog.markWritten(hash);
  }
}

export function createLoggedRemote({ hash, engine, activityLog, workspace, now }: LoggedSidesDeps): RemoteApi {
  return {
    list: async () => (await workspace.list(now())).projects,
    read: (remoteHash: string, base: Project) => workspace.read(remoteHash, base),
    async send(request: SyncRequest) {
      const result = await workspace.send(request);
      if (request.operation.type !== 'lookup') activityLog.append(hash, activityForRequest(request, result, engine.getProject(hash)));
      return result;
    },
  };
}
