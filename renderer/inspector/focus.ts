/** How the canvas asks the inspector to take the keyboard: Enter on an item leads into its text. */
import { createStore } from 'zustand/vanilla';

export type FocusField = 'title' | 'content';

export const focusWish = createStore<{ field: FocusField | null; wish: number }>(() => ({ field: null, wish: 0 }));

export const wantFocus = (field: FocusField): void => focusWish.setState(({ wish }) => ({ field, wish: wish + 1 }));
