/** Converts rich text of the story dialect (G21) to an editor document and back, without a DOM. Every attribute is preserved with its tag. */
import { appendAll } from '../../../shared/lists.ts';
import {
  parseTree,
  type RichTextElement,
  type RichTextNode,
  serializeNodes,
  textOfNodes,
} from '../../../shared/rich-text/rich-text-tree.ts';
import { type EditorMark, type EditorNode, htmlAttributesIn, markByTag } from './editor-document.ts';

const nodeByTag: Readonly<Record<string, string>> = { blockquote: 'blockquote', ul: 'bulletList', ol: 'orderedList', li: 'listItem' };
const blockTags: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li', 'code']);

export const isBlank = (text: string): boolean => /^[ \t\n\f\r]*$/.test(text);
export const isBlock = (node: RichTextNode): node is RichTextElement => typeof node !== 'string' && blockTags.has(node.name);

/** An empty text becomes one empty paragraph. */
export function htmlToDocument(html: string | null): EditorNode {
  const content = toBlocks(parseTree(html ?? ''));
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** Text outside of any block becomes a `bare` paragraph, which is serialized without its tag. */
function toBlocks(nodes: readonly RichTextNode[]): EditorNode[] {
  const blocks: EditorNode[] = [];
  let run: RichTextNode[] = [];
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || !isBlank(node)))
      blocks.push(createBlock('paragraph', toInline(run, []), { bare: true }));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node);
    else {
      endRun();
      blocks.push(toBlock(node));
    }
  }
  endRun();
  return blocks;
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
  const set = Object.entries(attrs).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0));
  return { type, ...(set.length > 0 ? { attrs: Object.fromEntries(set) } : {}), ...(content.length > 0 ? { content } : {}) };
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

const tagByNode: Readonly<Record<string, string>> = { blockquote: 'blockquote', bulletList: 'ul', orderedList: 'ol', listItem: 'li' };

/** Returns null for an empty document. */
export function documentToHtml(document: EditorNode): string | null {
  const nodes = (document.content ?? []).flatMap(blockToNodes);
  const html = serializeNodes(nodes);
  return html === '' || html === '<p></p>' ? null : html;
}

function blockToNodes(node: EditorNode): RichTextNode[] {
  const attributes = htmlAttributesIn(node.attrs);
  const bare = node.attrs?.bare === true;
  if (node.type === 'codeBlock') {
    const script: RichTextElement = {
      name: 'code',
      attributes: htmlAttributesIn(node.attrs, 'code'),
      children: inlineToNodes(node.content ?? []),
    };
    return bare ? [script] : [{ name: 'pre', attributes, children: [script] }];
  }
  const tag = tagByNode[node.type];
  if (tag !== undefined) return [{ name: tag, attributes: [], children: (node.content ?? []).flatMap(blockToNodes) }];
  const children = inlineToNodes(node.content ?? []);
  return bare ? children : [{ name: 'p', attributes, children }];
}

/** Neighbors with the same mark share its tag. The marks keep their nesting order. */
function inlineToNodes(nodes: readonly EditorNode[], depth = 0): RichTextNode[] {
  const merged: RichTextNode[] = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at];
    const mark = node && sortedMarks(node)[depth];
    if (!node || !mark) {
      if (node) appendAll(merged, leafToNodes(node));
      at++;
      continue;
    }
    let end = at + 1;
    while (end < nodes.length && isSameMark(mark, sortedMarks(nodes[end])[depth])) end++;
    merged.push({
      name: markTag(mark),
      attributes: mark.attrs?.attributes ?? [],
      children: inlineToNodes(nodes.slice(at, end), depth + 1),
    });
    at = end;
  }
  return merged;
}

function leafToNodes(node: EditorNode): RichTextNode[] {
  if (node.type === 'hardBreak') return [{ name: 'br', attributes: [], children: [] }];
  if (node.type !== 'mention') return node.text === undefined ? [] : [node.text];
  const text = String(node.attrs?.text ?? '');
  return [{ name: 'span', attributes: htmlAttributesIn(node.attrs), children: text === '' ? [] : [text] }];
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
