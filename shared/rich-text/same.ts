/** Whether two rich texts say the same, however they are marked up. */
import type { Attribute } from './scan.ts';
import { type Node, treeOf, writeNodes } from './tree.ts';

/** What an attribute adds to the look or to an editor's bookkeeping, and not to what the text says. */
const presentation = new Set(['p style', 'pre style', 'pre data-id', 'pre spellcheck', 'code class', 'span class', 'a target', 'a rel']);
const sameTag: Readonly<Record<string, string>> = { strong: 'b', em: 'i' };

/**
 * [G21] Whether two rich texts are equal: their canonical forms are, where strong is b, em is i, a top-level code is a pre code, and presentation
 * attributes and their order do not count. Empty text is null, and so is one empty paragraph.
 */
export function sameRichText(a: string | null, b: string | null): boolean {
  return a === b || essence(a) === essence(b);
}

function essence(html: string | null): string {
  if (html === null || html === '') return '';
  const plain = writeNodes(
    treeOf(html).map((node) => essential(isTopCode(node) ? { name: 'pre', attributes: [], children: [node] } : node)),
  );
  return plain === '<p></p>' ? '' : plain;
}

function isTopCode(node: Node): boolean {
  return typeof node !== 'string' && node.name === 'code';
}

function essential(node: Node): Node {
  if (typeof node === 'string') return node;
  const attributes = node.attributes.filter(([name]) => !presentation.has(`${node.name} ${name}`)).sort(byName);
  return { name: sameTag[node.name] ?? node.name, attributes, children: node.children.map(essential) };
}

function byName([a]: Attribute, [b]: Attribute): number {
  return a < b ? -1 : 1;
}
