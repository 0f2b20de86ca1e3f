/** The open dialogs, so that code outside the component tree can open one. */
import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface OpenDialog {
  readonly id: number;
  readonly render: (close: () => void) => ReactNode;
}

export const dialogStore = createStore<{ readonly open: readonly OpenDialog[] }>(() => ({ open: [] }));
let lastId = 0;

/** Opens a dialog on top of the others. `render` receives the function that closes it. */
export function showDialog(render: OpenDialog['render']): void {
  const id = ++lastId;
  dialogStore.setState(({ open }) => ({ open: [...open, { id, render }] }));
}

export const closeDialog = (id: number): void => dialogStore.setState(({ open }) => ({ open: open.filter((dialog) => dialog.id !== id) }));
