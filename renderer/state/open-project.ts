/** The open project, and hooks that read from it. */
import { useStore } from 'zustand';
import { shallow } from 'zustand/shallow';
import { useStoreWithEqualityFn } from 'zustand/traditional';
import type { KindName, StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { invoke } from '../platform/bridge.ts';
import { createProjectReplica } from './project-replica.ts';
import { renameRecords } from './renamed-records.ts';
import { type Revised, useRevised } from './revised.ts';
import { yieldToMain } from './run-in-slices.ts';

const { store, open, close, receive, reread, whenVersionArrives } = createProjectReplica({ invoke, pause: yieldToMain });
// The first of all subscribers: what the others keep by id has the new ids when they learn of the change.
store.subscribe(({ renamed }, before) => {
  if (renamed !== before.renamed && renamed.length > 0) renameRecords(renamed);
});
export const openProjectStore = store;
/** The open project as it is now; components subscribe to it by `useProject`. */
export const currentProject = (): Project => store.getState().project;
export { close, open, receive, reread, whenVersionArrives };

/** Calls back when another project is opened, or the open one is closed. Returns a function that stops it. */
export const onProjectChange = (listener: (hash: string | null) => void): (() => void) =>
  store.subscribe(({ hash }, before) => {
    if (hash !== before.hash) listener(hash);
  });

/** The record with this id, or undefined; renders again only when this record changes. */
export const useRecord = <K extends KindName>(kind: K, id: string | null): StoryRecord<K> | undefined =>
  useStore(openProjectStore, ({ project }) => (id === null ? undefined : project.find(kind, id)));

/** The ids in a list of a parent; the same array as long as it contains the same ids. */
export const useRecordList = (parent: string | null, list: string): readonly string[] =>
  useStore(openProjectStore, ({ project }) => cachedChildIds(project, parent, list));

/** A value computed from the project; renders again when it differs (compared one level deep). */
export const useProject = <T>(selector: (project: Project) => T): T =>
  useStoreWithEqualityFn(openProjectStore, ({ project }) => selector(project), shallow);

/** The open project, as a new object for each of its revisions. */
export const useRevisedProject = (): Revised<Project> =>
  useRevised(
    useStore(openProjectStore, ({ project }) => project),
    useStore(openProjectStore, ({ revision }) => revision),
  );

interface CachedList {
  /** The array of the project when the list was last read. */
  source: readonly string[];
  readonly ids: readonly string[];
}
const listCache = new WeakMap<Project, Map<string, CachedList>>();

/** `project.childIds` returns a new array when a member changes; this one stays the same until a member is added, removed or moved. */
export function cachedChildIds(project: Project, parent: string | null, list: string): readonly string[] {
  const lists = listCache.get(project) ?? new Map<string, CachedList>();
  listCache.set(project, lists);
  const key = `${list}/${parent ?? ''}`;
  const cached = lists.get(key);
  const source = project.childIds(parent, list);
  if (cached && (cached.source === source || hasSameIds(cached.ids, source))) {
    cached.source = source;
    return cached.ids;
  }
  lists.set(key, { source, ids: source });
  return source;
}

const hasSameIds = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id, at) => id === two[at]);
