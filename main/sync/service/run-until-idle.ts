/** Runs projects on request, and pauses them. */
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { SyncService } from './sync-service.ts';

export interface RunOptions {
  /** Returns true when enough has been done. */
  readonly until?: (project: SyncedProject) => boolean;
  readonly isCancelled?: () => boolean;
  /** Called with the number of projects that are done, and of all projects. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Takes steps until nothing can be read or sent at the moment: everything else waits for the limit, the network, a time or the user. */
export async function runUntilIdle(
  service: SyncService,
  wanted: readonly SyncedProject[],
  { until, isCancelled, onProgress }: RunOptions = {},
): Promise<void> {
  const { scheduler } = service;
  const projects = wanted.filter((project) => service.pausedUntil(project) === undefined);
  const workspaces = new Set(projects.map((project) => project.workspace));
  await Promise.all([...workspaces].map((workspace) => refreshList(service, workspace)));
  for (const project of projects) {
    if (project.workspace.connectionState.type === 'ready') scheduler.request(project);
    else scheduler.endRequest(project);
  }
  for (const workspace of workspaces) scheduler.wakeWorkspace(workspace);
  scheduler.runDue();
  const isDone = (project: SyncedProject) => !scheduler.isRequested(project) || !service.projects.has(project.row.hash) || until?.(project);
  while (!service.isClosed && !isCancelled?.() && !projects.every(isDone)) {
    onProgress?.(projects.filter(isDone).length, projects.length);
    await service.whenNextStep();
  }
  // Without automatic sync, the projects stop running here.
  for (const project of projects) scheduler.endRequest(project);
}

/** Requests the list, even if the workspace was unavailable before. */
async function refreshList(service: SyncService, workspace: RemoteWorkspace): Promise<void> {
  if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
  try {
    await workspace.listForUser(service.clock.now());
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
  }
}

/**
 * Pauses one project, or all. `until` is in milliseconds since 1970; null pauses until the user resumes. undefined resumes, and also ends
 * the wait for the limit of a remote (I33).
 */
export function pauseSync(service: SyncService, project: SyncedProject | undefined, until: number | null | undefined): void {
  if (project) project.pause(until);
  else service.remoteStore.pause(until);
  for (const each of project ? [project] : service.projects.values()) {
    if (until === undefined) {
      each.workspace.requestQueue.clearRateLimit();
      service.scheduler.wake(each);
    }
    service.statusPublisher.scheduleUpdate(each);
  }
  service.scheduler.runDue();
}
