/** Which projects are synced: adds remote ones, uploads local ones, and ends sync. */

import { syncStatusMessages } from '../../../shared/messages/en/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Workspace, WorkspaceProject } from '../client/workspace.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { SyncedProjectRow } from '../store/remote-store.ts';
import { runUntilIdle } from './run-until-idle.ts';
import type { SyncService } from './sync-service.ts';
import { uploadProject } from './upload-project.ts';
import { withRemoteProblems } from './with-remote-problems.ts';

export interface AddProjectOptions {
  readonly open?: boolean | undefined;
  readonly later?: boolean | undefined;
}

/** Milliseconds; a list of this age is recent. */
const recentListAge = 10_000;

export function createProjectSelection(service: SyncService, exportProject: (hash: string) => unknown) {
  const { engine } = service.deps;
  const isHere = (hash: string) => engine.listProjects().some((project) => project.hash.toLowerCase() === hash.toLowerCase());
  const isFree = (hash: string) => !isHere(hash) && ![...service.projects.keys()].some((each) => each.toLowerCase() === hash.toLowerCase());

  /** The remote hash if it is free locally and safe as a folder name, so that scripts for one work with the other. */
  function hashFor(there: string): string {
    if (/^[A-Za-z0-9]{6,32}$/.test(there) && isFree(there)) return there;
    for (;;) {
      const hash = service.deps.createHash();
      if (isFree(hash)) return hash;
    }
  }

  const begun = (row: SyncedProjectRow): SyncedProject => {
    const project = service.addProject(row);
    service.statusPublisher.scheduleUpdate(project);
    return project;
  };

  const findSynced = (workspace: Workspace, there: string): SyncedProject | undefined =>
    [...service.projectsOf(workspace)].find(({ row }) => row.remoteHash === there);

  /** From a recent project list, else from a new one. */
  async function listed(workspace: Workspace, there: string): Promise<WorkspaceProject> {
    const { name: remote } = workspace.row;
    for (const since of [service.now() - recentListAge, service.now()]) {
      const { projects } = await withRemoteProblems(remote, workspace, () => workspace.listForUser(since));
      const found = projects.find(({ hash }) => hash === there);
      if (found) return found;
    }
    throw new Problem('notFound', message('problem.sync.unknownProject', { remote, there }));
  }

  async function chosen(workspace: Workspace, there: string): Promise<SyncedProject> {
    if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
    const { name } = await listed(workspace, there);
    const known = findSynced(workspace, there);
    if (known) return known;
    const row = { hash: hashFor(there), remoteHash: there, remote: workspace.row.name, name, isFetched: false, lastSyncedAt: null };
    service.remoteStore.saveSyncedProject(row);
    return begun(row);
  }

  return {
    /**
     * Resolves when the project is here, or has to wait; `later`: when it is chosen, and it is fetched when its turn comes. `open`: the user wants
     * to see it now, whether it was chosen before or not, so that it comes before all others.
     */
    async add(remote: string, there: string, { open = false, later = false }: AddProjectOptions = {}): Promise<SyncedProject> {
      const workspace = service.workspace(remote);
      const known = findSynced(workspace, there);
      if (known && !open && !later)
        throw new Problem('conflict', message('problem.sync.alreadySyncedAs', { hash: known.row.hash }), {
          context: { hash: known.row.hash },
        });
      const project = known ?? (await chosen(workspace, there));
      if (open) service.markInUse(project.row.hash);
      if (later) service.scheduler.runDue();
      else if (!project.row.isFetched) await runUntilIdle(service, [project], { until: ({ row }) => row.isFetched });
      return project;
    },

    async upload(remote: string, hash: string): Promise<SyncedProject> {
      const workspace = service.workspace(remote);
      engine.getProject(hash);
      if (service.projects.has(hash)) throw new Problem('conflict', message('problem.sync.alreadySynced'));
      if (workspace.row.permissions?.includes('project:write') === false)
        throw new Problem('forbidden', message('problem.sync.keyReadOnly', { remote }));
      if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
      const row = await withRemoteProblems(remote, workspace, () => uploadProject({ service, workspace, hash, remote, exportProject }));
      const project = begun(row);
      await runUntilIdle(service, [project], { until: () => service.deps.isAutomatic });
      return project;
    },

    /** Throws a Problem `conflict` where pending changes would be lost; returns whether the local project exists. */
    assertCanStop(hash: string, { discard = false }: { discard?: boolean | undefined }): { isHere: boolean } {
      const project = service.project(hash);
      project.countPending();
      const { isFetched, remote } = project.row;
      const { pendingCount } = project;
      if (isFetched && !discard && pendingCount > 0)
        throw new Problem('conflict', syncStatusMessages.mayNotStop(remote, pendingCount), { conflictType: 'stale' });
      return { isHere: isFetched };
    },
  };
}
