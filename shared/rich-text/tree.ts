/** Rich text as a tree, for those who turn it into something else. Reading and checking need none: read.ts. */
import { readRichText } from './read.ts';
import { type Attribute, scan } from './scan.ts';
import { writeTag, writeText } from './write.ts';

export type Element = { name: string; attributes: Attribute[]; children: Node[] };
/** A string is text without entities. */
export type Node = Element | string;

const blocks = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li']);

/** Whether a node stands on lines of its own. */
export function isBlock(node: Node): node is Element {
  return typeof node !== 'string' && blocks.has(node.name);
}

/** The tree of a rich text that was read; what was not is read now. HTML that no dialect allows is one paragraph that says it as text. */
export function treeOf(html: string): Node[] {
  const root: Element = { name: '', attributes: [], children: [] };
  const around: Element[] = [];
  let inside = root;
  const read = readRichText(html, 'story');
  if (!read.ok) return [{ name: 'p', attributes: [], children: [html] }];
  scan(read.html, {
    open({ name, attributes }) {
      const element: Element = { name, attributes, children: [] };
      inside.children.push(element);
      if (name === 'br') return undefined;
      around.push(inside);
      inside = element;
      return undefined;
    },
    close() {
      inside = around.pop() ?? root;
      return undefined;
    },
    text(text) {
      const last = inside.children.length - 1;
      const before = inside.children[last];
      if (typeof before === 'string') inside.children[last] = before + text;
      else inside.children.push(text);
      return undefined;
    },
  });
  return root.children;
}

/** Canonical HTML of nodes. */
export function writeNodes(nodes: readonly Node[]): string {
  let html = '';
  for (const node of nodes) {
    if (typeof node === 'string') html += writeText(node);
    else html += writeTag(node.name, node.attributes) + (node.name === 'br' ? '' : `${writeNodes(node.children)}</${node.name}>`);
  }
  return html;
}

/** The text of nodes, without tags; a break is a line's end. */
export function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : node.name === 'br' ? '\n' : textOf(node.children))).join('');
}
