/** The project whose conflicts are open, and the selected conflict. */
import { createStore } from 'zustand/vanilla';

export const conflictsDialogStore = createStore<{
  /** The hash of that project; null while the dialog is closed. */
  readonly hash: string | null;
  /** The selected conflict; null selects the first one. */
  readonly conflictId: string | null;
}>(() => ({ hash: null, conflictId: null }));
