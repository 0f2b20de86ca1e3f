/**
 * Rich text of the story dialect (G21) as a document of the editor, and back, without a DOM. Nothing may be lost on the way:
 * every attribute stays with its tag, and `survives` tells when a text would not come back the same, which then is edited as source.
 */
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import {
  parseTree,
  type RichTextElement,
  type RichTextNode,
  serializeNodes,
  textOfNodes,
} from '../../../shared/rich-text/rich-text-tree.ts';
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

/** The mark of the editor for each inline tag. */
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
const nodeByTag: Readonly<Record<string, string>> = { blockquote: 'blockquote', ul: 'bulletList', ol: 'orderedList', li: 'listItem' };
const tagByNode: Readonly<Record<string, string>> = { blockquote: 'blockquote', bulletList: 'ul', orderedList: 'ol', listItem: 'li' };

/** The document of a text; an empty one is one empty paragraph. */
export function htmlToDocument(html: string | null): EditorNode {
  const content = toBlocks(parseTree(html ?? ''));
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** The text of a document; null where it says nothing. */
export function documentToHtml(document: EditorNode): string | null {
  const nodes = (document.content ?? []).flatMap(blockToNodes);
  const html = serializeNodes(nodes);
  return html === '' || html === '<p></p>' ? null : html;
}

/** Whether the editor gives a text back as it took it; `made` is what a schema makes of the document. */
export function survivesRoundTrip(html: string | null, made: (document: EditorNode) => EditorNode | null): boolean {
  const document = made(htmlToDocument(html));
  if (document === null || !canonicalizeRichText(html ?? '', 'story').ok) return false;
  return richTextEquals(stripBlankText(html), documentToHtml(document));
}

/** Blank text between blocks says nothing and the editor has no place for it. */
export function stripBlankText(html: string | null): string {
  const strip = (nodes: readonly RichTextNode[], blockContext: boolean): RichTextNode[] =>
    nodes.flatMap((node, at): RichTextNode[] => {
      if (typeof node === 'string') return blockContext && nodes.length > 1 && isBlank(node) && isBetweenBlocks(nodes, at) ? [] : [node];
      const inner = node.name === 'blockquote' || node.name === 'li' || node.name === 'ul' || node.name === 'ol';
      return [{ ...node, children: strip(node.children, inner) }];
    });
  return serializeNodes(strip(parseTree(html ?? ''), true));
}

const isBlank = (text: string): boolean => /^[ \t\n\f\r]*$/.test(text);
const blockTags: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li', 'code']);
const isBlock = (node: RichTextNode): node is RichTextElement => typeof node !== 'string' && blockTags.has(node.name);
const isBetweenBlocks = (nodes: readonly RichTextNode[], at: number): boolean =>
  [nodes[at - 1], nodes[at + 1]].every((beside) => beside === undefined || isBlock(beside));

/** Blocks of a tree; words that stand in no block become a paragraph that is `bare`: it is written without its tag. */
function toBlocks(nodes: readonly RichTextNode[]): EditorNode[] {
  const made: EditorNode[] = [];
  let run: RichTextNode[] = [];
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || !isBlank(node)))
      made.push(createBlock('paragraph', toInline(run, []), { bare: true }));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node);
    else {
      endRun();
      made.push(toBlock(node));
    }
  }
  endRun();
  return made;
}

function toBlock(node: RichTextElement): EditorNode {
  const attributes = node.attributes;
  if (node.name === 'p') return createBlock('paragraph', toInline(node.children, []), { attributes });
  if (node.name === 'code') return createBlock('codeBlock', toInline(node.children, []), { bare: true, code: attributes });
  if (node.name === 'pre') {
    const [code] = node.children;
    const inner = code === undefined || typeof code === 'string' ? null : code;
    return createBlock('codeBlock', inner ? toInline(inner.children, []) : [], { attributes, code: inner?.attributes ?? [] });
  }
  return createBlock(
    nodeByTag[node.name] ?? 'paragraph',
    node.name === 'ul' || node.name === 'ol' ? toListItems(node.children) : toBlocks(node.children),
    {},
  );
}

