/** The open dialogs, so that code outside the component tree can open one. */
import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface OpenDialog {
  readonly id: number;
  /** The address of the page that it was opened for; null for a dialog that does not depend on the open project. */
  readonly address: string | null;
  readonly render: (close: () => void) => ReactNode;
  readonly onClosed: () => void;
}

interface DialogOptions {
  /** Called once, whether the user or the window closes the dialog. */
  readonly onClosed?: () => void;
  /** It stays open when the window shows another project: its task does not depend on the open one. */
  readonly outlivesProject?: boolean;
}

interface DialogState {
  readonly open: readonly OpenDialog[];
  /** Called in this order once no dialog is open. */
  readonly waiting: readonly (() => void)[];
}

export const dialogStore = createStore<DialogState>(() => ({ open: [], waiting: [] }));
let lastId = 0;

/** Opens a dialog in place of the open one, which is back when it closes. `render` receives the function that closes it. */
export function showDialog(render: OpenDialog['render'], { onClosed = () => {}, outlivesProject = false }: DialogOptions = {}): void {
  const id = ++lastId;
  const address = outlivesProject ? null : pageAddress();
  dialogStore.setState(({ open }) => ({ open: [...open, { id, address, render, onClosed }] }));
}

/** To be called before a call whose answer a dialog shows. Returns `showDialog`, which does nothing once the window shows another project. */
export function prepareDialog(): typeof showDialog {
  const address = pageAddress();
  return (...dialog) => {
    if (pageAddress() === address) showDialog(...dialog);
  };
}

const pageAddress = (): string => (typeof window === 'undefined' ? '' : window.location.hash);

/** Whether the form in a dialog contains something typed, by the id of the dialog. */
const unsavedTextChecks = new Map<number, () => boolean>();

/** Returns a function that ends it. */
export function registerUnsavedForm(id: number, hasUnsavedText: () => boolean): () => void {
  unsavedTextChecks.set(id, hasUnsavedText);
  return () => void unsavedTextChecks.delete(id);
}

/** The open dialogs that do not belong to the page. */
const dialogsOfOtherAddress = (shown = pageAddress()): readonly OpenDialog[] =>
  dialogStore.getState().open.filter(({ address }) => address !== null && address !== shown);

/** Whether something typed would be lost, because the page shows another project than the one that its form was opened for. */
export const wouldLoseUnsavedText = (): boolean => dialogsOfOtherAddress().some(({ id }) => unsavedTextChecks.get(id)?.() ?? false);

/** Whether any open form contains something typed. */
export const hasUnsavedForm = (): boolean => [...unsavedTextChecks.values()].some((hasUnsavedText) => hasUnsavedText());

/** The page shows another project than the one that they were opened for, or is about to show that of `address`. */
export function closeDialogsOfOtherAddress(address = pageAddress()): void {
  for (const { id } of dialogsOfOtherAddress(address)) closeDialog(id);
}

/** For what must not come over a dialog, such as another one that the user did not ask for: each is called when no dialog is open, in order. */
export function whenNoDialogIsOpen(act: () => void): void {
  if (dialogStore.getState().open.length === 0) act();
  else dialogStore.setState(({ waiting }) => ({ waiting: [...waiting, act] }));
}

export function closeDialog(id: number): void {
  const closed = dialogStore.getState().open.find((dialog) => dialog.id === id);
  // A job closes its dialog when it ends, even if that was closed before.
  if (!closed) return;
  dialogStore.setState(({ open }) => ({ open: open.filter((dialog) => dialog.id !== id) }));
  closed.onClosed();
  for (;;) {
    const { open, waiting } = dialogStore.getState();
    const [next, ...others] = waiting;
    if (open.length > 0 || !next) return;
    dialogStore.setState({ waiting: others });
    next();
  }
}
