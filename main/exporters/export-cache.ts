/**
 * Caches the texts of exports of large stories, so that a small change does not require everything to be serialized again. The result
 * equals that of a complete export byte for byte. It holds at most `maxCachedCharacters`; targets drop texts when a file has been
 * written.
 */
import type { Change } from '../../shared/model/change-set.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import { type AnyRecord, getKind } from '../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../shared/model/project.ts';
import type { CollectionTextCache } from './collection-text-cache.ts';

/** With fewer records, a complete export is as fast. */
const minCachedRecords = 1000;
/** The maximum for all cached exports of a project together. */
const maxCachedCharacters = 64_000_000;

export interface CachedExport {
  /** The number of changes of the project that are included. */
  changeCount: number;
  /** The value of `useCount` at its last use. */
  lastUsed: number;
  readonly collections: Map<string, CollectionTextCache>;
  /** Names of assets that differ from those in the story, by id. */
  assetNames: ReadonlyMap<string, string>;
}

const cache = new WeakMap<Project, Map<string, CachedExport>>();

export const isWorthCaching = (project: Project): boolean => project.size >= minCachedRecords;

/**
 * The cached export, with the ids of the records that must be serialized again; undefined if there is none or too much has changed.
 * `isWhole`: whether all boards are exported.
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

/** Whether no text of the export has been dropped. */
export const isCompletelyCached = ({ collections }: CachedExport): boolean =>
  [...collections.values()].every((members) => members.isComplete);

/**
 * `seen` is the number of changes of the project when the export began; later changes are serialized next time. If the cache is full,
 * exports that were not used in two rounds are removed, oldest first. If there is none, the new export is not cached: replacing the oldest
 * one would mean that, with a few languages too many, they replace each other in turn and none is ever found.
 */
export function cacheExport(project: Project, name: string, view: CachedExport, seen: number): void {
  const views = cache.get(project) ?? new Map<string, CachedExport>();
  cache.set(project, views);
  view.changeCount = seen;
  view.lastUsed = ++useCount;
  views.delete(name);
  views.set(name, view);
  for (const [each, { changeCount: last }] of views) if (!project.recentChanges.since(last)) views.delete(each);
  if (cachedCharacters(views) <= maxCachedCharacters) return;
  const rounds = 2 * views.size;
  for (const [each, { lastUsed }] of views) {
    if (useCount - lastUsed <= rounds) continue;
    views.delete(each);
    if (cachedCharacters(views) <= maxCachedCharacters) return;
  }
  views.delete(name);
}

/** The number of uses in all projects, which only determines their order. */
let useCount = 0;

function cachedCharacters(views: ReadonlyMap<string, CachedExport>): number {
  let length = 0;
  for (const { collections } of views.values()) for (const members of collections.values()) length += members.characterCount;
  return length;
}

/**
 * Whether an item may have moved to or from an exported board. Records that refer to it are then serialized differently without having
 * changed themselves.
 */
export function movesBetweenBoards({ before, after }: Change): boolean {
  const isBoard = (before ?? after)?.kind === 'board';
  if (!before || !after) return isBoard;
  return isBoard ? before.parentId !== after.parentId || before.type !== after.type : before.boardId !== after.boardId;
}

/** The ids of the changed records, and of those whose lists contain them; undefined if any record may be affected. */
function affectedRecordIds(changes: readonly Change[]): ReadonlySet<string> | undefined {
  const touched = new Set<string>();
  for (const { before, after } of changes) {
    if (before?.kind === 'project' || after?.kind === 'project') {
      if (!jsonEquals(before?.locales, after?.locales) || !jsonEquals(before?.roots, after?.roots)) return undefined;
    }
    // Records that refer to it are serialized differently if it becomes a folder.
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
