/** When the open project was last changed, and thereby saved: each change is stored at once. */
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { invoke } from '../platform/bridge.ts';

interface LastSaved {
  readonly hash: string | null;
  /** ISO 8601; null until it has been read. */
  readonly at: string | null;
}

export const lastSavedStore = createStore<LastSaved>(() => ({ hash: null, at: null }));

/** Reads when the project was last saved, unless it was saved meanwhile. */
export async function loadLastSaved(hash: string): Promise<void> {
  if (lastSavedStore.getState().hash !== hash) lastSavedStore.setState({ hash, at: null });
  const list = await invoke('project.list', {}).catch(() => []);
  const at = list.find((project) => project.hash === hash)?.updatedAt;
  if (at !== undefined) lastSavedStore.setState((last) => (last.hash === hash && last.at === null ? { at } : last));
}

/** Follows the changes of the project that `loadLastSaved` has read. */
export function handleSavedEvents(events: readonly BackendEvent[]): void {
  const { hash } = lastSavedStore.getState();
  if (events.some((event) => event.event === 'project.changed' && event.hash === hash))
    lastSavedStore.setState({ at: new Date().toISOString() });
}
