/** Serializes an editor document to rich text of the story dialect (G21), without a DOM. */
import { type RichTextElement, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { type EditorMark, type EditorNode, htmlAttributesIn } from './editor-document.ts';

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
      if (node) merged.push(...leafToNodes(node));
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
