/**
 * The open project: a copy of what the engine holds, written to by its change sets and by nothing else. `project` is
 * one mutable instance per opening; `revision` says that it has changed.
 */
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { History } from '../../shared/ipc/answers.ts';
import type { Ask } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import type { KindName, StoryRecord } from '../../shared/kinds/all.ts';
import { Project } from '../../shared/project.ts';
import { ask } from '../bridge.ts';
import { type ProjectChanged, sortIncoming } from './incoming.ts';
import { readProject } from './read-project.ts';

export interface OpenProject {
  readonly hash: string | null;
  readonly project: Project;
  readonly revision: number;
  readonly version: number;
  readonly history: History;
  readonly loading: boolean;
  /** How much of the reading is done, 0 to 1. */
  readonly loaded: number;
}

const closed: OpenProject = {
  hash: null,
  project: new Project(),
  revision: 0,
  version: 0,
  history: { undo: null, redo: null },
  loading: false,
  loaded: 0,
};

/** The store and the three things that write to it. `rest` gives the screen a turn between two pieces. */
export function openProjectStore(deps: { ask: Ask; rest: () => Promise<void> }) {
  const store: StoreApi<OpenProject> = createStore(() => closed);
  /** Held until the snapshot is there; null once it is. */
  let held: ProjectChanged[] | null = null;
  let reading = 0;

  async function read(hash: string): Promise<void> {
    const turn = ++reading;
    const going = () => turn === reading;
    held = [];
    try {
      const snapshot = await deps.ask('project.read', { hash, inPieces: true });
      if (!going()) return;
      const project = await readProject(snapshot, {
        ...deps,
        going,
        progress: (done, total) => store.setState({ loaded: done / total }),
      });
      if (!project) return;
      const waiting = held;
      held = null;
      store.setState(({ revision }) => ({
        hash,
        project,
        revision: revision + 1,
        version: snapshot.version,
        history: snapshot.history,
        loading: false,
        loaded: 1,
      }));
      take(waiting);
    } catch (error) {
      if (!going()) return;
      held = null;
      store.setState({ loading: false });
      throw error;
    }
  }

  function take(events: readonly ProjectChanged[]): void {
    const { project, version, revision, hash } = store.getState();
    const { apply, gap } = sortIncoming(events, version);
    for (const { changes } of apply) project.apply(changes);
    const last = apply.at(-1);
    if (last) store.setState({ revision: revision + 1, version: last.version, history: last.history });
    if (gap && hash !== null) void reread();
  }

  /** Reads the whole project again; what is on the screen stays until then. */
  async function reread(): Promise<void> {
    const { hash } = store.getState();
    if (hash !== null) await read(hash);
  }

  return {
    store,
    reread,
    /** Opens a project; throws the Problem when it cannot be read, and is closed then. */
    async open(hash: string): Promise<void> {
      store.setState({ ...closed, project: new Project(), hash, loading: true });
      try {
        await read(hash);
      } catch (error) {
        if (store.getState().hash === hash) store.setState(closed);
        throw error;
      }
    },
    close(): void {
      reading++;
      held = null;
      store.setState(closed);
    },
    /** Takes a batch of events in: those of the open project, as one revision. */
    receive(events: readonly Event[]): void {
      const { hash } = store.getState();
      const ours = events.filter((event): event is ProjectChanged => event.event === 'project.changed' && event.hash === hash);
      if (ours.length === 0) return;
      if (held) held.push(...ours);
      else take(ours);
    },
  };
}

interface Turns {
  readonly yield?: () => Promise<void>;
  readonly postTask?: (task: () => void, options: { priority: 'background' }) => Promise<void>;
}
const turns = (): Turns | undefined => Reflect.get(globalThis, 'scheduler');
const later = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** Lets the screen have its turn. A timeout would wait for longer than that when it is nested. */
export const rest = (): Promise<void> => turns()?.yield?.() ?? later();

/** Waits until nothing else is to be done: for work that nobody waits for. */
export const idle = (): Promise<void> => turns()?.postTask?.(() => undefined, { priority: 'background' }) ?? later();

const { store, open, close, receive, reread } = openProjectStore({ ask, rest });
export const openProject = store;
export { close, open, receive, reread };

/** The record with this id, or undefined; renders again only when this record changes. */
export const useRecord = <K extends KindName>(kind: K, id: string | null): StoryRecord<K> | undefined =>
  useStore(openProject, ({ project }) => (id === null ? undefined : project.find(kind, id)));

/** The ids in a list of a parent; the same array as long as it holds the same ids. */
export const useList = (parent: string | null, list: string): readonly string[] =>
  useStore(openProject, ({ project }) => steadyList(project, parent, list));

/** Something read off the project; renders again when it differs (compared one level deep). */
export const useProject = <T>(selector: (project: Project) => T): T =>
  useStore(
    openProject,
    useShallow(({ project }: OpenProject) => selector(project)),
  );

const kept = new WeakMap<Project, Map<string, { raw: readonly string[]; ids: readonly string[] }>>();

/** `project.list` makes a new array when a member changes; this one stays the same until a member comes, goes or moves. */
export function steadyList(project: Project, parent: string | null, list: string): readonly string[] {
  const lists = kept.get(project) ?? new Map<string, { raw: readonly string[]; ids: readonly string[] }>();
  kept.set(project, lists);
  const key = `${list}/${parent ?? ''}`;
  const known = lists.get(key);
  const raw = project.list(parent, list);
  if (known && (known.raw === raw || sameIds(known.ids, raw))) {
    known.raw = raw;
    return known.ids;
  }
  lists.set(key, { raw, ids: raw });
  return raw;
}

const sameIds = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id, at) => id === two[at]);
