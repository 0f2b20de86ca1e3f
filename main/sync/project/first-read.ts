/** The first read of a remote project creates the local one: its records, the base and its row as a synced project, in one transaction. */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import { Project } from '../../../shared/model/project.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { Urgency } from '../client/request-queue.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import { type SyncedProjectRow, syncedProjectRows } from '../store/remote-store.ts';
import { baseEntries, checkpointEntry, danglingIdsEntry, SyncStore } from '../store/sync-store.ts';
import { activityForFirstRead } from './activity-events.ts';
import { createValidRecords } from './create-valid-records.ts';
import type { SyncEngine } from './sync-engine.ts';
import type { SyncEvent } from './sync-state.ts';

interface FirstReadInput {
  readonly row: SyncedProjectRow;
  readonly workspace: RemoteWorkspace;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface FirstReadRun extends FirstReadInput {
  readonly urgency: Urgency;
  readonly dispatch: (event: SyncEvent) => void;
}

/** Dispatches the events of the read. Returns the row of the created project; undefined if none was created. */
export async function runFirstRead({ urgency, dispatch, ...input }: FirstReadRun): Promise<SyncedProjectRow | undefined> {
  const { workspace, now } = input;
  try {
    const retryAt = workspace.requestQueue.availableAt(urgency, true);
    if (retryAt > now()) throw new RemoteUnavailableError(message('remote.unavailable.budget'), { retryAt });
    dispatch({ type: 'firstReadStarted' });
    const row = await performFirstRead(input);
    dispatch(row ? { type: 'read', request: 'firstRead' } : { type: 'listRead', found: 'missing', request: 'firstRead', now: now() });
    return row;
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
    const { text: detail, isPermanent, retryAt } = error;
    dispatch({ type: 'unavailable', request: 'firstRead', detail, isPermanent, retryAt, now: now() });
    return undefined;
  }
}

/** The row of the created project; undefined if the remote has no such project. Throws a RemoteUnavailableError. */
async function performFirstRead(input: FirstReadInput): Promise<SyncedProjectRow | undefined> {
  const { row, workspace, engine, keyValueStore, activityLog, now } = input;
  const { hash, remoteHash } = row;
  const isProject = (each: { readonly hash: string }) => each.hash === remoteHash;
  // The time that was listed before the read is the one that is stored.
  const listed = workspace.projectList?.projects.find(isProject) ?? (await workspace.list(now())).projects.find(isProject);
  if (!listed) return undefined;
  const { updatedAt, name } = listed;
  const lastSyncedAt = formatIsoTime(now() * 1000);
  const fetchedRow = (isComplete: boolean): SyncedProjectRow => ({ ...row, isFetched: true, name, ...(isComplete && { lastSyncedAt }) });
  try {
    const { records, danglingIds } = await workspace.read(remoteHash, new Project());
    // (I32) Ids that lists contain and the read lacks may be in the next read, so the project is read again.
    const isWhole = danglingIds.size === 0;
    const isComplete = createValidRecords(records, (valid, completeness) => {
      const isAll = isWhole && completeness === 'all';
      const checkpoint = {
        remoteHash,
        version: null,
        updatedAt: isWhole ? updatedAt : null,
        listedAt: updatedAt,
        isComplete: isAll,
        idleVersion: isAll ? 1 : null,
      };
      activityLog.forget(hash);
      activityLog.append(hash, ...activityForFirstRead(valid));
      const entries = [
        ...baseEntries({ put: valid, removedIds: [] }),
        checkpointEntry(checkpoint),
        danglingIdsEntry([...danglingIds].sort()),
        ...activityLog.pendingEntries(hash),
      ];
      engine.createProject(valid, [...new SyncStore(keyValueStore, hash).toExtraRows(entries), syncedProjectRows(fetchedRow(isAll))], hash);
    });
    activityLog.markWritten(hash);
    return fetchedRow(isComplete && isWhole);
  } catch (error) {
    activityLog.forget(hash);
    throw error;
  }
}
