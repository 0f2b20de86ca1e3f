/** Whether two rich texts say the same, however they are marked up. */

import { parseTree, type RichTextNode, serializeNodes } from './rich-text-tree.ts';
import type { HtmlAttribute } from './scan-html.ts';

/** What an attribute adds to the look or to an editor's bookkeeping, and not to what the text says. */
const presentationAttributes = new Set([
  'p style',
  'pre style',
  'pre data-id',
  'pre spellcheck',
  'code class',
  'span class',
  'a target',
  'a rel',
]);
const equivalentTags: Readonly<Record<string, string>> = { strong: 'b', em: 'i' };

/**
 * [G21] Whether two rich texts are equal: their canonical forms are, where strong is b, em is i, a top-level code is a pre code, and presentation
 * attributes and their order do not count. Empty text is null, and so is one empty paragraph.
 */
export function richTextEquals(a: string | null, b: string | null): boolean {
  return a === b || toComparableHtml(a) === toComparableHtml(b);
}

function toComparableHtml(html: string | null): string {
  if (html === null || html === '') return '';
  const plain = serializeNodes(
    parseTree(html).map((node) => toComparableNode(isCodeElement(node) ? { name: 'pre', attributes: [], children: [node] } : node)),
  );
  return plain === '<p></p>' ? '' : plain;
}

function isCodeElement(node: RichTextNode): boolean {
  return typeof node !== 'string' && node.name === 'code';
}

function toComparableNode(node: RichTextNode): RichTextNode {
  if (typeof node === 'string') return node;
  const attributes = node.attributes.filter(([name]) => !presentationAttributes.has(`${node.name} ${name}`)).sort(byName);
  return { name: equivalentTags[node.name] ?? node.name, attributes, children: node.children.map(toComparableNode) };
}

function byName([a]: HtmlAttribute, [b]: HtmlAttribute): number {
  return a < b ? -1 : 1;
}
