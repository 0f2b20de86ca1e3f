/** The targets of the open project, as the program tells them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Event } from '../../shared/ipc.ts';
import type { Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';

interface Targets {
  readonly hash: string | null;
  readonly list: readonly Target[];
  readonly isRead: boolean;
}

const none: Targets = { hash: null, list: [], isRead: false };
export const targets = createStore<Targets>(() => none);

export const forgetTargets = (): void => targets.setState(none);

export async function readTargets(hash: string | null = targets.getState().hash): Promise<void> {
  if (hash === null) return;
  targets.setState({ hash });
  const list = await ask('target.list', { hash });
  if (targets.getState().hash === hash) targets.setState({ list, isRead: true });
}

export function takeTargets(events: readonly Event[]): void {
  const { hash, list } = targets.getState();
  let next = list;
  for (const event of events) {
    if (event.event === 'target.changed' && event.target.hash === hash) next = withTarget(next, event.target);
    if (event.event === 'target.removed') next = next.filter(({ id }) => id !== event.id);
  }
  if (next !== list) targets.setState({ list: next });
}

/** Takes a target in that a call has answered; its event may come before or after. */
export const putTarget = (target: Target): void => targets.setState(({ list }) => ({ list: withTarget(list, target) }));

const withTarget = (list: readonly Target[], target: Target): readonly Target[] =>
  list.some(({ id }) => id === target.id) ? list.map((each) => (each.id === target.id ? target : each)) : [...list, target];

export const useTargets = (): readonly Target[] => useStore(targets, ({ list }) => list);
