/**
 * The statuses of all synced projects and their workspaces. They follow the events of the backend, never the result of a call that changes one.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Remote, SyncStatus } from '../../shared/contracts/sync.ts';
import { invoke } from '../platform/bridge.ts';
import { createLatestCall } from './latest-call.ts';
import { loadWithEvents } from './load-with-events.ts';

export interface SyncStoreState {
  readonly list: readonly SyncStatus[];
  readonly remotes: readonly Remote[];
  /** Whether the workspaces have been loaded. */
  readonly isLoaded: boolean;
}

export const syncStore = createStore<SyncStoreState>(() => ({ list: [], remotes: [], isLoaded: false }));

/** If a request fails, the next event updates the state. */
export async function loadSyncState(): Promise<void> {
  await Promise.all([
    loadWithEvents(() => invoke('sync.list', {}), followEvents).then(
      (list) => syncStore.setState({ list }),
      () => undefined,
    ),
    loadRemotes(),
  ]);
}

/** When the network returns, syncs immediately instead of waiting for the next attempt. */
export function syncWhenOnline(): void {
  addEventListener('online', () => {
    if (syncStore.getState().list.length > 0) void invoke('sync.run', {}).catch(() => undefined);
  });
}

const latestRemotes = createLatestCall();
export async function loadRemotes(): Promise<void> {
  await latestRemotes(invoke('remote.list', {}), (remotes) => syncStore.setState({ remotes, isLoaded: true })).catch(() => undefined);
}

export function handleSyncEvents(events: readonly BackendEvent[]): void {
  const { list } = syncStore.getState();
  const next = followEvents(list, events);
  if (next !== list) syncStore.setState({ list: next });
  if (events.some(({ event }) => event === 'remotes.changed')) void loadRemotes();
}

/** The statuses after these events; the same list if they do not concern it. */
function followEvents(list: readonly SyncStatus[], events: readonly BackendEvent[]): readonly SyncStatus[] {
  let next = list;
  for (const event of events) {
    if (event.event === 'sync.changed') next = withStatus(next, event.status);
    if (event.event === 'sync.removed') next = next.filter(({ hash }) => hash !== event.hash);
  }
  return next;
}

const withStatus = (list: readonly SyncStatus[], status: SyncStatus): readonly SyncStatus[] =>
  list.some(({ hash }) => hash === status.hash) ? list.map((each) => (each.hash === status.hash ? status : each)) : [...list, status];

export const useSyncState = <T>(selector: (state: SyncStoreState) => T): T => useStore(syncStore, selector);
/** undefined: the project is not synced. */
export const useSyncStatus = (hash: string | null): SyncStatus | undefined =>
  useSyncState(({ list }) => list.find((each) => each.hash === hash));
export const getSyncStatus = (hash: string | null): SyncStatus | undefined => syncStore.getState().list.find((each) => each.hash === hash);