const toListItems = (nodes: readonly RichTextNode[]): EditorNode[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [toBlock(node)]));

function createBlock(type: string, content: EditorNode[], attrs: Record<string, unknown>): EditorNode {
  const reported = Object.entries(attrs).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0));
  return { type, ...(reported.length > 0 ? { attrs: Object.fromEntries(reported) } : {}), ...(content.length > 0 ? { content } : {}) };
}

function toInline(nodes: readonly RichTextNode[], marks: readonly EditorMark[]): EditorNode[] {
  return nodes.flatMap((node): EditorNode[] => {
    const marked = marks.length > 0 ? { marks: [...marks] } : {};
    if (typeof node === 'string') return node === '' ? [] : [{ type: 'text', text: node, ...marked }];
    if (node.name === 'br') return [{ type: 'hardBreak', ...marked }];
    if (node.name === 'span')
      return [{ type: 'mention', attrs: { attributes: node.attributes, text: textOfNodes(node.children) }, ...marked }];
    const mark = { type: markByTag[node.name] ?? 'bold', attrs: { tag: node.name, attributes: node.attributes, depth: marks.length } };
    return toInline(node.children, [...marks, mark]);
  });
}

function blockToNodes(node: EditorNode): RichTextNode[] {
  const {
    attributes = [],
    code = [],
    bare = false,
  } = (node.attrs ?? {}) as { attributes?: HtmlAttribute[]; code?: HtmlAttribute[]; bare?: boolean };
  if (node.type === 'codeBlock') {
    const script: RichTextElement = { name: 'code', attributes: code, children: inlineToNodes(node.content ?? []) };
    return bare ? [script] : [{ name: 'pre', attributes, children: [script] }];
  }
  const tag = tagByNode[node.type];
  if (tag !== undefined) return [{ name: tag, attributes: [], children: (node.content ?? []).flatMap(blockToNodes) }];
  const children = inlineToNodes(node.content ?? []);
  return bare ? children : [{ name: 'p', attributes, children }];
}

/** Neighbours that share a mark share its tag; the mark that was outermost stays outermost. */
function inlineToNodes(nodes: readonly EditorNode[], depth = 0): RichTextNode[] {
  const made: RichTextNode[] = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at];
    const mark = node && sortedMarks(node)[depth];
    if (!node || !mark) {
      if (node) made.push(...leafToNodes(node));
      at++;
      continue;
    }
    let end = at + 1;
    while (end < nodes.length && isSameMark(mark, sortedMarks(nodes[end])[depth])) end++;
    made.push({ name: markTag(mark), attributes: mark.attrs?.attributes ?? [], children: inlineToNodes(nodes.slice(at, end), depth + 1) });
    at = end;
  }
  return made;
}

function leafToNodes(node: EditorNode): RichTextNode[] {
  if (node.type === 'hardBreak') return [{ name: 'br', attributes: [], children: [] }];
  if (node.type !== 'mention') return node.text === undefined ? [] : [node.text];
  const { attributes = [], text = '' } = (node.attrs ?? {}) as { attributes?: HtmlAttribute[]; text?: string };
  return [{ name: 'span', attributes, children: text === '' ? [] : [text] }];
}

const tagByMark: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code', link: 'a' };
const markTag = (mark: EditorMark): string => mark.attrs?.tag || (tagByMark[mark.type] ?? 'b');
const sortedMarks = (node: EditorNode | undefined): readonly EditorMark[] =>
  [...(node?.marks ?? [])].sort((a, b) => (a.attrs?.depth ?? 99) - (b.attrs?.depth ?? 99));

function isSameMark(one: EditorMark, two: EditorMark | undefined): boolean {
  return (
    two !== undefined &&
    one.type === two.type &&
    markTag(one) === markTag(two) &&
    JSON.stringify(one.attrs?.attributes ?? []) === JSON.stringify(two.attrs?.attributes ?? [])
  );
}
