/** What is under way and since when, so that anything over half a second shows. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const PATIENCE = 400;

interface Busy {
  /** What has been going on for longer than one waits without wondering; the last begun last. */
  readonly slow: readonly { readonly id: number; readonly label: string }[];
}

const busy = createStore<Busy>(() => ({ slow: [] }));
let last = 0;

/** Passes the promise through and shows `label` while it takes its time. */
export async function during<T>(label: string, promise: Promise<T>): Promise<T> {
  const id = ++last;
  const timer = setTimeout(() => busy.setState(({ slow }) => ({ slow: [...slow, { id, label }] })), PATIENCE);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    if (busy.getState().slow.some((entry) => entry.id === id))
      busy.setState(({ slow }) => ({ slow: slow.filter((entry) => entry.id !== id) }));
  }
}

/** The label of what takes its time, null when nothing does. */
export const useBusy = (): string | null => useStore(busy, ({ slow }) => slow.at(-1)?.label ?? null);
