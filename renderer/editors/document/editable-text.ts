/** Whether the rich text editor can represent a text without loss, decided without creating an editor. */
import { getSchema } from '@tiptap/core';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { documentToHtml, htmlToDocument, isBlank, isBlock } from './document-html.ts';
import { type EditorNode, toEditorNode } from './editor-document.ts';
import { storyExtensions } from './editor-schema.ts';

const schema = getSchema(storyExtensions);

/** The document as the schema stores it; null if it does not conform to the schema. */
export function normalizeDocument(document: EditorNode): EditorNode | null {
  try {
    const node = schema.nodeFromJSON(document);
    node.check();
    return toEditorNode(node);
  } catch {
    return null;
  }
}

/** Whether the rich text editor can represent the whole text. Otherwise its markup is edited as source. */
export const isRichTextEditable = (html: string | null): boolean => survivesRoundTrip(html, normalizeDocument);

/** Whether the text is unchanged after it was converted to a document and back. `normalize` passes the document through a schema. */
function survivesRoundTrip(html: string | null, normalize: (document: EditorNode) => EditorNode | null): boolean {
  const document = normalize(htmlToDocument(html));
  if (document === null || !canonicalizeRichText(html ?? '', 'story').ok) return false;
  return richTextEquals(stripBlankText(html), documentToHtml(document));
}

/** Removes blank text between blocks, which is not visible and has no counterpart in a document. */
export function stripBlankText(html: string | null): string {
  const strip = (nodes: readonly RichTextNode[], blockContext: boolean): RichTextNode[] =>
    nodes.flatMap((node, at): RichTextNode[] => {
      if (typeof node === 'string') return blockContext && nodes.length > 1 && isBlank(node) && isBetweenBlocks(nodes, at) ? [] : [node];
      const inner = node.name === 'blockquote' || node.name === 'li' || node.name === 'ul' || node.name === 'ol';
      return [{ ...node, children: strip(node.children, inner) }];
    });
  return serializeNodes(strip(parseTree(html ?? ''), true));
}

const isBetweenBlocks = (nodes: readonly RichTextNode[], at: number): boolean =>
  [nodes[at - 1], nodes[at + 1]].every((neighbor) => neighbor === undefined || isBlock(neighbor));
