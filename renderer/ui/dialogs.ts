/** The dialogs that are open, so that an action can open one without being drawn anywhere. */
import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface OpenDialog {
  readonly id: number;
  readonly draw: (close: () => void) => ReactNode;
}

export const dialogs = createStore<{ readonly open: readonly OpenDialog[] }>(() => ({ open: [] }));
let last = 0;

/** Opens a dialog on top of the others; `draw` is given what closes it. */
export function showDialog(draw: OpenDialog['draw']): void {
  const id = ++last;
  dialogs.setState(({ open }) => ({ open: [...open, { id, draw }] }));
}

export const closeDialog = (id: number): void => dialogs.setState(({ open }) => ({ open: open.filter((dialog) => dialog.id !== id) }));
