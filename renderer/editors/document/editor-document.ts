/** The document of a rich text editor as plain data, in the form that ProseMirror reads and writes as JSON. */
import type { HtmlAttribute } from '../../../shared/rich-text/scan-html.ts';

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
