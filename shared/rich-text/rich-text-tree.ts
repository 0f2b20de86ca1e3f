/** Rich text as a tree, for code that converts it to another form. Parsing and checking work without one: canonicalize-rich-text.ts. */
import { type RichTextReceiver, readRichText, readRichTextInSteps } from './canonicalize-rich-text.ts';
import type { HtmlAttribute } from './html.ts';
import { escapeText, normalizeLineEnds, serializeOpeningTag } from './html.ts';

export type RichTextElement = { name: string; attributes: HtmlAttribute[]; children: RichTextNode[] };
/** A string is text with entities decoded. */
export type RichTextNode = RichTextElement | string;

const blockTags: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li']);
export const isBlockTag = (name: string): boolean => blockTags.has(name);

/** Whether a node is a block. */
export function isBlockElement(node: RichTextNode): node is RichTextElement {
  return typeof node !== 'string' && isBlockTag(node.name);
}

/** The tree of a rich text. HTML that no dialect allows becomes one paragraph with its source as text. */
export function parseTree(html: string): RichTextNode[] {
  const builder = new TreeBuilder();
  return readRichText(html, 'story', builder) === null ? builder.result() : asParagraph(html);
}

/** The tree of the first characters of a rich text, which may end inside a tag. The text must be valid as a whole, as stored ones are. */
export function parseTreeStart(html: string, length: number): RichTextNode[] {
  if (html.length <= length) return parseTree(html);
  const builder = new TreeBuilder();
  readRichText(html.slice(0, length), 'story', builder);
  return builder.result();
}

/** Like `parseTree`, in steps between which the caller may pause. */
export function* parseTreeInSteps(html: string): Generator<void, RichTextNode[]> {
  const builder = new TreeBuilder();
  return (yield* readRichTextInSteps(html, 'story', builder)) === null ? builder.result() : asParagraph(html);
}

const asParagraph = (text: string): RichTextNode[] => [{ name: 'p', attributes: [], children: [text] }];

class TreeBuilder implements RichTextReceiver {
  readonly #root: RichTextElement = { name: '', attributes: [], children: [] };
  readonly #around: RichTextElement[] = [];
  #inside = this.#root;
  #hasNoTags = true;

  open(name: string, attributes: HtmlAttribute[]): void {
    this.#hasNoTags = false;
    const element: RichTextElement = { name, attributes: attributes.map(([key, value]) => [key, normalizeLineEnds(value)]), children: [] };
    this.#inside.children.push(element);
    if (name === 'br') return;
    this.#around.push(this.#inside);
    this.#inside = element;
  }

  close(): void {
    this.#inside = this.#around.pop() ?? this.#root;
  }

  text(piece: string): void {
    const { children } = this.#inside;
    const text = normalizeLineEnds(piece);
    const last = children.length - 1;
    const before = children[last];
    if (typeof before === 'string') children[last] = before + text;
    else children.push(text);
  }

  result(): RichTextNode[] {
    const { children } = this.#root;
    return this.#hasNoTags && children.length > 0 ? [{ name: 'p', attributes: [], children }] : children;
  }
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
