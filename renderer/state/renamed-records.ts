/**
 * Ids of records that change while the project is open: a hosted workspace gives a record that was made here another id when it answers its create, which
 * happens while the writer is typing in it. What the window keeps by id follows, before anything is drawn with the new one.
 */
import { useDeferredValue } from 'react';
import type { IdMapping } from '../../shared/model/id-mapping.ts';
import type { Project } from '../../shared/model/project.ts';

export type CurrentIds = ReadonlyMap<string, string>;

const listeners = new Set<(names: CurrentIds) => void>();
/** The id that a record had when it was first shown, by the one that it has now. */
const firstIds = new Map<string, string>();
/** The id that it has now, by the one that it had then. */
const lastIds = new Map<string, string>();

/** `follow` is called when the open project has the new ids, and before anything is drawn. `names`: the new ids, by the old ones. */
export const onRecordsRenamed = (follow: (names: CurrentIds) => void): void => void listeners.add(follow);

/** The key of the component of a record: it stays the same when the record gets another id, so that its fields keep the caret. */
export const recordKey = (id: string): string => firstIds.get(id) ?? id;

/** The id of the record in this project: the same one unless it has been replaced. A copy of the project still has the former one. */
export const presentId = (id: string, project: Pick<Project, 'has'>): string => (project.has(id) ? id : (lastIds.get(recordKey(id)) ?? id));

/** Whether both are ids of one record, of which one may have been replaced. */
export const isSameRecord = (one: string | null, two: string | null): boolean =>
  one === two || (one !== null && two !== null && recordKey(one) === recordKey(two));

/** `useDeferredValue` for the id of a record: under its former id, there is no record to render meanwhile. */
export function useDeferredId(id: string | null): string | null {
  const deferred = useDeferredValue(id);
  return isSameRecord(deferred, id) ? id : deferred;
}

export function renameRecords(renamed: IdMapping): void {
  const names = new Map(renamed);
  for (const [from, to] of names) {
    firstIds.set(to, recordKey(from));
    lastIds.set(recordKey(to), to);
  }
  for (const follow of listeners) follow(names);
}

/** The same ids with the new ones in place of the old ones; the same object if none of them is renamed. */
export function withCurrentIds<T extends ReadonlySet<string>>(ids: T, names: CurrentIds): T | ReadonlySet<string> {
  return [...names.keys()].some((id) => ids.has(id)) ? new Set([...ids].map((id) => names.get(id) ?? id)) : ids;
}

/** The new id, or the same one. */
export const currentId = <T extends string | null>(id: T, names: CurrentIds): T | string => (id === null ? id : (names.get(id) ?? id));
