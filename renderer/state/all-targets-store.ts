/** The targets of all projects, for the project list. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Target } from '../../shared/contracts/targets.ts';
import { invoke } from '../platform/bridge.ts';
import { loadWithEvents } from './load-with-events.ts';

export const allTargetsStore = createStore<ReadonlyMap<string, Target>>(() => new Map());

/** If the request fails, the next event updates the targets. */
export async function loadAllTargets(): Promise<void> {
  const load = async () => new Map((await invoke('target.list', {})).map((target) => [target.id, target]));
  const targets = await loadWithEvents(load, followEvents).catch(() => null);
  if (targets) allTargetsStore.setState(targets, true);
}

export function handleAllTargetEvents(events: readonly BackendEvent[]): void {
  if (events.some(({ event }) => event === 'target.changed' || event === 'target.removed'))
    allTargetsStore.setState(followEvents(allTargetsStore.getState(), events), true);
}

function followEvents(before: ReadonlyMap<string, Target>, events: readonly BackendEvent[]): ReadonlyMap<string, Target> {
  const targets = new Map(before);
  for (const event of events) {
    if (event.event === 'target.changed') targets.set(event.target.id, event.target);
    if (event.event === 'target.removed') targets.delete(event.id);
  }
  return targets;
}

export function useTargetsOf(hash: string): readonly Target[] {
  const all = useStore(allTargetsStore);
  return useMemo(() => [...all.values()].filter((target) => target.hash === hash), [all, hash]);
}
