/** What is under way and since when, so that anything over half a second shows. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const SHOW_DELAY_MS = 400;

interface BusyState {
  /** What has been going on for longer than one waits without wondering; the last begun last. */
  readonly slow: readonly { readonly id: number; readonly label: string }[];
}

const busyStore = createStore<BusyState>(() => ({ slow: [] }));
let lastId = 0;

/** Passes the promise through and shows `label` while it takes its time. */
export async function withBusyIndicator<T>(label: string, promise: Promise<T>): Promise<T> {
  const id = ++lastId;
  const timer = setTimeout(() => busyStore.setState(({ slow }) => ({ slow: [...slow, { id, label }] })), SHOW_DELAY_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    if (busyStore.getState().slow.some((entry) => entry.id === id))
      busyStore.setState(({ slow }) => ({ slow: slow.filter((entry) => entry.id !== id) }));
  }
}

/** The label of what takes its time, null when nothing does. */
export const useBusyLabel = (): string | null => useStore(busyStore, ({ slow }) => slow.at(-1)?.label ?? null);
