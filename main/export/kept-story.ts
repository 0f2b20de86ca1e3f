/**
 * Large stories as they were exported, kept from one export to the next, so that a small change does not write everything again. What comes out is byte
 * for byte what an export from scratch gives. Memory: the texts that nobody has made forget (targets do, once a file is written), at most `LARGEST`.
 */
import type { Change } from '../../shared/changes.ts';
import { same } from '../../shared/changes.ts';
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import { type Project, parentOf } from '../../shared/project.ts';
import type { KeptMembers } from './kept-members.ts';

/** Records below which an export from scratch is as quick. */
const SMALL = 1000;
/** Characters of all views of a project together. */
const LARGEST = 64_000_000;

export interface View {
  /** Changes of the project that it has seen. */
  seen: number;
  /** When it was last asked for. */
  used: number;
  readonly collections: Map<string, KeptMembers>;
  /** Assets that are called something else than the story calls them, by id. */
  renamed: ReadonlyMap<string, string>;
}

const kept = new WeakMap<Project, Map<string, View>>();

export const isWorthKeeping = (project: Project): boolean => project.size >= SMALL;

/**
 * The view as it was left, with the ids of the records that have to be written again; undefined where there is none or too much has changed.
 * `isWhole`: no boards are left out of it.
 */
export function keptView(project: Project, name: string, isWhole: boolean): { view: View; touched: ReadonlySet<string> } | undefined {
  const view = kept.get(project)?.get(name);
  const changes = view && project.recent.since(view.seen);
  if (!changes || (!isWhole && changes.some(movesBetweenBoards))) return undefined;
  const touched = touchedBy(changes);
  return touched && { view, touched };
}

/** Whether no text of it has been forgotten. */
export const isRemembered = ({ collections }: View): boolean => [...collections.values()].every((members) => members.isRemembered);

/**
 * `seen`: changes of the project when the view was begun; what has changed since is written again next time.
 * Where there is too much, what nobody has asked for in two rounds goes, the oldest first. Without such a one the new view is not kept: were the oldest
 * to go for it, a few languages more than there is room for would push each other out, and none of them would ever be found again.
 */
export function keepView(project: Project, name: string, view: View, seen: number): void {
  const views = kept.get(project) ?? new Map<string, View>();
  kept.set(project, views);
  view.seen = seen;
  view.used = ++uses;
  views.delete(name);
  views.set(name, view);
  for (const [each, { seen: last }] of views) if (!project.recent.since(last)) views.delete(each);
  if (lengthOf(views) <= LARGEST) return;
  const rounds = 2 * views.size;
  for (const [each, { used }] of views) {
    if (uses - used <= rounds) continue;
    views.delete(each);
    if (lengthOf(views) <= LARGEST) return;
  }
  views.delete(name);
}

/** Of all projects: an order is all it is for. */
let uses = 0;

function lengthOf(views: ReadonlyMap<string, View>): number {
  let length = 0;
  for (const { collections } of views.values()) for (const members of collections.values()) length += members.length;
  return length;
}

/** Whether something may be on a chosen board now that was not, or the other way round: who speaks of it says so then, without a change of its own. */
export function movesBetweenBoards({ before, after }: Change): boolean {
  const isBoard = (before ?? after)?.kind === 'board';
  if (!before || !after) return isBoard;
  return isBoard ? before.parentId !== after.parentId || before.type !== after.type : before.boardId !== after.boardId;
}

/** A record, and those whose lists it stands in. Undefined: something that any record may depend on. */
export function touchedBy(changes: readonly Change[]): ReadonlySet<string> | undefined {
  const touched = new Set<string>();
  for (const { before, after } of changes) {
    if (before?.kind === 'project' || after?.kind === 'project') {
      if (!same(before?.locales, after?.locales) || !same(before?.roots, after?.roots)) return undefined;
    }
    // Whether it is a folder decides what others may say of it.
    if (before && after && before.type !== after.type && (after.kind === 'asset' || after.kind === 'component')) return undefined;
    for (const record of [before, after]) if (record) touch(touched, record);
  }
  return touched;
}

function touch(touched: Set<string>, record: AnyRecord): void {
  touched.add(record.id);
  for (const { by } of kindNamed(record.kind).orders) {
    const parent = parentOf(record, by);
    if (parent !== null) touched.add(parent);
  }
}
