/**
 * An upload of a whole project whose answer was lost. What the remote showed before is kept, so that the project is found when it turns up, and
 * not made a second time as long as it may still come.
 */
import { z } from 'zod';
import { Problem } from '../../../shared/problem.ts';
import { Project } from '../../../shared/project.ts';
import { Lost } from '../loop/loop-deps.ts';
import type { Entry, Rows } from '../loop/rows.ts';
import type { Workspace } from './workspace.ts';

const id = 'upload';
const lostRow = z.object({ remote: z.string(), known: z.array(z.string()), at: z.number() });

/** To be written with whatever settles it. */
export const foundEntry: Entry = { id, value: null };

interface Once {
  readonly rows: Rows;
  readonly workspace: Workspace;
  readonly mine: Project;
  readonly now: () => number;
  /** Milliseconds after which it no longer comes. */
  readonly settle: number;
  readonly create: () => Promise<string>;
}

/** Its hash there, made now or found. Throws what `create` throws, and a Problem where nobody knows yet. */
export async function createdOnce({ rows, workspace, mine, now, settle, create }: Once): Promise<string> {
  const { name: remote } = workspace.row;
  const lost = lostRow.safeParse(rows.get(id)).data;
  const before = lost?.remote === remote ? lost : undefined;
  if (before) {
    const found = await turnedUp(before.known);
    if (found !== undefined) return found;
    if (now() < before.at + settle) throw notKnown();
  }
  const known = (await listed()).map(({ hash }) => hash);
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof Lost && error.mayBeDone)) throw error;
    rows.write([{ id, value: { remote, known, at: now() } }]);
    const found = await turnedUp(known);
    if (found === undefined) throw notKnown();
    return found;
  }

  async function listed() {
    return (await workspace.listForUser(now())).projects;
  }

  /** New there, called so, and made of ours: what shares no board with it may be anybody's. */
  async function turnedUp(before: readonly string[]): Promise<string | undefined> {
    for (const { hash, name } of await listed()) {
      if (name !== mine.root.name || before.includes(hash)) continue;
      if (sharesBoards(mine, new Project(await workspace.read(hash, mine)))) return hash;
    }
    return undefined;
  }

  function notKnown(): Problem {
    const says = `The answer of ${remote} was lost, and “${mine.root.name}” is not in its list yet. It may still come: please try again in some minutes, then it is looked for first.`;
    return new Problem('unreachable', says);
  }
}

export const sharesBoards = (mine: Project, theirs: Project): boolean =>
  [...theirs.all('board')].some(({ id: board, type }) => type === 'board' && mine.has(board));
