/** The project whose conflicts are open, the selected conflict, and the texts that were edited. */
import { createStore } from 'zustand/vanilla';

export const conflictsDialogStore = createStore<{
  /** The hash of that project; null while the dialog is closed. */
  readonly hash: string | null;
  /** The selected conflict; null selects the first one. */
  readonly conflictId: string | null;
  /** By conflict: the merged texts that were edited and not used yet. They are kept when the dialog closes, which another project may cause. */
  readonly editedTexts: Readonly<Record<string, string>>;
}>(() => ({ hash: null, conflictId: null, editedTexts: {} }));

export const setEditedText = (conflictId: string, text: string): void =>
  conflictsDialogStore.setState(({ editedTexts }) => ({ editedTexts: { ...editedTexts, [conflictId]: text } }));

/** For a conflict that was resolved. */
export const discardEditedText = (conflictId: string): void =>
  conflictsDialogStore.setState(({ editedTexts: { [conflictId]: _, ...editedTexts } }) => ({ editedTexts }));
