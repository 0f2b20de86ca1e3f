/** Which questions are shown, and the one that somebody wants to see of them. */
import { createStore } from 'zustand/vanilla';

export const conflictsDialogStore = createStore<{
  /** The project whose questions are open. */
  readonly hash: string | null;
  /** The id of a question. */
  readonly conflictId: string | null;
}>(() => ({ hash: null, conflictId: null }));
