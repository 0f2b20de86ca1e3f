/**
 * The open project: a copy of what the engine holds, written to by its change sets and by nothing else. `project` is
 * one mutable instance per opening; `revision` says that it has changed.
 */
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { UndoRedoLabels } from '../../shared/contracts/ipc/results.ts';
import type { KindName, StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { invoke } from '../platform/bridge.ts';
import { type ProjectChangedEvent, selectApplicableChanges } from './incoming-changes.ts';
import { loadProject } from './load-project.ts';

export interface OpenProjectState {
  readonly hash: string | null;
  readonly project: Project;
  readonly revision: number;
  readonly version: number;
  readonly history: UndoRedoLabels;
  readonly isLoading: boolean;
  /** How much of the reading is done, 0 to 1. */
  readonly loadProgress: number;
}

const closedState: OpenProjectState = {
  hash: null,
  project: new Project(),
  revision: 0,
  version: 0,
  history: { undo: null, redo: null },
  isLoading: false,
  loadProgress: 0,
};

/** The store and the three things that write to it. `rest` gives the screen a turn between two pieces. */
export function createOpenProjectStore(deps: { ask: InvokeCall; rest: () => Promise<void> }) {
  const store: StoreApi<OpenProjectState> = createStore(() => closedState);
  /** Held until the snapshot is there; null once it is. */
  let held: ProjectChangedEvent[] | null = null;
  let reading = 0;

  async function read(hash: string): Promise<void> {
    const turn = ++reading;
    const going = () => turn === reading;
    held = [];
    try {
      const snapshot = await deps.ask('project.read', { hash, inPieces: true });
      if (!going()) return;
      const project = await loadProject(snapshot, {
        ...deps,
        going,
        progress: (done, total) => store.setState({ loadProgress: done / total }),
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
        isLoading: false,
        loadProgress: 1,
      }));
      take(waiting);
    } catch (error) {
      if (!going()) return;
      held = null;
      store.setState({ isLoading: false });
      throw error;
    }
  }

  function take(events: readonly ProjectChangedEvent[]): void {
    const { project, version, revision, hash } = store.getState();
    const { apply, gap } = selectApplicableChanges(events, version);
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
      store.setState({ ...closedState, project: new Project(), hash, isLoading: true });
      try {
        await read(hash);
      } catch (error) {
        if (store.getState().hash === hash) store.setState(closedState);
        throw error;
      }
    },
    close(): void {
      reading++;
      held = null;
      store.setState(closedState);
    },
    /** Resolves when the replica of this project has the version, or when the project is no longer open. The reply of a call can overtake the event of its change. */
    whenVersionArrives(hash: string, version: number): Promise<void> {
      const hasArrived = () => {
        const open = store.getState();
        return open.hash !== hash || open.version >= version;
      };
      if (hasArrived()) return Promise.resolve();
      return new Promise((resolve) => {
        const unsubscribe = store.subscribe(() => {
          if (!hasArrived()) return;
          unsubscribe();
          resolve();
        });
      });
    },
    /** Takes a batch of events in: those of the open project, as one revision. */
    receive(events: readonly BackendEvent[]): void {
      const { hash } = store.getState();
      const ours = events.filter((event): event is ProjectChangedEvent => event.event === 'project.changed' && event.hash === hash);
      if (ours.length === 0) return;
      if (held) held.push(...ours);
      else take(ours);
    },
  };
}

interface SchedulerApi {
  readonly yield?: () => Promise<void>;
  readonly postTask?: (task: () => void, options: { priority: 'background' }) => Promise<void>;
}
const getScheduler = (): SchedulerApi | undefined => Reflect.get(globalThis, 'scheduler');
const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** Lets the screen have its turn. A timeout would wait for longer than that when it is nested. */
export const yieldToMain = (): Promise<void> => getScheduler()?.yield?.() ?? nextTask();

/** Waits until nothing else is to be done: for work that nobody waits for. */
export const waitForIdle = (): Promise<void> => getScheduler()?.postTask?.(() => undefined, { priority: 'background' }) ?? nextTask();

const { store, open, close, receive, reread, whenVersionArrives } = createOpenProjectStore({ ask: invoke, rest: yieldToMain });
export const openProjectStore = store;
export { close, open, receive, reread, whenVersionArrives };

/** The record with this id, or undefined; renders again only when this record changes. */
export const useRecord = <K extends KindName>(kind: K, id: string | null): StoryRecord<K> | undefined =>
  useStore(openProjectStore, ({ project }) => (id === null ? undefined : project.find(kind, id)));

/** The ids in a list of a parent; the same array as long as it holds the same ids. */
export const useRecordList = (parent: string | null, list: string): readonly string[] =>
  useStore(openProjectStore, ({ project }) => stableList(project, parent, list));

/** Something read off the project; renders again when it differs (compared one level deep). */
export const useProject = <T>(selector: (project: Project) => T): T =>
  useStore(
    openProjectStore,
    useShallow(({ project }: OpenProjectState) => selector(project)),
  );

const listCache = new WeakMap<Project, Map<string, { raw: readonly string[]; ids: readonly string[] }>>();

/** `project.list` makes a new array when a member changes; this one stays the same until a member comes, goes or moves. */
export function stableList(project: Project, parent: string | null, list: string): readonly string[] {
  const lists = listCache.get(project) ?? new Map<string, { raw: readonly string[]; ids: readonly string[] }>();
  listCache.set(project, lists);
  const key = `${list}/${parent ?? ''}`;
  const known = lists.get(key);
  const raw = project.childIds(parent, list);
  if (known && (known.raw === raw || sameIds(known.ids, raw))) {
    known.raw = raw;
    return known.ids;
  }
  lists.set(key, { raw, ids: raw });
  return raw;
}

const sameIds = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id, at) => id === two[at]);
