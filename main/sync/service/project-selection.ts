/** Selects which projects are synced: adds remote ones, uploads local ones, and ends sync. */

import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { assertUndamaged } from '../../engine/damage/project-damage.ts';
import type { RemoteWorkspace, WorkspaceProject } from '../client/remote-workspace.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { SyncedProjectRow } from '../store/remote-store.ts';
import { withRemoteProblems } from './remote-registry.ts';
import { runUntilIdle } from './run-until-idle.ts';
import type { SyncService } from './sync-service.ts';
import { uploadProject } from './upload-project.ts';

export interface AddProjectOptions {
  readonly open?: boolean | undefined;
  readonly later?: boolean | undefined;
}

/** Milliseconds; an older list is requested again. */
const recentListAge = 10_000;

export function createProjectSelection(service: SyncService, exportProject: (hash: string) => unknown) {
  const startSync = (row: SyncedProjectRow): SyncedProject => {
    const project = service.addProject(row);
    service.statusPublisher.scheduleUpdate(project);
    return project;
  };

  const findSynced = (workspace: RemoteWorkspace, remoteHash: string): SyncedProject | undefined =>
    [...service.projectsOf(workspace)].find(({ row }) => row.remoteHash === remoteHash);

  async function select(workspace: RemoteWorkspace, remoteHash: string): Promise<SyncedProject> {
    if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
    const { name } = await findListed(service, workspace, remoteHash);
    const known = findSynced(workspace, remoteHash);
    if (known) return known;
    const row = {
      hash: chooseHash(service, remoteHash),
      remoteHash,
      remote: workspace.row.name,
      name,
      isFetched: false,
      lastSyncedAt: null,
    };
    service.remoteStore.saveSyncedProject(row);
    return startSync(row);
  }

  return {
    /**
     * Adds a remote project. Resolves when it is downloaded or has to wait. `later`: resolves immediately, and the project is downloaded
     * when it is due. `open`: the user wants to open it, so it is downloaded before all others, even if it was added earlier.
     */
    async add(remote: string, remoteHash: string, { open = false, later = false }: AddProjectOptions = {}): Promise<SyncedProject> {
      const workspace = service.workspace(remote);
      const known = findSynced(workspace, remoteHash);
      if (known && !open && !later)
        throw new Problem('conflict', message('problem.sync.alreadySyncedAs', { hash: known.row.hash }), {
          context: { hash: known.row.hash },
        });
      const project = known ?? (await select(workspace, remoteHash));
      if (open) service.markInUse(project.row.hash);
      if (later) service.scheduler.runDue();
      else if (!project.row.isFetched) await runUntilIdle(service, [project], { until: ({ row }) => row.isFetched });
      return project;
    },

    async upload(remote: string, hash: string): Promise<SyncedProject> {
      const workspace = service.workspace(remote);
      assertUndamaged(service.deps.engine, hash);
      if (service.projects.has(hash)) throw new Problem('conflict', message('problem.sync.alreadySynced'));
      if (workspace.row.permissions?.includes('project:write') === false)
        throw new Problem('forbidden', message('problem.sync.keyReadOnly', { remote }));
      if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
      const row = await withRemoteProblems(remote, workspace, () => uploadProject({ service, workspace, hash, remote, exportProject }));
      const project = startSync(row);
      await runUntilIdle(service, [project], { until: () => service.deps.isAutomatic });
      return project;
    },
  };
}

/** The remote hash if it is free locally and safe as a folder name, so that scripts can use the same hash on both sides. */
function chooseHash(service: SyncService, remoteHash: string): string {
  if (/^[A-Za-z0-9]{6,32}$/.test(remoteHash) && isFree(service, remoteHash)) return remoteHash;
  for (;;) {
    const hash = service.deps.createHash();
    if (isFree(service, hash)) return hash;
  }
}

/** Whether the hash is free. Hashes name folders, and some file systems ignore case. */
function isFree({ deps, projects }: SyncService, hash: string): boolean {
  const taken = [...deps.engine.listProjects().map((project) => project.hash), ...projects.keys()];
  return taken.every((each) => each.toLowerCase() !== hash.toLowerCase());
}

/** Finds the project in a recent project list, or else in a new one. */
async function findListed(service: SyncService, workspace: RemoteWorkspace, remoteHash: string): Promise<WorkspaceProject> {
  const { name: remote } = workspace.row;
  for (const since of [service.clock.now() - recentListAge, service.clock.now()]) {
    const { projects } = await withRemoteProblems(remote, workspace, () => workspace.listForUser(since));
    const found = projects.find(({ hash }) => hash === remoteHash);
    if (found) return found;
  }
  throw new Problem('notFound', message('problem.sync.unknownProject', { remote, hash: remoteHash }));
}
