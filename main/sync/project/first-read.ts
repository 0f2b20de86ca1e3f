/** The first read of a project that is there makes it here: records, base, and that it is mirrored, in one transaction. */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { Project } from '../../../shared/model/project.ts';
import type { Urgency } from '../client/request-budget.ts';
import type { Workspace } from '../client/workspace.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { StepResult } from '../protocol/step-result.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import { type SyncedProjectRow, syncedProjectRows } from '../store/remote-store.ts';
import { baseEntries, SyncStore } from '../store/sync-store.ts';
import { activityForFirstRead } from './activity-events.ts';
import { createValidRecords } from './create-valid-records.ts';
import type { SyncEngine } from './sync-engine.ts';

/** Milliseconds until the next try when nobody answers. */
const retryDelay = 5000;

interface FirstReadInput {
  readonly row: SyncedProjectRow;
  readonly urgency: Urgency;
  readonly workspace: Workspace;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onBegin: () => void;
}

/** What is next, and the row as it is when the project is here. */
export async function performFirstRead(how: FirstReadInput): Promise<{ next: StepResult; row?: SyncedProjectRow }> {
  const { row, urgency, workspace, engine, keyValueStore, activityLog, now, onBegin } = how;
  const { hash, there } = row;
  const at = workspace.requestQueue.availableAt(urgency, true);
  if (at > now()) return { next: { is: 'until', at, reason: 'waiting for the limit' } };
  onBegin();
  try {
    const isIt = (each: { hash: string }) => each.hash === there;
    // The time that is kept is from before the read.
    const listed = workspace.projectList?.projects.find(isIt) ?? (await workspace.list(now())).projects.find(isIt);
    if (!listed) return { next: { is: 'stopped', reason: 'The project is no longer there.' } };
    const { updatedAt, name } = listed;
    const inStepAt = formatIsoTime(now() * 1000);
    const made = (whole: boolean): SyncedProjectRow => ({ ...row, made: true, name, ...(whole && { inStepAt }) });
    const records = [...(await workspace.read(there, new Project()))];
    const isWhole = createValidRecords(records, (sound, whole) => {
      const standing = { there, version: null, updatedAt, listed: updatedAt, whole, rest: whole ? 1 : null };
      activityLog.forget(hash);
      activityLog.append(hash, ...activityForFirstRead(sound));
      const entries = [
        ...baseEntries({ put: sound, removedIds: [] }),
        { id: 'standing', value: standing },
        ...activityLog.pendingEntries(hash),
      ];
      engine.createProject(sound, [...new SyncStore(keyValueStore, hash).toExtraRows(entries), syncedProjectRows(made(whole))], hash);
    });
    activityLog.markWritten(hash);
    return { next: { is: 'busy', action: isWhole ? 'made' : 'made in part' }, row: made(isWhole) };
  } catch (error) {
    activityLog.forget(hash);
    if (!(error instanceof RemoteUnavailableError)) throw error;
    if (error.isPermanent) return { next: { is: 'stopped', reason: error.message } };
    const reason = error.retryAt === undefined ? 'offline' : 'waiting for the limit';
    return { next: { is: 'until', at: error.retryAt ?? now() + retryDelay, reason } };
  }
}
