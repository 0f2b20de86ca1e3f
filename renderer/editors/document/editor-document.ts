/** The document of a rich text editor as plain data, in the form that ProseMirror reads and writes as JSON. */
import type { Node } from '@tiptap/pm/model';
import type { HtmlAttribute } from '../../../shared/rich-text/html.ts';

export interface EditorMark {
  type: string;
  attrs?: { tag: string; attributes: HtmlAttribute[]; depth: number };
}
export interface EditorNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  marks?: EditorMark[];
  text?: string;
}

/** ProseMirror's own types leave the form of its JSON open. */
export const toEditorNode = (node: Node): EditorNode => node.toJSON();

/** The attributes of a tag as a node or mark of the schema stores them. */
const isHtmlAttributes = (value: unknown): value is HtmlAttribute[] =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && typeof pair[1] === 'string');

/** The attributes that a node or mark stores under a name; none if it stores none. */
export function htmlAttributesIn(attrs: Readonly<Record<string, unknown>> | undefined, name = 'attributes'): HtmlAttribute[] {
  const value = attrs?.[name];
  return isHtmlAttributes(value) ? value : [];
}

/** The mark for each inline tag. */
export const markByTag: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
  code: 'code',
  a: 'link',
};
