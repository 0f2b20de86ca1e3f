/** Builds the screen's copy of a project piece by piece, so that no piece holds up a frame. The next one is asked for while one is taken in. */

import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { ProjectSnapshot } from '../../shared/contracts/ipc/results.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';

/** So many records are taken in at a time: a few milliseconds' worth. */
const SLICE_SIZE = 200;

interface LoadProjectOptions {
  readonly ask: InvokeCall;
  readonly rest: () => Promise<void>;
  readonly going: () => boolean;
  readonly progress: (done: number, total: number) => void;
}

/** `going` is asked after each slice; when it says no, the rest is left and null is given. */
export async function loadProject(
  { total, records, cursor }: ProjectSnapshot,
  { ask, rest, going, progress }: LoadProjectOptions,
): Promise<Project | null> {
  const project = new Project();
  const more = (from: string | null) => {
    const asked = from === null ? null : ask('project.readNext', { reading: from });
    // Why it failed is told when it is waited for; nobody may.
    asked?.catch(() => undefined);
    return asked;
  };
  let next = more(cursor);
  for (let pieces = records; ; ) {
    for (const piece of pieces) {
      const parsed = JSON.parse(piece) as readonly AnyRecord[];
      for (let at = 0; at < parsed.length; at += SLICE_SIZE) {
        project.apply(parsed.slice(at, at + SLICE_SIZE).map((after) => ({ after })));
        await rest();
        if (!going()) return null;
      }
      progress(project.size, total);
    }
    const got = await next;
    if (got === null) return project;
    if (!going()) return null;
    next = more(got.cursor);
    pieces = got.records;
  }
}
