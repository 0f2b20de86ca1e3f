/** The first read of a project that is there makes it here: records, base, and that it is mirrored, in one transaction. */
import { Project } from '../../../shared/project.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import { isoTime } from '../../../shared/world.ts';
import type { Urgency } from '../loop/budget.ts';
import { Lost, type Next } from '../loop/loop-deps.ts';
import { baseEntries, Rows } from '../loop/rows.ts';
import type { Activity } from './activity.ts';
import { fetchedActivity } from './activity-words.ts';
import { fetched } from './fetched.ts';
import type { MirrorEngine } from './mirror-engine.ts';
import { type MirrorRow, mirrorWrites } from './remote-rows.ts';
import type { Workspace } from './workspace.ts';

/** Milliseconds until the next try when nobody answers. */
const patience = 5000;

interface FirstRead {
  readonly row: MirrorRow;
  readonly urgency: Urgency;
  readonly workspace: Workspace;
  readonly engine: MirrorEngine;
  readonly shelf: Shelf;
  readonly activity: Activity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly begun: () => void;
}

/** What is next, and the row as it is when the project is here. */
export async function firstRead(how: FirstRead): Promise<{ next: Next; row?: MirrorRow }> {
  const { row, urgency, workspace, engine, shelf, activity, now, begun } = how;
  const { hash, there } = row;
  const at = workspace.turns.freeAt(urgency, true);
  if (at > now()) return { next: { is: 'until', at, why: 'waiting for the limit' } };
  begun();
  try {
    const isIt = (each: { hash: string }) => each.hash === there;
    // The time that is kept is from before the read.
    const listed = workspace.listing?.projects.find(isIt) ?? (await workspace.list(now())).projects.find(isIt);
    if (!listed) return { next: { is: 'stopped', why: 'The project is no longer there.' } };
    const { updatedAt, name } = listed;
    const inStepAt = isoTime(now() * 1000);
    const made = (whole: boolean): MirrorRow => ({ ...row, made: true, name, ...(whole && { inStepAt }) });
    const records = [...(await workspace.read(there, new Project()))];
    const isWhole = fetched(records, (sound, whole) => {
      const standing = { there, version: null, updatedAt, listed: updatedAt, whole, rest: whole ? 1 : null };
      activity.forget(hash);
      activity.note(hash, ...fetchedActivity(sound));
      const entries = [...baseEntries({ put: sound, gone: [] }), { id: 'standing', value: standing }, ...activity.entries(hash)];
      engine.create(sound, [...new Rows(shelf, hash).beside(entries), mirrorWrites(made(whole))], hash);
    });
    activity.wrote(hash);
    return { next: { is: 'busy', did: isWhole ? 'made' : 'made in part' }, row: made(isWhole) };
  } catch (error) {
    activity.forget(hash);
    if (!(error instanceof Lost)) throw error;
    if (error.isFinal) return { next: { is: 'stopped', why: error.message } };
    const why = error.until === undefined ? 'offline' : 'waiting for the limit';
    return { next: { is: 'until', at: error.until ?? now() + patience, why } };
  }
}
