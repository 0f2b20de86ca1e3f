/** Tracks operations of the window, so that those that take noticeably long are shown. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Message } from '../../shared/messages/message.ts';
import { t } from '../messages/translate.ts';
import { showToast } from '../ui/toast-queue.ts';

const showDelayMs = 400;

interface BusyState {
  /** Operations that have been running longer than the delay, the most recent last. */
  readonly slow: readonly { readonly label: string }[];
}

const busyStore = createStore<BusyState>(() => ({ slow: [] }));

/** Returns the result of the promise, and shows `label` if it takes noticeably long. */
export async function withBusyIndicator<T>(label: string, promise: Promise<T>): Promise<T> {
  const operation = { label };
  const timer = setTimeout(() => busyStore.setState(({ slow }) => ({ slow: [...slow, operation] })), showDelayMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    if (busyStore.getState().slow.includes(operation))
      busyStore.setState(({ slow }) => ({ slow: slow.filter((each) => each !== operation) }));
  }
}

/**
 * Returns a function that opens something whose code is loaded first. `loading` is shown while that takes noticeably long, `failure` if it fails, as it does
 * if the app was updated while the window was open. Calls while it is loading are ignored.
 */
export function openWhenLoaded<Code>(
  load: () => Promise<Code>,
  open: (code: Code) => unknown,
  { loading, failure }: { readonly loading: Message; readonly failure: Message },
): () => Promise<void> {
  let isLoading = false;
  return async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      open(await withBusyIndicator(t(loading), load()));
    } catch {
      showToast({ tone: 'bad', title: t(failure) });
    } finally {
      isLoading = false;
    }
  };
}

/** The label of the most recent slow operation; null if there is none. */
export const useBusyLabel = (): string | null => useStore(busyStore, ({ slow }) => slow.at(-1)?.label ?? null);
