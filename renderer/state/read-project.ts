/** Builds the screen's copy of a project from a snapshot, piece by piece, so that no piece holds up a frame. */
import type { Snapshot } from '../../shared/ipc.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { Project } from '../../shared/project.ts';

/** `going` is asked after each piece; when it says no, the rest is left and null is given. */
export async function readProject(
  snapshot: Snapshot,
  { rest, going, progress }: { rest: () => Promise<void>; going: () => boolean; progress?: (done: number, total: number) => void },
): Promise<Project | null> {
  const project = new Project();
  for (const [index, piece] of snapshot.records.entries()) {
    const records = JSON.parse(piece) as readonly AnyRecord[];
    project.apply(records.map((after) => ({ after })));
    progress?.(index + 1, snapshot.records.length);
    await rest();
    if (!going()) return null;
  }
  return project;
}
