/** Undo while one writes: it takes back words in this text. Outside of a text the project's own undo answers to the same keys. */
import { Extension } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';

export const textUndo = Extension.create({
  name: 'undoInText',
  addProseMirrorPlugins: () => [history({ newGroupDelay: 500 })],
  addKeyboardShortcuts() {
    const step = (way: typeof undo) => () => way(this.editor.state, this.editor.view.dispatch);
    return { 'Mod-z': step(undo), 'Shift-Mod-z': step(redo), 'Mod-y': step(redo) };
  },
});
