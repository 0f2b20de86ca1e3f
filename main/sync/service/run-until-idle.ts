/** Runs projects now, and pauses them. */
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { SyncService } from './sync-service.ts';

export interface RunOptions {
  /** Returns true as soon as enough is done. */
  readonly until?: (project: SyncedProject) => boolean;
  readonly isCancelled?: () => boolean;
  /** Receives how many of all projects are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Takes steps until nothing can be read or sent at the moment: the rest waits for the limit, the network, the clock or the user. */
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
    if (project.workspace.connectionState.type === 'ready') project.schedule.request();
    else project.schedule.endRequest();
  }
  for (const workspace of workspaces) scheduler.wakeWorkspace(workspace);
  scheduler.runDue();
  const isDone = (project: SyncedProject) => !project.schedule.isRequested || !service.projects.has(project.row.hash) || until?.(project);
  while (!service.isClosed && !isCancelled?.() && !projects.every(isDone)) {
    onProgress?.(projects.filter(isDone).length, projects.length);
    await service.whenNextStep();
  }
  // Without automatic sync, the projects do not run any more.
  for (const project of projects) project.schedule.endRequest();
}

/** Requests the list now, even if the workspace was unavailable before. */
async function refreshList(service: SyncService, workspace: RemoteWorkspace): Promise<void> {
  if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
  try {
    await workspace.listForUser(service.now());
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
  }
}

/** `until` in milliseconds since 1970; null: until resumed; undefined: resumes, also from the limit of a remote (I33). One project, or all. */
export function pauseSync(service: SyncService, project: SyncedProject | undefined, until: number | null | undefined): void {
  if (project) project.pause(until);
  else service.remoteStore.pause(until);
  for (const each of project ? [project] : service.projects.values()) {
    if (until === undefined) {
      each.workspace.requestQueue.clearRateLimit();
      each.wake();
    }
    service.statusPublisher.scheduleUpdate(each);
  }
  service.scheduler.runDue();
}
