/** The targets of the open project. They follow the events of the backend, never the result of a call that changes one. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Delivery, Target } from '../../shared/contracts/targets.ts';
import { invoke } from '../platform/bridge.ts';
import { loadWithEvents } from './load-with-events.ts';

interface TargetsState {
  readonly hash: string | null;
  readonly list: readonly Target[];
  readonly isLoaded: boolean;
  /** How many exports wrote files since the project was opened, by target. */
  readonly exportCounts: ReadonlyMap<string, number>;
}

const emptyState: TargetsState = { hash: null, list: [], isLoaded: false, exportCounts: new Map() };
export const targetsStore = createStore<TargetsState>(() => emptyState);

export const clearTargets = (): void => targetsStore.setState(emptyState);

export async function loadTargets(hash: string | null = targetsStore.getState().hash): Promise<void> {
  if (hash === null) return;
  targetsStore.setState({ hash });
  const list = await loadWithEvents<readonly Target[]>(
    () => invoke('target.list', { hash }),
    (loaded, events) => followEvents(loaded, hash, events),
  );
  if (targetsStore.getState().hash === hash) targetsStore.setState({ list, isLoaded: true });
}

export function handleTargetEvents(events: readonly BackendEvent[]): void {
  const { hash, list } = targetsStore.getState();
  for (const event of events) if (event.event === 'target.delivered' && event.hash === hash) countExport(event.delivery);
  const next = followEvents(list, hash, events);
  if (next !== list) targetsStore.setState({ list: next });
}

/** The targets of a project after these events; the same list if they do not concern it. */
function followEvents(list: readonly Target[], hash: string | null, events: readonly BackendEvent[]): readonly Target[] {
  let next = list;
  for (const event of events) {
    if (event.event === 'target.changed' && event.target.hash === hash) next = withTarget(next, event.target);
    if (event.event === 'target.removed') next = next.filter(({ id }) => id !== event.id);
  }
  return next;
}

function countExport({ id, written }: Delivery): void {
  if (written.length === 0) return;
  const { exportCounts } = targetsStore.getState();
  targetsStore.setState({ exportCounts: new Map(exportCounts).set(id, (exportCounts.get(id) ?? 0) + 1) });
}

const withTarget = (list: readonly Target[], target: Target): readonly Target[] =>
  list.some(({ id }) => id === target.id) ? list.map((each) => (each.id === target.id ? target : each)) : [...list, target];

export const useTargets = (): readonly Target[] => useStore(targetsStore, ({ list }) => list);
