/** How the canvas asks the inspector to take the keyboard: Enter on an item leads into its text. */
import { createStore } from 'zustand/vanilla';

export type FocusField = 'title' | 'content';

/** The record and field that shall be written in; null once it is, or when nobody asked. */
export const focusRequest = createStore<{ request: { id: string; field: FocusField } | null }>(() => ({ request: null }));

export const requestFocus = (id: string, field: FocusField): void => focusRequest.setState({ request: { id, field } });
export const clearFocusRequest = (): void => focusRequest.setState({ request: null });
