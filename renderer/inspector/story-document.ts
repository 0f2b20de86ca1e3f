/**
 * Rich text of the story dialect (G21) as a document of the editor, and back, without a DOM. Nothing may be lost on the way:
 * every attribute stays with its tag, and `survives` tells when a text would not come back the same, which then is edited as source.
 */
import { readRichText } from '../../shared/rich-text/read.ts';
import { sameRichText } from '../../shared/rich-text/same.ts';
import type { Attribute } from '../../shared/rich-text/scan.ts';
import { type Element, type Node, textOf, treeOf, writeNodes } from '../../shared/rich-text/tree.ts';

export interface DocumentMark {
  type: string;
  attrs?: { tag: string; attributes: Attribute[]; depth: number };
}
export interface DocumentNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocumentNode[];
  marks?: DocumentMark[];
  text?: string;
}

/** The mark of the editor for each inline tag. */
export const markOfTag: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
  code: 'code',
  a: 'link',
};
const nodeOfTag: Readonly<Record<string, string>> = { blockquote: 'blockquote', ul: 'bulletList', ol: 'orderedList', li: 'listItem' };
const tagOfNode: Readonly<Record<string, string>> = { blockquote: 'blockquote', bulletList: 'ul', orderedList: 'ol', listItem: 'li' };

/** The document of a text; an empty one is one empty paragraph. */
export function documentOf(html: string | null): DocumentNode {
  const content = blocks(treeOf(html ?? ''));
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** The text of a document; null where it says nothing. */
export function htmlOf(document: DocumentNode): string | null {
  const nodes = (document.content ?? []).flatMap(fromBlock);
  const html = writeNodes(nodes);
  return html === '' || html === '<p></p>' ? null : html;
}

/** Whether the editor gives a text back as it took it; `made` is what a schema makes of the document. */
export function survives(html: string | null, made: (document: DocumentNode) => DocumentNode | null): boolean {
  const document = made(documentOf(html));
  if (document === null || !readRichText(html ?? '', 'story').ok) return false;
  return sameRichText(withoutBlanks(html), htmlOf(document));
}

/** Blank text between blocks says nothing and the editor has no place for it. */
export function withoutBlanks(html: string | null): string {
  const strip = (nodes: readonly Node[], blockContext: boolean): Node[] =>
    nodes.flatMap((node, at): Node[] => {
      if (typeof node === 'string') return blockContext && nodes.length > 1 && isBlank(node) && standsBetween(nodes, at) ? [] : [node];
      const inner = node.name === 'blockquote' || node.name === 'li' || node.name === 'ul' || node.name === 'ol';
      return [{ ...node, children: strip(node.children, inner) }];
    });
  return writeNodes(strip(treeOf(html ?? ''), true));
}

const isBlank = (text: string): boolean => /^[ \t\n\f\r]*$/.test(text);
const ownBlocks: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li', 'code']);
const isOwnBlock = (node: Node): node is Element => typeof node !== 'string' && ownBlocks.has(node.name);
const standsBetween = (nodes: readonly Node[], at: number): boolean =>
  [nodes[at - 1], nodes[at + 1]].every((beside) => beside === undefined || isOwnBlock(beside));

/** Blocks of a tree; words that stand in no block become a paragraph that is `bare`: it is written without its tag. */
function blocks(nodes: readonly Node[]): DocumentNode[] {
  const made: DocumentNode[] = [];
  let run: Node[] = [];
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || !isBlank(node))) made.push(block('paragraph', inline(run, []), { bare: true }));
    run = [];
  };
  for (const node of nodes) {
    if (!isOwnBlock(node)) run.push(node);
    else {
      endRun();
      made.push(toBlock(node));
    }
  }
  endRun();
  return made;
}

function toBlock(node: Element): DocumentNode {
  const attributes = node.attributes;
  if (node.name === 'p') return block('paragraph', inline(node.children, []), { attributes });
  if (node.name === 'code') return block('codeBlock', inline(node.children, []), { bare: true, code: attributes });
  if (node.name === 'pre') {
    const [code] = node.children;
    const inner = code === undefined || typeof code === 'string' ? null : code;
    return block('codeBlock', inner ? inline(inner.children, []) : [], { attributes, code: inner?.attributes ?? [] });
  }
  return block(
    nodeOfTag[node.name] ?? 'paragraph',
    node.name === 'ul' || node.name === 'ol' ? items(node.children) : blocks(node.children),
    {},
  );
}

