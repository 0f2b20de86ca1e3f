/** Looking and sending now, and not at all for a while. */
import { Lost } from '../loop/loop-deps.ts';
import type { Mirrored } from './mirrored.ts';
import type { Mirrors } from './mirrors.ts';
import type { Workspace } from './workspace.ts';

interface How {
  /** Enough is done earlier. */
  readonly until?: (project: Mirrored) => boolean;
  readonly isCancelled?: () => boolean;
  /** How many of all have come to rest. */
  readonly stepped?: (done: number, total: number) => void;
}

/** Steps until nothing can be read or sent at the moment: what remains waits for an answer, the limit, the network, the clock or the user. */
export async function runUntilRest(
  mirrors: Mirrors,
  wanted: readonly Mirrored[],
  { until, isCancelled, stepped }: How = {},
): Promise<void> {
  const { clockwork } = mirrors;
  const projects = wanted.filter((project) => mirrors.pausedUntil(project) === undefined);
  const workspaces = new Set(projects.map((project) => project.workspace));
  await Promise.all([...workspaces].map((workspace) => look(mirrors, workspace)));
  for (const project of projects) project.isAsked = project.workspace.condition.is === 'ready';
  for (const workspace of workspaces) clockwork.wakeWorkspace(workspace);
  clockwork.turn();
  const isDone = (project: Mirrored) => !project.isAsked || !mirrors.projects.has(project.row.hash) || until?.(project);
  while (!mirrors.isClosed && !isCancelled?.() && !projects.every(isDone)) {
    stepped?.(projects.filter(isDone).length, projects.length);
    await mirrors.nextStep();
  }
  // Where nothing goes by itself it ends here.
  for (const project of projects) project.isAsked = false;
}

/** The list as it is now, whatever is known of the way there. */
async function look(mirrors: Mirrors, workspace: Workspace): Promise<void> {
  if (workspace.condition.is !== 'ready') await workspace.unlock();
  try {
    await workspace.listForUser(mirrors.now());
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
}

/** `until` in milliseconds; null until told otherwise; undefined goes on. One project, or all. */
export function pause(mirrors: Mirrors, project: Mirrored | undefined, until: number | null | undefined): void {
  if (project) {
    const { pausedUntil: _, ...row } = project.row;
    project.become(until === undefined ? row : { ...row, pausedUntil: until });
  } else mirrors.rows.pause(until);
  for (const each of project ? [project] : mirrors.projects.values()) {
    if (until === undefined) each.dueAt = 0;
    mirrors.telling.changed(each);
  }
  mirrors.clockwork.turn();
}
