/** Sync of all workspaces, for the handlers of the window, the command line and the program itself. Drawn in docs/sync.md. */

import { compareCodeUnits } from '../../../shared/compare-code-units.ts';
import type {
  ConflictDetails,
  ConflictResolution,
  HeldChange,
  LocalOnlyChange,
  SyncActivityEntry,
  SyncReport,
  SyncStatus,
} from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { Command, CommandResult } from '../../../shared/model/commands.ts';
import { toHeldChanges } from '../presenter/held-changes.ts';
import { findLocalOnlyChanges } from '../presenter/local-only-changes.ts';
import { toOpenConflicts, toSyncReports, toSyncStatus } from '../presenter/sync-views.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { markReportSeen } from '../store/report-states.ts';
import { assertNoLocalOnlyChanges } from './assert-no-local-only-changes.ts';
import { assertCommandAllowed, revertBlockReason } from './edit-restrictions.ts';
import { type AddProjectOptions, createProjectSelection } from './project-selection.ts';
import { parseQualifiedId } from './qualified-id.ts';
import { createRemoteRegistry, type VerifyRemote } from './remote-registry.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import { restoreOverwritten } from './restore-overwritten.ts';
import { pauseSync, runUntilIdle } from './run-until-idle.ts';
import { sendSimplified } from './send-simplified.ts';
import { SyncService, type SyncServiceDeps } from './sync-service.ts';

interface SyncControllerDeps extends SyncServiceDeps {
  readonly verifyRemote: VerifyRemote;
  /** A project as a story file, with all its languages. */
  readonly exportProject: (hash: string) => unknown;
}
export type SyncController = ReturnType<typeof openSyncController>;

interface RunProgress {
  readonly isCancelled?: () => boolean;
  readonly stepped?: (done: number, total: number) => void;
}

