/** Builds the screen's copy of a project piece by piece, so that no piece holds up a frame. The next one is asked for while one is taken in. */
import type { Snapshot } from '../../shared/ipc/answers.ts';
import type { Ask } from '../../shared/ipc/ask.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { Project } from '../../shared/project.ts';

/** So many records are taken in at a time: a few milliseconds' worth. */
const SLICE = 200;

interface ReadDeps {
  readonly ask: Ask;
  readonly rest: () => Promise<void>;
  readonly going: () => boolean;
  readonly progress: (done: number, total: number) => void;
}

/** `going` is asked after each slice; when it says no, the rest is left and null is given. */
export async function readProject(
  { total, records, reading }: Snapshot,
  { ask, rest, going, progress }: ReadDeps,
): Promise<Project | null> {
  const project = new Project();
  const more = (from: string | null) => {
    const asked = from === null ? null : ask('project.readOn', { reading: from });
    // Why it failed is told when it is waited for; nobody may.
    asked?.catch(() => undefined);
    return asked;
  };
  let next = more(reading);
  for (let pieces = records; ; ) {
    for (const piece of pieces) {
      const parsed = JSON.parse(piece) as readonly AnyRecord[];
      for (let at = 0; at < parsed.length; at += SLICE) {
        project.apply(parsed.slice(at, at + SLICE).map((after) => ({ after })));
        await rest();
        if (!going()) return null;
      }
      progress(project.size, total);
    }
    const got = await next;
    if (got === null) return project;
    if (!going()) return null;
    next = more(got.reading);
    pieces = got.records;
  }
}
