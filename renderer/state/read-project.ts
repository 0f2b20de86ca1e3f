/** Builds the screen's copy of a project from a snapshot, piece by piece, so that no piece holds up a frame. */
import type { Snapshot } from '../../shared/ipc/answers.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { Project } from '../../shared/project.ts';

/** So many records are taken in at a time: a few milliseconds' worth. */
const SLICE = 200;

/** `going` is asked after each slice; when it says no, the rest is left and null is given. */
export async function readProject(
  snapshot: Snapshot,
  { rest, going, progress }: { rest: () => Promise<void>; going: () => boolean; progress?: (done: number, total: number) => void },
): Promise<Project | null> {
  const project = new Project();
  for (const [index, piece] of snapshot.records.entries()) {
    const records = JSON.parse(piece) as readonly AnyRecord[];
    for (let at = 0; at < records.length; at += SLICE) {
      project.apply(records.slice(at, at + SLICE).map((after) => ({ after })));
      await rest();
      if (!going()) return null;
    }
    progress?.(index + 1, snapshot.records.length);
  }
  return project;
}
