/** The mirror of all workspaces, as whoever drives the program uses it. Drawing: docs/mirror.md. */

import type { ConflictDetails, ConflictResolution, SyncActivityEntry, SyncReport, SyncStatus } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { Command } from '../../../shared/model/commands.ts';
import { reportSeenEntries } from '../presenter/sync-reports.ts';
import { toOpenConflicts, toSyncReports, toSyncStatus } from '../presenter/sync-views.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { assertCommandAllowed, revertBlockReason } from './edit-restrictions.ts';
import { type AddProjectOptions, createProjectSelection } from './project-selection.ts';
import { createRemoteRegistry, type VerifyRemote } from './remote-registry.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import { pauseSync, runUntilIdle } from './run-until-idle.ts';
import { SyncService } from './sync-service.ts';
import type { SyncServiceDeps } from './sync-service-deps.ts';

export interface SyncControllerDeps extends SyncServiceDeps {
  readonly verifyRemote: VerifyRemote;
  /** A project as a story file, with all its languages. */
  readonly exportProject: (hash: string) => unknown;
}
export type SyncController = ReturnType<typeof openSyncController>;

export function openSyncController(deps: SyncControllerDeps) {
  const mirrors = new SyncService(deps);
  const choosing = createProjectSelection(mirrors, deps.exportProject);
  const chosen = (hash: string | undefined): SyncedProject[] =>
    hash === undefined ? [...mirrors.projects.values()] : [mirrors.project(hash)];
  const statuses = (projects: Iterable<SyncedProject>): SyncStatus[] =>
    [...projects]
      .map((project) => toSyncStatus(mirrors, project))
      .sort((one, two) => (one.name < two.name ? -1 : one.name > two.name ? 1 : 0));
  // The key store may ask the user something first.
  const begun = mirrors.start();

  return {
    remotes: createRemoteRegistry(mirrors, deps.verifyRemote),
    list(): SyncStatus[] {
      // Nobody else does where nothing goes by itself.
      if (!deps.isAutomatic) for (const project of mirrors.projects.values()) if (project.lastResult === undefined) project.countPending();
      return statuses(mirrors.projects.values());
    },
    /** Keys have been looked for. Where the mirror runs that may wait for the user, and nobody waits for it. */
    ready: deps.isAutomatic ? Promise.resolve() : begun,
    add: async (remote: string, there: string, how?: AddProjectOptions): Promise<SyncStatus> =>
      toSyncStatus(mirrors, await choosing.add(remote, there, how)),
    upload: async (remote: string, hash: string): Promise<SyncStatus> => toSyncStatus(mirrors, await choosing.upload(remote, hash)),
    assertCanStop: choosing.assertCanStop,
    /** It is mirrored no longer: the rows to lay beside its end, none where it was not. */
    removeProject(hash: string) {
      const project = mirrors.projects.get(hash);
      return project ? mirrors.removeProject(project) : [];
    },
    isSynced: (hash: string): boolean => mirrors.projects.has(hash),
    /** The user has opened it, or works with it. */
    markInUse: (hash: string): void => mirrors.markInUse(hash),
    /** Throws the Problem of a command that could never get to the remote. */
    assertCommandAllowed(hash: string, command: Command): void {
      if (mirrors.projects.has(hash)) assertCommandAllowed(command, deps.engine.getProject(hash));
    },
    /** Why something may not be there again in a mirrored project, as undo asks it; undefined where the project is not mirrored. */
    revertBlockReason(hash: string) {
      const project = mirrors.projects.get(hash);
      return project?.row.made ? revertBlockReason((id) => project.runner.store.base.has(id)) : undefined;
    },
    async run(
      hash: string | undefined,
      steps: { isCancelled?: () => boolean; stepped?: (done: number, total: number) => void } = {},
    ): Promise<SyncStatus[]> {
      const projects = chosen(hash);
      // Who asks for one project wants to know whether what was refused is taken now.
      if (hash !== undefined) for (const project of projects) project.retryRejected();
      const { isCancelled, stepped } = steps;
      await runUntilIdle(mirrors, projects, { ...(isCancelled && { isCancelled }), ...(stepped && { stepped }) });
      return statuses(projects.filter(({ row }) => mirrors.projects.has(row.hash)));
    },
    pause(hash: string | undefined, until: string | null): SyncStatus[] {
      const projects = chosen(hash);
      pauseSync(
        mirrors,
        hash === undefined ? undefined : projects[0],
        until === 'now' ? undefined : until === null ? null : Date.parse(until),
      );
      return statuses(projects);
    },
    activity: (hash: string | undefined, before: string | undefined): SyncActivityEntry[] =>
      mirrors.activityLog.list(
        chosen(hash).map(({ row }) => row.hash),
        before,
      ),
    reports: (hash: string | undefined): SyncReport[] => chosen(hash).flatMap((project) => toSyncReports(mirrors, project)),
    markReportsSeen(ids: readonly string[]): void {
      for (const id of ids) {
        const at = id.indexOf('/');
        const project = mirrors.project(id.slice(0, at));
        if (project.row.made) project.runner.store.write(reportSeenEntries(id.slice(at + 1), formatIsoTime(deps.environment.now())));
        mirrors.statusPublisher.scheduleUpdate(project);
      }
    },
    conflicts: (hash: string | undefined): ConflictDetails[] => chosen(hash).flatMap((project) => toOpenConflicts(mirrors, project)),
    async resolveConflicts(ids: readonly string[], answer: ConflictResolution): Promise<void> {
      await resolveConflicts(mirrors, ids, answer);
      mirrors.statusPublisher.flush();
      mirrors.scheduler.runDue();
    },
    close: () => mirrors.close(),
  };
}
