/** Saves what is typed in the fields of records before their project or the window closes. */

import { sendDelayedEdits } from './send-command.ts';

interface DraftStorage {
  whenStored(): Promise<void>;
  hasUnstored(): boolean;
}

const storages = new Set<DraftStorage>();
/** What stores drafts (draft-store.ts) loads with the workspace: before, there is no field of a record. */
export const registerDraftStorage = (storage: DraftStorage): void => void storages.add(storage);

/** Whether something typed would be lost with this window: it is neither saved nor stored as a draft. */
export const hasUnstoredText = (): boolean => [...storages].some((storage) => storage.hasUnstored());

const whenStored = (): Promise<unknown> => Promise.all([...storages].map((storage) => storage.whenStored()));

const savers = new Set<() => Promise<unknown>>();

/** `save` sends the commands before it returns, and resolves when each text is saved, or could not be. */
export const registerUnsavedEdit = (save: () => Promise<unknown>): void => void savers.add(save);

export async function saveUnsavedEdits(): Promise<void> {
  await Promise.all([...savers].map((save) => save()));
}

/**
 * Ends all editing: everything is sent before this returns. Resolves when it is saved or, where it cannot be saved as it is, stored as a draft; or when
 * that has failed.
 */
export async function finishEditing(): Promise<void> {
  const { activeElement } = document;
  // Some fields are saved when they lose the focus. One that is not valid yet is stored as a draft: it would lose its text.
  if (activeElement instanceof HTMLElement && activeElement.getAttribute('aria-invalid') !== 'true') activeElement.blur();
  sendDelayedEdits();
  const saved = saveUnsavedEdits();
  const stored = whenStored();
  await saved;
  await stored;
  // A rejected text was stored again.
  await whenStored();
}
