/**
 * Lets the component around an editor handle its keys, such as Tab on a card: after the menus at the caret, before the editor itself. Keys of an
 * input method are never passed on.
 */
import type { Editor } from '@tiptap/react';
import { createContext } from 'react';

/** Returns whether it has handled the key. */
export type EditorKeyHandler = (editor: Editor, event: KeyboardEvent) => boolean;

export const EditorKeysContext = createContext<EditorKeyHandler>(() => false);
