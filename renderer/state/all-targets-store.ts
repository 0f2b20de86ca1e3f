/** The targets of all projects, for the project list. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Target } from '../../shared/contracts/targets.ts';
import { invoke } from '../platform/bridge.ts';

const allTargetsStore = createStore<ReadonlyMap<string, Target>>(() => new Map());

/** If the request fails, the next event updates the targets. */
export async function loadAllTargets(): Promise<void> {
  const list = await invoke('target.list', {}).catch(() => null);
  if (list) allTargetsStore.setState(new Map(list.map((target) => [target.id, target])), true);
}

export function handleAllTargetEvents(events: readonly BackendEvent[]): void {
  const targets = new Map(allTargetsStore.getState());
  for (const event of events) {
    if (event.event === 'target.changed') targets.set(event.target.id, event.target);
    if (event.event === 'target.removed') targets.delete(event.id);
  }
  if (events.some(({ event }) => event === 'target.changed' || event === 'target.removed')) allTargetsStore.setState(targets, true);
}

export function useTargetsOf(hash: string): readonly Target[] {
  const all = useStore(allTargetsStore);
  return useMemo(() => [...all.values()].filter((target) => target.hash === hash), [all, hash]);
}
