/**
 * Large stories as they were exported, kept from one export to the next, so that a small change does not write everything again. What comes out is byte
 * for byte what an export from scratch gives. Memory: the texts that nobody has made forget (targets do, once a file is written), at most `LARGEST`.
 */
import type { Change } from '../../shared/model/change-set.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import { type AnyRecord, getKind } from '../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../shared/model/project.ts';
import type { CollectionTextCache } from './collection-text-cache.ts';

/** Records below which an export from scratch is as quick. */
const MIN_CACHED_RECORDS = 1000;
/** Characters of all views of a project together. */
const MAX_CACHED_CHARACTERS = 64_000_000;

export interface CachedExport {
  /** Changes of the project that it has seen. */
  changeCount: number;
  /** When it was last asked for. */
  lastUsed: number;
  readonly collections: Map<string, CollectionTextCache>;
  /** Assets that are called something else than the story calls them, by id. */
  assetNames: ReadonlyMap<string, string>;
}

const cache = new WeakMap<Project, Map<string, CachedExport>>();

export const isWorthCaching = (project: Project): boolean => project.size >= MIN_CACHED_RECORDS;

/**
 * The view as it was left, with the ids of the records that have to be written again; undefined where there is none or too much has changed.
 * `isWhole`: no boards are left out of it.
 */
export function findCachedExport(
  project: Project,
  name: string,
  isWhole: boolean,
): { cached: CachedExport; changedIds: ReadonlySet<string> } | undefined {
  const cached = cache.get(project)?.get(name);
  const changes = cached && project.recentChanges.since(cached.changeCount);
  if (!changes || (!isWhole && changes.some(movesBetweenBoards))) return undefined;
  const changedIds = affectedRecordIds(changes);
  return changedIds && { cached, changedIds };
}

/** Whether no text of it has been forgotten. */
export const isCompletelyCached = ({ collections }: CachedExport): boolean =>
  [...collections.values()].every((members) => members.isComplete);

/**
 * `seen`: changes of the project when the view was begun; what has changed since is written again next time.
 * Where there is too much, what nobody has asked for in two rounds goes, the oldest first. Without such a one the new view is not kept: were the oldest
 * to go for it, a few languages more than there is room for would push each other out, and none of them would ever be found again.
 */
export function cacheExport(project: Project, name: string, view: CachedExport, seen: number): void {
  const views = cache.get(project) ?? new Map<string, CachedExport>();
  cache.set(project, views);
  view.changeCount = seen;
  view.lastUsed = ++useCount;
  views.delete(name);
  views.set(name, view);
  for (const [each, { changeCount: last }] of views) if (!project.recentChanges.since(last)) views.delete(each);
  if (cachedCharacters(views) <= MAX_CACHED_CHARACTERS) return;
  const rounds = 2 * views.size;
  for (const [each, { lastUsed }] of views) {
    if (useCount - lastUsed <= rounds) continue;
    views.delete(each);
    if (cachedCharacters(views) <= MAX_CACHED_CHARACTERS) return;
  }
  views.delete(name);
}

/** Of all projects: an order is all it is for. */
let useCount = 0;

function cachedCharacters(views: ReadonlyMap<string, CachedExport>): number {
  let length = 0;
  for (const { collections } of views.values()) for (const members of collections.values()) length += members.characterCount;
  return length;
}

/** Whether something may be on a chosen board now that was not, or the other way round: who speaks of it says so then, without a change of its own. */
export function movesBetweenBoards({ before, after }: Change): boolean {
  const isBoard = (before ?? after)?.kind === 'board';
  if (!before || !after) return isBoard;
  return isBoard ? before.parentId !== after.parentId || before.type !== after.type : before.boardId !== after.boardId;
}

/** A record, and those whose lists it stands in. Undefined: something that any record may depend on. */
export function affectedRecordIds(changes: readonly Change[]): ReadonlySet<string> | undefined {
  const touched = new Set<string>();
  for (const { before, after } of changes) {
    if (before?.kind === 'project' || after?.kind === 'project') {
      if (!jsonEquals(before?.locales, after?.locales) || !jsonEquals(before?.roots, after?.roots)) return undefined;
    }
    // Whether it is a folder decides what others may say of it.
    if (before && after && before.type !== after.type && (after.kind === 'asset' || after.kind === 'component')) return undefined;
    for (const record of [before, after]) if (record) addWithParents(touched, record);
  }
  return touched;
}

function addWithParents(touched: Set<string>, record: AnyRecord): void {
  touched.add(record.id);
  for (const { parentField } of getKind(record.kind).orders) {
    const parent = parentIdOf(record, parentField);
    if (parent !== null) touched.add(parent);
  }
}
