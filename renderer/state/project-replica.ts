/**
 * The window's replica of a project. Only the engine's change sets write to it, by four rules that keep it equal to the engine's project:
 *   before the snapshot → hold    version ≤ ours → skip    version = ours + 1 → apply    version beyond, or too many changes to send → load again
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { ProjectSnapshot, UndoRedoLabels } from '../../shared/contracts/ipc/results.ts';
import { appendAll } from '../../shared/lists.ts';
import type { ChangeSet } from '../../shared/model/change-set.ts';
import type { IdMapping } from '../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import type { SliceControl } from './run-in-slices.ts';

/** `project` is mutated in place, and another instance when it is loaded again; `revision` increases with every change of it. */
interface OpenProjectState {
  readonly hash: string | null;
  /** Another number for each time that a project is opened; the same when the open one is loaded again. */
  readonly opening: number;
  readonly project: Project;
  readonly revision: number;
  /** The ids that this revision has replaced. */
  readonly renamed: IdMapping;
  readonly version: number;
  readonly history: UndoRedoLabels;
  readonly isLoading: boolean;
  /** The loaded fraction, 0 to 1. */
  readonly loadProgress: number;
  /** Whether it has been found to be deleted since it was opened. */
  readonly isGone: boolean;
}

type ProjectChangedEvent = Extract<BackendEvent, { event: 'project.changed' }>;

const closedState: OpenProjectState = {
  hash: null,
  opening: 0,
  project: new Project(),
  revision: 0,
  renamed: [],
  version: 0,
  history: { undo: null, redo: null },
  isLoading: false,
  loadProgress: 0,
  isGone: false,
};

interface ReplicaDeps extends Pick<SliceControl, 'pause'> {
  readonly invoke: InvokeCall;
}

/** Until a project that could not be loaded again is read once more. */
const retryDelayMs = 2000;

/** A store with the open project, and the functions that write to it. */
export function createProjectReplica({ invoke, pause }: ReplicaDeps) {
  const store: StoreApi<OpenProjectState> = createStore(() => closedState);
  /** Events that arrived before the snapshot; null once it has been applied. */
  let heldEvents: ProjectChangedEvent[] | null = null;
  let latestRead = 0;
  let openings = 0;

  /** `missed`: events that could not be applied. */
  async function read(hash: string, missed: readonly ProjectChangedEvent[] = []): Promise<void> {
    const thisRead = ++latestRead;
    const isCurrent = () => thisRead === latestRead;
    heldEvents = [...missed];
    /** Whether the project was there: later, `notFound` is the answer to a reading that has expired. */
    let isFound = false;
    try {
      const snapshot = await invoke('project.read', { hash, inPieces: true });
      isFound = true;
      if (!isCurrent()) return;
      const onProgress = (done: number, total: number) => store.setState({ loadProgress: done / total });
      const project = await loadProject(snapshot, { invoke, pause, isCurrent, onProgress });
      if (!project) return;
      const heldMeanwhile = heldEvents;
      heldEvents = null;
      store.setState((before) => ({
        hash,
        project,
        renamed: renamedIdsOf(heldMeanwhile.filter(({ version }) => version > before.version && version <= snapshot.version)),
        revision: before.revision + 1,
        version: snapshot.version,
        history: snapshot.history,
        isLoading: false,
        loadProgress: 1,
      }));
      applyEvents(heldMeanwhile);
    } catch (error) {
      if (!isCurrent()) return;
      const { isLoading } = store.getState();
      const isGone = !isLoading && !isFound && Problem.from(error).code === 'notFound';
      if (isLoading || isGone) {
        heldEvents = null;
        store.setState({ isLoading: false, isGone });
        throw error;
      }
      // The window shows what it has, and needs the held events as soon as it can read again: callers wait for their versions.
      setTimeout(() => isCurrent() && void read(hash, heldEvents ?? []).catch(() => undefined), retryDelayMs);
    }
  }

  function applyEvents(events: readonly ProjectChangedEvent[]): void {
    const { project, version, revision, hash } = store.getState();
    const { applicable, missed } = selectApplicableEvents(events, version);
    for (const { changes } of applicable) project.apply(changes);
    const last = applicable.at(-1);
    const renamed = renamedIdsOf(applicable);
    if (last) store.setState({ revision: revision + 1, version: last.version, history: last.history, renamed });
    if (missed.length > 0 && hash !== null) void read(hash, missed).catch(() => undefined);
  }

  /** Loads the whole project again, later if that fails; until then the window shows the current replica. Throws a 404 if the project was deleted. */
  async function reread(): Promise<void> {
    const { hash } = store.getState();
    if (hash !== null) await read(hash);
  }

  return {
    store,
    reread,
    /** Opens a project. If it cannot be read, throws the Problem and closes it. */
    async open(hash: string): Promise<void> {
      store.setState({ ...closedState, opening: ++openings, project: new Project(), hash, isLoading: true });
      try {
        await read(hash);
      } catch (error) {
        if (store.getState().hash === hash) store.setState(closedState);
        throw error;
      }
    },
    close(): void {
      latestRead++;
      heldEvents = null;
      store.setState(closedState);
    },
    /** Resolves when the replica of this project has the version, or when the project is no longer open. The reply of a call can overtake the event of its change. */
    whenVersionArrives(hash: string, version: number): Promise<void> {
      const hasArrived = () => {
        const open = store.getState();
        return open.hash !== hash || open.version >= version;
      };
      return waitUntil(store, hasArrived);
    },
    /** Applies the events of the open project, all in one revision. */
    receive(events: readonly BackendEvent[]): void {
      const { hash } = store.getState();
      const ours = events.filter((event): event is ProjectChangedEvent => event.event === 'project.changed' && event.hash === hash);
      if (ours.length === 0) return;
      if (heldEvents) appendAll(heldEvents, ours);
      else applyEvents(ours);
    },
  };
}

