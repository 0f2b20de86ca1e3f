/** The targets of the open project, as the program tells them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Event } from '../../shared/ipc/events.ts';
import type { Delivery, Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';

interface Targets {
  readonly hash: string | null;
  readonly list: readonly Target[];
  readonly isRead: boolean;
  /** What was written since the window opened: the files of the first export that wrote any, and how many there were. */
  readonly deliveries: ReadonlyMap<string, { readonly first: readonly string[]; readonly count: number }>;
}

const none: Targets = { hash: null, list: [], isRead: false, deliveries: new Map() };
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
  for (const event of events) if (event.event === 'target.delivered') takeDelivery(event.delivery);
  for (const event of events) {
    if (event.event === 'target.changed' && event.target.hash === hash) next = withTarget(next, event.target);
    if (event.event === 'target.removed') next = next.filter(({ id }) => id !== event.id);
  }
  if (next !== list) targets.setState({ list: next });
}

function takeDelivery({ id, written }: Delivery): void {
  if (written.length === 0) return;
  const { deliveries } = targets.getState();
  const { first, count } = deliveries.get(id) ?? { first: written, count: 0 };
  targets.setState({ deliveries: new Map(deliveries).set(id, { first, count: count + 1 }) });
}

/** Takes a target in that a call has answered; its event may come before or after. */
export const putTarget = (target: Target): void => targets.setState(({ list }) => ({ list: withTarget(list, target) }));

const withTarget = (list: readonly Target[], target: Target): readonly Target[] =>
  list.some(({ id }) => id === target.id) ? list.map((each) => (each.id === target.id ? target : each)) : [...list, target];

export const useTargets = (): readonly Target[] => useStore(targets, ({ list }) => list);
