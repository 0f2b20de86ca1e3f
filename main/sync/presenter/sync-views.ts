/** Presents a synced project and its workspace: status, conflicts, reports, remote. */
import type { ConflictDetails, Remote, SyncReport, SyncStatus } from '../../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { needsDecision } from '../plan/merge-conflict.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { SyncEngine } from '../store/sync-engine.ts';
import { isOpenConflict, toConflictDetails } from './conflict-details.ts';
import { presentStatus } from './present-status.ts';
import { countUnseenReports, presentReports } from './sync-reports.ts';

/** What presenting needs besides the project itself. */
export interface ViewContext {
  readonly deps: { readonly engine: SyncEngine; readonly environment: Environment };
  readonly clock: WaitClock;
  /** Milliseconds since 1970. Infinity if it is paused until the user resumes it, undefined if it is not paused. */
  pausedUntil(project: SyncedProject): number | undefined;
  /** Whether the project is synced automatically, or a caller has requested it. */
  isRunning(project: SyncedProject): boolean;
}

export function toSyncStatus(context: ViewContext, project: SyncedProject): SyncStatus {
  const { row, workspace, lastSyncedAt } = project;
  const { hash, remoteHash, remote, isFetched } = row;
  const { pendingCount } = project;
  const conflictCount = project.listConflicts().filter(needsDecision).length;
  const heldCount = project.listHeldTexts().length;
  // Counted whether or not the user has seen them, as long as they are rejected.
  const rejectedCount = project.rejectedWrites().length + project.rejectedFiles().size;
  const pausedUntil = context.pausedUntil(project);
  const status = presentStatus({
    remote,
    state: project.state,
    toWallTime: (time) => context.clock.toWallTime(time),
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
    blockedCount: project.blockedCount(),
    invalidCount: project.invalidRecords().size,
    pendingFiles: project.pendingFileCount(),
    isRunning: context.isRunning(project),
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
