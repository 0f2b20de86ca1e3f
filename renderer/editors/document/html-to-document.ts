/** Converts rich text of the story dialect (G21) to an editor document, without a DOM. Every attribute is preserved with its tag. */
import { parseTree, type RichTextElement, type RichTextNode, textOfNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { type EditorMark, type EditorNode, markByTag } from './editor-document.ts';

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
