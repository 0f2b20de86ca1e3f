/** The targets of all projects. They follow the events of the backend, never the result of a call that changes one. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Delivery, Target } from '../../shared/contracts/targets.ts';
import { invoke } from '../platform/bridge.ts';
import { loadWithEvents } from './load-with-events.ts';

type TargetsByProject = ReadonlyMap<string, readonly Target[]>;

interface TargetsState {
  readonly byProject: TargetsByProject;
  /** The open project. */
  readonly hash: string | null;
  /** Whether the targets of the open project are loaded. */
  readonly isLoaded: boolean;
  /** How many exports wrote files since the project was opened, by target. */
  readonly exportCounts: ReadonlyMap<string, number>;
}

const noProject = { hash: null, isLoaded: false, exportCounts: new Map() } as const;
const noTargets: readonly Target[] = [];
export const targetsStore = createStore<TargetsState>(() => ({ byProject: new Map(), ...noProject }));

/** Called when the open project is left. */
export const closeTargets = (): void => targetsStore.setState(noProject);

export async function loadTargets(hash: string | null = targetsStore.getState().hash): Promise<void> {
  if (hash === null) return;
  targetsStore.setState({ hash });
  const loaded = await loadWithEvents(async () => new Map([[hash, await invoke('target.list', { hash })]]), followEvents);
  const { byProject, hash: openHash } = targetsStore.getState();
  if (openHash === hash) targetsStore.setState({ byProject: new Map(byProject).set(hash, loaded.get(hash) ?? noTargets), isLoaded: true });
}

/** Loads the targets of all projects, for the project list. If the request fails, the next event updates the targets. */
export async function loadAllTargets(): Promise<void> {
  const load = async (): Promise<TargetsByProject> => Map.groupBy(await invoke('target.list', {}), ({ hash }) => hash);
  const byProject = await loadWithEvents(load, followEvents).catch(() => null);
  if (byProject) targetsStore.setState({ byProject });
}

export function handleTargetEvents(events: readonly BackendEvent[]): void {
  const { hash, byProject } = targetsStore.getState();
  for (const event of events) if (event.event === 'target.delivered' && event.hash === hash) countExport(event.delivery);
  const next = followEvents(byProject, events);
  if (next !== byProject) targetsStore.setState({ byProject: next });
}

/** The targets after these events; the same map if none of them concerns a target. */
function followEvents(byProject: TargetsByProject, events: readonly BackendEvent[]): TargetsByProject {
  let next = byProject;
  for (const event of events) {
    if (event.event === 'target.changed') next = withTarget(next, event.target);
    if (event.event === 'target.removed') next = new Map([...next].map(([hash, list]) => [hash, list.filter(({ id }) => id !== event.id)]));
  }
  return next;
}

function withTarget(byProject: TargetsByProject, target: Target): TargetsByProject {
  const list = byProject.get(target.hash) ?? noTargets;
  const isNew = !list.some(({ id }) => id === target.id);
  return new Map(byProject).set(target.hash, isNew ? [...list, target] : list.map((each) => (each.id === target.id ? target : each)));
}

function countExport({ id, written }: Delivery): void {
  if (written.length === 0) return;
  const { exportCounts } = targetsStore.getState();
  targetsStore.setState({ exportCounts: new Map(exportCounts).set(id, (exportCounts.get(id) ?? 0) + 1) });
}

const targetsOfOpenProject = ({ byProject, hash }: TargetsState): readonly Target[] =>
  (hash === null ? undefined : byProject.get(hash)) ?? noTargets;

/** The targets of the open project. */
export const listTargets = (): readonly Target[] => targetsOfOpenProject(targetsStore.getState());
/** The targets of the open project. */
export const useTargets = (): readonly Target[] => useStore(targetsStore, targetsOfOpenProject);
/** The targets of any project; none before `loadAllTargets`. */
export const useTargetsOf = (hash: string): readonly Target[] =>
  useStore(targetsStore, ({ byProject }) => byProject.get(hash) ?? noTargets);