/** Resolves at once if the condition holds, otherwise after the change of the store with which it does. */
function waitUntil(store: StoreApi<OpenProjectState>, isReached: () => boolean): Promise<void> {
  if (isReached()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(() => {
      if (!isReached()) return;
      unsubscribe();
      resolve();
    });
  });
}

const renamedIdsOf = (events: readonly ProjectChangedEvent[]): IdMapping => events.flatMap(({ renamedIds = [] }) => renamedIds);

/** The events to apply to a replica of this version, of events in the order of their arrival, and `missed`, those from a gap on. */
function selectApplicableEvents(
  events: readonly ProjectChangedEvent[],
  version: number,
): { applicable: readonly (ProjectChangedEvent & { readonly changes: ChangeSet })[]; missed: readonly ProjectChangedEvent[] } {
  const applicable: (ProjectChangedEvent & { readonly changes: ChangeSet })[] = [];
  let at = version;
  for (const [index, event] of events.entries()) {
    if (event.version <= at) continue;
    const { changes } = event;
    if (event.version !== at + 1 || typeof changes === 'number') return { applicable, missed: events.slice(index) };
    applicable.push({ ...event, changes });
    at = event.version;
  }
  return { applicable, missed: [] };
}

/** Records applied at a time, which takes a few milliseconds. */
const sliceSize = 200;

interface LoadProjectOptions extends SliceControl {
  readonly invoke: InvokeCall;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Loads a project in pieces, so that none of them blocks a frame. The next piece is requested while one is being applied. Returns null if it is cancelled by
 * `isCurrent`.
 */
async function loadProject(
  { total, records, cursor }: ProjectSnapshot,
  { invoke, pause, isCurrent, onProgress }: LoadProjectOptions,
): Promise<Project | null> {
  const project = new Project();
  const requestNext = (from: string | null) => {
    const request = from === null ? null : invoke('project.readNext', { reading: from });
    // The rejection is handled where the request is awaited. If loading is cancelled before, nobody awaits it.
    request?.catch(() => undefined);
    return request;
  };
  let next = requestNext(cursor);
  for (let pieces = records; ; ) {
    for (const piece of pieces) {
      // Serialized by the engine from its own records.
      const parsed = JSON.parse(piece) as readonly AnyRecord[];
      for (let at = 0; at < parsed.length; at += sliceSize) {
        project.apply(parsed.slice(at, at + sliceSize).map((after) => ({ after })));
        await pause();
        if (!isCurrent()) return null;
      }
      onProgress(project.size, total);
    }
    const response = await next;
    if (response === null) return project;
    if (!isCurrent()) return null;
    next = requestNext(response.cursor);
    pieces = response.records;
  }
}
