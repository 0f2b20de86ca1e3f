/**
 * The project that a start of the window opens again: the one that was open when it was closed, unless the user had gone to the list of projects, or does
 * not want it. Its tabs and boards are kept by open-tabs.ts.
 */
import { useStore } from 'zustand';
import { onProjectChange } from './open-project.ts';
import { asBoolean, createStoredState, isFurtherWindow } from './stored-state.ts';

interface LastProjectState {
  readonly reopens: boolean;
  /** The hash of the open project; null while the list is shown. */
  readonly hash: string | null;
  /**
   * The project that a start has begun to open. If it is still stored at the next start, the project was never shown, and it is not opened by itself again: a
   * project that ends the program must not do so at each start.
   */
  readonly opening: string | null;
}

const asHash = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const lastProjectStore = createStoredState<LastProjectState>({
  topic: 'lastProject',
  parse: ({ reopens, hash, opening }) => ({ reopens: asBoolean(reopens, true), hash: asHash(hash), opening: asHash(opening) }),
  upgrade: () => ({}),
});

/** The project to open at the start of the window; null for the list. */
export function takeLastProject(): string | null {
  const { reopens, hash, opening } = lastProjectStore.getState();
  const last = reopens && opening !== hash ? hash : null;
  lastProjectStore.setState({ hash: last, opening: last });
  return last;
}

/** Remembers from now on which project is open in the window that was opened first. To be called after `takeLastProject`. */
export function rememberLastProject(): void {
  if (isFurtherWindow()) return;
  onProjectChange((hash) => lastProjectStore.setState({ hash, ...(hash === null && { opening: null }) }));
}

/** To be called when the open project has been shown. */
export function settleOpening(): void {
  if (lastProjectStore.getState().opening !== null) lastProjectStore.setState({ opening: null });
}

export const useReopensLastProject = (): boolean => useStore(lastProjectStore, ({ reopens }) => reopens);
export const setReopensLastProject = (reopens: boolean): void => lastProjectStore.setState({ reopens });
