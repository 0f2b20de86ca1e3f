/** Compares rich texts by meaning, regardless of markup. */

import type { HtmlAttribute } from './html.ts';
import { parseTree, type RichTextNode, serializeNodes } from './rich-text-tree.ts';

/** Attributes that only affect the appearance or an editor's bookkeeping, not the meaning of the text. */
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
 * attributes and the order of attributes do not count. Null, an empty text and a single empty paragraph are equal.
 */
export function richTextEquals(a: string | null, b: string | null): boolean {
  return a === b || toComparableRichText(a) === toComparableRichText(b);
}

/** Two texts are equal if this is the same for both. */
export function toComparableRichText(html: string | null): string {
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
