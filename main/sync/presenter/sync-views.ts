/** Presents a synced project and its workspace: status, conflicts, reports, remote. */
import type { ConflictDetails, Remote, SyncReport, SyncStatus } from '../../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { needsDecision } from '../plan/merge-conflict.ts';
import type { SyncEngine } from '../project/sync-engine.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { isOpenConflict, toConflictDetails } from './conflict-details.ts';
import { presentStatus } from './present-status.ts';
import { countUnseenReports, presentReports } from './sync-reports.ts';

/** What presenting needs besides the project itself. */
export interface ViewContext {
  readonly deps: { readonly engine: SyncEngine; readonly environment: Environment; readonly isAutomatic: boolean };
  /** Milliseconds since 1970. Infinity if it is paused until the user resumes it, undefined if it is not paused. */
  pausedUntil(project: SyncedProject): number | undefined;
}

export function toSyncStatus(context: ViewContext, project: SyncedProject): SyncStatus {
  const { row, workspace, lastSyncedAt } = project;
  const { hash, remoteHash, remote, isFetched } = row;
  const loaded = isFetched ? project.load() : undefined;
  const pendingCount = isFetched ? project.pendingCount : 0;
  const conflictCount = project.listConflicts().filter(needsDecision).length;
  const heldCount = project.listHeldTexts().length;
  // Counted whether or not the user has seen them, as long as they are rejected.
  const rejectedCount = loaded ? loaded.runner.rejectedWrites.length + loaded.files.rejected.size : 0;
  const pausedUntil = context.pausedUntil(project);
  const status = presentStatus({
    remote,
    state: project.state,
    connectionState: workspace.connectionState,
    pausedUntil: pausedUntil === Number.POSITIVE_INFINITY ? null : pausedUntil,
    limitedUntil: workspace.limitedUntil,
    hasStepped: project.hasStepped,
    isFetched,
    pendingCount,
    estimatedTime: pendingCount > 0 ? workspace.requestQueue.estimateDuration(pendingCount, project.urgency) : null,
    conflictCount,
    heldCount,
    rejectedCount,
    blockedCount: loaded ? Math.min(loaded.runner.waitingCount, pendingCount) : 0,
    invalidCount: loaded?.runner.invalidRecords.size ?? 0,
    pendingFiles: loaded && project.transfers.activeCount > 0 && project.transfers.hasMore ? loaded.files.pending.count : 0,
    isRunning: context.deps.isAutomatic || project.schedule.isRequested,
    hasSynced: lastSyncedAt !== null,
    canWrite: workspace.row.permissions?.includes('project:write') ?? true,
  });
  return {
    hash,
    remoteHash,
    name: context.deps.engine.findProjectName(hash) ?? row.name,
    remote,
    isDownloaded: isFetched,
    pending: pendingCount,
    conflicts: conflictCount,
    held: heldCount,
    rejected: rejectedCount,
    reports: countUnseenReports(project),
    lastSyncedAt,
    ...status,
  };
}

export function toOpenConflicts({ deps }: ViewContext, project: SyncedProject): ConflictDetails[] {
  const { hash, remote } = project.row;
  return project
    .listConflicts()
    .filter(isOpenConflict)
    .map((conflict) => toConflictDetails(conflict, hash, remote, deps.engine.getProject(hash)));
}

export function toSyncReports({ deps }: ViewContext, project: SyncedProject, which: 'unseen' | 'all' = 'unseen'): SyncReport[] {
  const all = presentReports(project, () => deps.engine.getProject(project.row.hash), formatIsoTime(deps.environment.now()));
  return which === 'all' ? all : all.filter(({ isSeen }) => !isSeen);
}

export function toRemote({ row, connectionState }: RemoteWorkspace): Remote {
  const { name, url, keyIn, variable, permissions } = row;
  const message = connectionState.type === 'ready' ? null : connectionState.reason;
  return { name, url, keyIn, variable, permissions, state: connectionState.type, message };
}
