/** What the editor's schema makes of a text, without an editor: to tell beforehand whether all of it can be edited there. */
import { getSchema } from '@tiptap/core';
import { type EditorNode, survivesRoundTrip } from './editor-document.ts';
import { storyExtensions } from './story-extensions.ts';

const schema = getSchema(storyExtensions);

/** The document as the schema holds it; null where the schema has no place for it. */
export function normalizeDocument(document: EditorNode): EditorNode | null {
  try {
    const node = schema.nodeFromJSON(document);
    node.check();
    return node.toJSON() as EditorNode;
  } catch {
    return null;
  }
}

/** Whether the rich editor can take this text and give back all of it. */
export const isRichTextEditable = (html: string | null): boolean => survivesRoundTrip(html, normalizeDocument);
