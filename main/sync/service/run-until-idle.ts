/** Looking and sending now, and not at all for a while. */

import type { Workspace } from '../client/workspace.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { SyncService } from './sync-service.ts';

interface RunOptions {
  /** Enough is done earlier. */
  readonly until?: (project: SyncedProject) => boolean;
  readonly isCancelled?: () => boolean;
  /** How many of all have come to rest. */
  readonly stepped?: (done: number, total: number) => void;
}

/** Steps until nothing can be read or sent at the moment: what remains waits for an answer, the limit, the network, the clock or the user. */
export async function runUntilIdle(
  mirrors: SyncService,
  wanted: readonly SyncedProject[],
  { until, isCancelled, stepped }: RunOptions = {},
): Promise<void> {
  const { scheduler } = mirrors;
  const projects = wanted.filter((project) => mirrors.pausedUntil(project) === undefined);
  const workspaces = new Set(projects.map((project) => project.workspace));
  await Promise.all([...workspaces].map((workspace) => refreshList(mirrors, workspace)));
  for (const project of projects) project.isRequested = project.workspace.connectionState.is === 'ready';
  for (const workspace of workspaces) scheduler.wakeWorkspace(workspace);
  scheduler.runDue();
  const isDone = (project: SyncedProject) => !project.isRequested || !mirrors.projects.has(project.row.hash) || until?.(project);
  while (!mirrors.isClosed && !isCancelled?.() && !projects.every(isDone)) {
    stepped?.(projects.filter(isDone).length, projects.length);
    await mirrors.whenNextStep();
  }
  // Where nothing goes by itself it ends here.
  for (const project of projects) project.isRequested = false;
}

/** The list as it is now, whatever is known of the way there. */
async function refreshList(mirrors: SyncService, workspace: Workspace): Promise<void> {
  if (workspace.connectionState.is !== 'ready') await workspace.loadKey();
  try {
    await workspace.listForUser(mirrors.now());
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
  }
}

/** `until` in milliseconds; null until told otherwise; undefined goes on. One project, or all. */
export function pauseSync(mirrors: SyncService, project: SyncedProject | undefined, until: number | null | undefined): void {
  if (project) {
    const { pausedUntil: _, ...row } = project.row;
    project.updateRow(until === undefined ? row : { ...row, pausedUntil: until });
  } else mirrors.remoteStore.pause(until);
  for (const each of project ? [project] : mirrors.projects.values()) {
    if (until === undefined) each.dueAt = 0;
    mirrors.statusPublisher.scheduleUpdate(each);
  }
  mirrors.scheduler.runDue();
}