export function openSyncController(deps: SyncControllerDeps) {
  const service = new SyncService(deps);
  const selection = createProjectSelection(service, deps.exportProject);
  const selected = (hash: string | undefined): SyncedProject[] =>
    hash === undefined ? [...service.projects.values()] : [service.project(hash)];
  const statuses = (projects: Iterable<SyncedProject>): SyncStatus[] =>
    [...projects].map((project) => toSyncStatus(service, project)).sort((one, two) => compareCodeUnits(one.name, two.name));
  /** The statuses that a call returns. They are published before it returns, because the window follows events only. */
  const publishedStatuses = (projects: readonly SyncedProject[]): SyncStatus[] => {
    for (const project of projects) service.statusPublisher.publish(project, { isAwaited: true });
    return statuses(projects);
  };
  const publishedStatus = (project: SyncedProject): SyncStatus => {
    service.statusPublisher.publish(project, { isAwaited: true });
    return toSyncStatus(service, project);
  };
  // The key store may ask the user something first.
  const started = service.start();

  return {
    remotes: createRemoteRegistry(service, deps.verifyRemote),
    list: (): SyncStatus[] => publishedStatuses([...service.projects.values()]),
    /** Resolves when the keys are loaded. Where projects run by themselves nothing needs to wait for that: the key store may wait for the user. */
    ready: deps.isAutomatic ? Promise.resolve() : started,
    add: async (remote: string, remoteHash: string, options?: AddProjectOptions): Promise<SyncStatus> =>
      publishedStatus(await selection.add(remote, remoteHash, options)),
    upload: async (remote: string, hash: string): Promise<SyncStatus> => publishedStatus(await selection.upload(remote, hash)),
    /** (I28) Everything that exists only here: of a project, of all projects of a remote, or of all. Throws a `notFound` Problem. */
    localOnly({ hash, remote }: { readonly hash?: string | undefined; readonly remote?: string | undefined }): LocalOnlyChange[] {
      const inScope = remote === undefined ? selected(hash) : [...service.projectsOf(service.workspace(remote))];
      const concerned = inScope.filter((project) => hash === undefined || project.row.hash === hash);
      return concerned.flatMap((project) => findLocalOnlyChanges(deps.engine, project));
    },
    /** (I28) Throws a Problem `conflict` if the remote does not have everything of a project; one that is not synced has no remote. */
    assertNoLocalOnlyChanges(hash: string): void {
      const project = service.projects.get(hash);
      if (project) assertNoLocalOnlyChanges(project.row.remote, findLocalOnlyChanges(deps.engine, project));
    },
    /** Whether the project has been read and is here. Throws a `notFound` Problem if it is not synced. */
    isDownloaded: (hash: string): boolean => service.project(hash).row.isFetched,
    hashesOf: (remote: string): string[] => [...service.projectsOf(service.workspace(remote))].map(({ row }) => row.hash),
    /** Ends the sync of a project; returns the rows to remove in the transaction that ends it, none if it was not synced. */
    removeProject(hash: string) {
      const project = service.projects.get(hash);
      return project ? service.removeProject(project) : [];
    },
    isSynced: (hash: string): boolean => service.projects.has(hash),
    /** What is here may be incomplete or older than it was: each difference is then a conflict, and nothing is sent before the remote was read. */
    forgetAgreement: (hash: string): void => service.projects.get(hash)?.forgetAgreement(),
    /** The user has opened the project, or works with it. */
    markInUse: (hash: string): void => service.markInUse(hash),
    /** Throws the Problem of a command that the remote could never accept. */
    assertCommandAllowed(hash: string, command: Command): void {
      if (service.projects.has(hash)) assertCommandAllowed(command, deps.engine.getProject(hash));
    },
    /** For undo: why something cannot be restored in a synced project; undefined if the project is not synced. */
    revertBlockReason(hash: string) {
      const project = service.projects.get(hash);
      return project?.row.isFetched ? revertBlockReason((id) => project.load().runner.store.base.has(id)) : undefined;
    },
    /** (G30) What is kept here because no request can carry it. Throws a `notFound` Problem. */
    held: (hash: string): HeldChange[] => toHeldChanges(service, service.project(hash)),
    /** (G30) Replaces held texts by what can be sent, as one command of the user. Throws a `notFound` Problem. */
    sendSimplified: (hash: string, ids: readonly string[]): CommandResult => sendSimplified(service, service.project(hash), ids),
    async run(hash: string | undefined, { isCancelled, stepped }: RunProgress = {}): Promise<SyncStatus[]> {
      const projects = selected(hash);
      // A request for one project also tries its rejected writes again.
      if (hash !== undefined) for (const project of projects) project.retryRejected();
      await runUntilIdle(service, projects, { ...(isCancelled && { isCancelled }), ...(stepped && { onProgress: stepped }) });
      return publishedStatuses(projects.filter(({ row }) => service.projects.has(row.hash)));
    },
    /** `until`: ISO 8601; null: until resumed; 'now': resumes. */
    pause(hash: string | undefined, until: string | null): SyncStatus[] {
      const projects = selected(hash);
      pauseSync(service, hash === undefined ? undefined : projects[0], parsePause(until));
      return publishedStatuses(projects);
    },
    activity(hash: string | undefined, before: string | undefined): SyncActivityEntry[] {
      const hashes = selected(hash).map(({ row }) => row.hash);
      return service.activityLog.list(hashes, before);
    },
    /** Oldest first. */
    reports(hash: string | undefined, which: 'unseen' | 'all' = 'unseen'): SyncReport[] {
      return selected(hash).flatMap((project) => {
        service.statusPublisher.recordReports(project);
        return toSyncReports(service, project, which);
      });
    },
    markReportsSeen(ids: readonly string[]): void {
      for (const { hash, id } of ids.map(parseQualifiedId)) {
        const project = service.project(hash);
        const now = formatIsoTime(deps.environment.now());
        if (project.row.isFetched) markReportSeen(project.load().runner.store, id, now);
        service.statusPublisher.scheduleUpdate(project);
      }
    },
    /** Executed as one command of the user. Throws a `notFound` Problem. */
    restoreOverwritten: (id: string): CommandResult => restoreOverwritten(service, id),
    conflicts: (hash: string | undefined): ConflictDetails[] => selected(hash).flatMap((project) => toOpenConflicts(service, project)),
    async resolveConflicts(ids: readonly string[], resolution: ConflictResolution): Promise<void> {
      await resolveConflicts(service, ids, resolution);
      service.statusPublisher.flush();
      service.scheduler.runDue();
    },
    close: () => service.close(),
  };
}

function parsePause(until: string | null): number | null | undefined {
  if (until === 'now') return undefined;
  return until === null ? null : Date.parse(until);
}
