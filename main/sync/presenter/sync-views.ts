/** A mirrored project and its workspace as they are shown: status, questions, reports, remote. */
import type { ConflictDetails, Remote, SyncReport, SyncStatus } from '../../../shared/contracts/sync.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { Workspace } from '../client/workspace.ts';
import type { SyncEngine } from '../project/sync-engine.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { isOpenConflict, toConflictDetails } from './conflict-details.ts';
import { describeStatus } from './describe-status.ts';
import { unseenReports } from './sync-reports.ts';

/** What is known of all of them and matters for each. */
export interface ViewContext {
  readonly deps: { readonly engine: SyncEngine; readonly environment: Environment; readonly isAutomatic: boolean };
  /** Milliseconds; Infinity until told otherwise; undefined: it is not paused. */
  pausedUntil(project: SyncedProject): number | undefined;
}

export function toSyncStatus(mirrors: ViewContext, project: SyncedProject): SyncStatus {
  const { row, workspace, inStepAt } = project;
  const { hash, there, remote, made } = row;
  const pendingCount = made ? project.pendingCount : 0;
  const conflictCount = project.conflicts.filter(isOpenConflict).length;
  const reports = toSyncReports(mirrors, project);
  const pausedUntil = mirrors.pausedUntil(project);
  const shown = describeStatus({
    remote,
    connectionState: workspace.connectionState,
    pausedUntil: pausedUntil === Number.POSITIVE_INFINITY ? null : pausedUntil,
    limitedUntil: workspace.limitedUntil,
    lastResult: project.lastResult,
    transferState: project.transferState,
    isFetched: made,
    pendingCount,
    estimatedTime: pendingCount > 0 ? workspace.requestQueue.estimateDuration(pendingCount, project.urgency) : null,
    conflictCount,
    // Seen or not: as long as it is so.
    rejectedCount: made ? project.runner.rejectedWrites.length + project.files.refused.size : 0,
    pendingFiles: project.activeTransfers > 0 && project.hasMoreFiles ? project.files.pending.count : 0,
    isRunning: mirrors.deps.isAutomatic || project.isRequested,
    hasSynced: inStepAt !== null,
    canWrite: workspace.row.permissions?.includes('project:write') ?? true,
  });
  const name = mirrors.deps.engine.listProjects().find((each) => each.hash === hash)?.name ?? row.name;
  return {
    hash,
    there,
    name,
    remote,
    isHere: made,
    waiting: pendingCount,
    questions: conflictCount,
    reports: reports.length,
    inStepAt,
    ...shown,
  };
}

export function toOpenConflicts({ deps }: ViewContext, { row, conflicts }: SyncedProject): ConflictDetails[] {
  const { hash, remote } = row;
  return conflicts.filter(isOpenConflict).map((question) => toConflictDetails(question, hash, remote, deps.engine.getProject(hash)));
}

export function toSyncReports({ deps }: ViewContext, project: SyncedProject): SyncReport[] {
  const { hash, remote, made } = project.row;
  if (!made) return [];
  const { runner, files } = project;
  return unseenReports({ hash, remote, runner, files, project: () => deps.engine.getProject(hash) }, deps.environment.now());
}

export function toRemote({ row, connectionState }: Workspace): Remote {
  const { name, url, keyIn, variable, permissions } = row;
  const why = connectionState.is === 'ready' ? null : connectionState.reason;
  return { name, url, keyIn, variable, permissions, state: connectionState.is, why };
}
