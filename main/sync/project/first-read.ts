/** The first read of a remote project creates the local one: its records, the base and its row as a synced project, in one transaction, in slices. */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { Urgency } from '../client/request-queue.ts';
import { cascadeIds } from '../plan/merge-trees.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import { type SyncedProjectRow, syncedProjectRows } from '../store/remote-store.ts';
import type { SyncEngine } from '../store/sync-engine.ts';
import { baseEntries, checkpointEntry, danglingIdsEntry, SyncStore, unknownValuesEntry } from '../store/sync-store.ts';
import { activityForFirstRead } from './loaded-project.ts';
import type { SyncEvent } from './sync-state-machine.ts';

interface FirstReadInput {
  readonly row: SyncedProjectRow;
  readonly workspace: RemoteWorkspace;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  readonly clock: WaitClock;
  /** Whether its sync has ended since, so that the project is not to be created. */
  readonly isRemoved: () => boolean;
}

/** Thrown where the sync of the project ended while it was downloaded. */
class DownloadEndedError extends Error {
  constructor() {
    super('DOWNLOAD_ENDED');
  }
}

interface FirstReadRun extends FirstReadInput {
  readonly urgency: Urgency;
  readonly dispatch: (event: SyncEvent) => void;
}

interface FirstRead {
  readonly row: SyncedProjectRow;
  /** The records of the created project, which are the base as well. */
  readonly records: readonly AnyRecord[];
}

/** The maximum age of the project list before the first read, in milliseconds. */
const maxListAge = 10_000;

/** Dispatches the events of the read. Returns undefined if no project was created. */
export async function runFirstRead({ urgency, dispatch, ...input }: FirstReadRun): Promise<FirstRead | undefined> {
  const { workspace, clock } = input;
  try {
    const retryAt = workspace.requestQueue.availableAt(urgency, true);
    if (retryAt > clock.now()) throw new RemoteUnavailableError(message('remote.unavailable.budget'), { retryAt });
    dispatch({ type: 'firstReadStarted' });
    const created = await performFirstRead(input);
    dispatch(
      created ? { type: 'read', request: 'firstRead' } : { type: 'listRead', found: 'missing', request: 'firstRead', now: clock.now() },
    );
    return created;
  } catch (error) {
    if (error instanceof DownloadEndedError) return undefined;
    if (!(error instanceof RemoteUnavailableError)) throw error;
    const { text: detail, isPermanent, retryAt } = error;
    dispatch({ type: 'unavailable', request: 'firstRead', detail, isPermanent, retryAt, now: clock.now() });
    return undefined;
  }
}

/** Returns undefined if the remote has no such project. Throws a RemoteUnavailableError. */
async function performFirstRead(input: FirstReadInput): Promise<FirstRead | undefined> {
  const { row, workspace, engine, keyValueStore, activityLog, clock, isRemoved } = input;
  const { hash, remoteHash } = row;
  const isProject = (each: { readonly hash: string }) => each.hash === remoteHash;
  // The time that was listed before the read is the one that is stored. With that of an old list, the project would be read again if it has changed since.
  const listedSince = async (since: number) => (await workspace.list(since)).projects.find(isProject);
  const listed = (await listedSince(clock.now() - maxListAge)) ?? (await listedSince(clock.now()));
  if (!listed) return undefined;
  const { updatedAt, name } = listed;
  const lastSyncedAt = formatIsoTime(clock.wallNow() * 1000);
  const fetchedRow = (isComplete: boolean): SyncedProjectRow => ({ ...row, isFetched: true, name, ...(isComplete && { lastSyncedAt }) });
  try {
    const { records, danglingIds, unknownValues = [] } = await workspace.read(remoteHash, new Project());
    // (I32) Ids that lists contain and the read lacks may be in the next read, so the project is read again.
    const isWhole = danglingIds.size === 0;
    const created = await createValidRecords(records, async (valid, completeness) => {
      const isAll = isWhole && completeness === 'all';
      const checkpoint = {
        remoteHash,
        version: null,
        updatedAt: isWhole ? updatedAt : null,
        listedAt: updatedAt,
        isComplete: isAll,
        idleVersion: isAll ? 1 : null,
      };
      if (isRemoved()) throw new DownloadEndedError();
      activityLog.forget(hash);
      activityLog.append(hash, ...activityForFirstRead(valid));
      const entries = [
        ...baseEntries({ put: valid, removedIds: [] }),
        checkpointEntry(checkpoint),
        danglingIdsEntry([...danglingIds].sort()),
        unknownValuesEntry(unknownValues),
        ...activityLog.pendingEntries(hash),
      ];
      await engine.createProject(
        valid,
        () => {
          if (isRemoved()) throw new DownloadEndedError();
          return [...new SyncStore(keyValueStore, hash, clock).toExtraRows(entries), syncedProjectRows(fetchedRow(isAll))];
        },
        hash,
      );
    });
    activityLog.markWritten(hash);
    return { row: fetchedRow(created.length === records.length && isWhole), records: created };
  } catch (error) {
    activityLog.forget(hash);
    throw error;
  }
}

/** The maximum number of attempts, because leaving records out may make others invalid. */
const maxAttempts = 20;

type Completeness = 'all' | 'withoutInvalidRecords';

/**
 * Creates a project from the records of a first read. Only invalid records are left out, together with those that depend on them (I20).
 * Returns those that were created. Rejects with the Problem of `create` if leaving records out does not help.
 */
async function createValidRecords(
  records: readonly AnyRecord[],
  create: (valid: readonly AnyRecord[], completeness: Completeness) => Promise<void>,
): Promise<readonly AnyRecord[]> {
  let valid = [...records];
  for (let attempt = 0; ; attempt++) {
    try {
      await create(valid, valid.length === records.length ? 'all' : 'withoutInvalidRecords');
      return valid;
    } catch (error) {
      const invalid = attempt < maxAttempts ? invalidIdsIn(error, valid) : [];
      if (invalid.length === 0) throw error;
      const project = new Project(valid);
      const excluded = new Set(invalid.flatMap((id) => [...cascadeIds(id, project)]));
      valid = valid.filter(({ id }) => !excluded.has(id));
    }
  }
}

/** The paths of faults begin with the plural of the kind and the id. The project itself cannot be left out. */
function invalidIdsIn(error: unknown, records: readonly AnyRecord[]): string[] {
  if (!(error instanceof Problem)) return [];
  const ids = new Set(records.map(({ id }) => id));
  return error.faults.flatMap(({ path }) => {
    const [, id = ''] = path.split('.');
    return ids.has(id) && id !== projectRecordId ? [id] : [];
  });
}
