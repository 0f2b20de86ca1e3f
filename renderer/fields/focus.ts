/** How the canvas asks the inspector to take the keyboard: Enter on an item leads into its text. */
import { createStore } from 'zustand/vanilla';

export type FocusField = 'title' | 'content';

/** The record and field that shall be written in; null once it is, or when nobody asked. */
export const focusWish = createStore<{ wish: { id: string; field: FocusField } | null }>(() => ({ wish: null }));

export const wantFocus = (id: string, field: FocusField): void => focusWish.setState({ wish: { id, field } });
export const focusTaken = (): void => focusWish.setState({ wish: null });