const items = (nodes: readonly Node[]): DocumentNode[] => nodes.flatMap((node) => (typeof node === 'string' ? [] : [toBlock(node)]));

function block(type: string, content: DocumentNode[], attrs: Record<string, unknown>): DocumentNode {
  const told = Object.entries(attrs).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0));
  return { type, ...(told.length > 0 ? { attrs: Object.fromEntries(told) } : {}), ...(content.length > 0 ? { content } : {}) };
}

function inline(nodes: readonly Node[], marks: readonly DocumentMark[]): DocumentNode[] {
  return nodes.flatMap((node): DocumentNode[] => {
    const marked = marks.length > 0 ? { marks: [...marks] } : {};
    if (typeof node === 'string') return node === '' ? [] : [{ type: 'text', text: node, ...marked }];
    if (node.name === 'br') return [{ type: 'hardBreak', ...marked }];
    if (node.name === 'span') return [{ type: 'mention', attrs: { attributes: node.attributes, text: textOf(node.children) }, ...marked }];
    const mark = { type: markOfTag[node.name] ?? 'bold', attrs: { tag: node.name, attributes: node.attributes, depth: marks.length } };
    return inline(node.children, [...marks, mark]);
  });
}

function fromBlock(node: DocumentNode): Node[] {
  const {
    attributes = [],
    code = [],
    bare = false,
  } = (node.attrs ?? {}) as { attributes?: Attribute[]; code?: Attribute[]; bare?: boolean };
  if (node.type === 'codeBlock') {
    const script: Element = { name: 'code', attributes: code, children: fromInline(node.content ?? []) };
    return bare ? [script] : [{ name: 'pre', attributes, children: [script] }];
  }
  const tag = tagOfNode[node.type];
  if (tag !== undefined) return [{ name: tag, attributes: [], children: (node.content ?? []).flatMap(fromBlock) }];
  const children = fromInline(node.content ?? []);
  return bare ? children : [{ name: 'p', attributes, children }];
}

/** Neighbours that share a mark share its tag; the mark that was outermost stays outermost. */
function fromInline(nodes: readonly DocumentNode[], depth = 0): Node[] {
  const made: Node[] = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at];
    const mark = node && marksOf(node)[depth];
    if (!node || !mark) {
      if (node) made.push(...fromLeaf(node));
      at++;
      continue;
    }
    let end = at + 1;
    while (end < nodes.length && sameMark(mark, marksOf(nodes[end])[depth])) end++;
    made.push({ name: tagOf(mark), attributes: mark.attrs?.attributes ?? [], children: fromInline(nodes.slice(at, end), depth + 1) });
    at = end;
  }
  return made;
}

function fromLeaf(node: DocumentNode): Node[] {
  if (node.type === 'hardBreak') return [{ name: 'br', attributes: [], children: [] }];
  if (node.type !== 'mention') return node.text === undefined ? [] : [node.text];
  const { attributes = [], text = '' } = (node.attrs ?? {}) as { attributes?: Attribute[]; text?: string };
  return [{ name: 'span', attributes, children: text === '' ? [] : [text] }];
}

const tags: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code', link: 'a' };
const tagOf = (mark: DocumentMark): string => mark.attrs?.tag || (tags[mark.type] ?? 'b');
const marksOf = (node: DocumentNode | undefined): readonly DocumentMark[] =>
  [...(node?.marks ?? [])].sort((a, b) => (a.attrs?.depth ?? 99) - (b.attrs?.depth ?? 99));

function sameMark(one: DocumentMark, two: DocumentMark | undefined): boolean {
  return (
    two !== undefined &&
    one.type === two.type &&
    tagOf(one) === tagOf(two) &&
    JSON.stringify(one.attrs?.attributes ?? []) === JSON.stringify(two.attrs?.attributes ?? [])
  );
}
