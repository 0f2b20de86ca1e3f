/** Puts another text into an editor, only where it differs: the caret stays at its words. The editor does not tell of it, and undo passes over it. */
import type { Editor } from '@tiptap/react';
import type { EditorNode } from './editor-document.ts';

export function replaceDocument(editor: Editor, document: EditorNode): void {
  const { doc, tr } = editor.state;
  const wanted = editor.schema.nodeFromJSON(document);
  const start = doc.content.findDiffStart(wanted.content);
  const end = doc.content.findDiffEnd(wanted.content);
  if (start === null || !end) return;
  // What repeats may be counted from both ends: “aa” in place of “a”.
  const twice = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + twice, wanted.slice(start, end.b + twice));
  if (!tr.doc.eq(wanted)) tr.replaceWith(0, tr.doc.content.size, wanted.content);
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true));
}
