/** Rich text as a tree, for code that converts it to another form. Parsing and checking work without one: canonicalize-rich-text.ts. */
import { canonicalizeRichText } from './canonicalize-rich-text.ts';
import { type HtmlAttribute, scanHtml } from './scan-html.ts';
import { escapeText, serializeOpeningTag } from './serialize-html.ts';

export type RichTextElement = { name: string; attributes: HtmlAttribute[]; children: RichTextNode[] };
/** A string is text with entities decoded. */
export type RichTextNode = RichTextElement | string;

const blockTags = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li']);

/** Whether a node is a block. */
export function isBlockElement(node: RichTextNode): node is RichTextElement {
  return typeof node !== 'string' && blockTags.has(node.name);
}

/** The tree of a rich text that was parsed already, else of the text to parse. HTML that no dialect allows becomes one paragraph with its source as text. */
export function parseTree(html: string): RichTextNode[] {
  const root: RichTextElement = { name: '', attributes: [], children: [] };
  const around: RichTextElement[] = [];
  let inside = root;
  const read = canonicalizeRichText(html, 'story');
  if (!read.ok) return [{ name: 'p', attributes: [], children: [html] }];
  scanHtml(read.html, {
    open({ name, attributes }) {
      const element: RichTextElement = { name, attributes, children: [] };
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
export function serializeNodes(nodes: readonly RichTextNode[]): string {
  let html = '';
  for (const node of nodes) {
    if (typeof node === 'string') html += escapeText(node);
    else
      html +=
        serializeOpeningTag(node.name, node.attributes) + (node.name === 'br' ? '' : `${serializeNodes(node.children)}</${node.name}>`);
  }
  return html;
}

/** The text of nodes, without tags; a break becomes a line end. */
export function textOfNodes(nodes: readonly RichTextNode[]): string {
  return nodes.map(textOfNode).join('');
}

function textOfNode(node: RichTextNode): string {
  if (typeof node === 'string') return node;
  return node.name === 'br' ? '\n' : textOfNodes(node.children);
}
