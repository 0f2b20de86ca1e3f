/**
 * The text that a content produces when it is played. As in the published interpreters, a paragraph that follows a script continues
 * the paragraph before it: `<p>You carry</p> if … <p>a knife</p> endif` produces `<p>You carry a knife</p>`.
 */
import {
  isBlockElement,
  parseTree,
  parseTreeInSteps,
  type RichTextElement,
  type RichTextNode,
  serializeNodes,
  textOfNodes,
} from '../rich-text/rich-text-tree.ts';
import type { ScriptProfile } from '../script/script-profile.ts';

interface PlacedNode {
  readonly node: Extract<RichTextNode, object>;
  /** The quotation that contains it; null outside of quotations. */
  readonly quotationIndex: number | null;
}

export class PlayOutput {
  readonly #losesMarkup: boolean;
  readonly #placed: PlacedNode[] = [];
  #afterScript = false;
  #quotes = 0;
  /** The quotation that is open; `new` until its first text. */
  #quote: number | 'new' | null = null;

  /** Without a profile, a text is shown with its markup. */
  constructor({ textMarkup }: Pick<ScriptProfile, 'textMarkup'> = { textMarkup: 'shown' }) {
    this.#losesMarkup = textMarkup === 'partlyLost';
  }

  /** Records that a script followed the last text. */
  markScript(): void {
    this.#afterScript = true;
  }

  /** After a script, a quotation continues the one before it. */
  addQuotation(fill: () => void): void {
    const before = this.#placed.at(-1)?.quotationIndex ?? null;
    this.#quote = this.#afterScript && before !== null ? before : 'new';
    fill();
    this.#quote = null;
  }

  addText(html: string): void {
    for (const node of parseTree(html)) {
      const block = isBlockElement(node) ? node : { name: 'p', attributes: [], children: [node] };
      this.#place(this.#losesMarkup ? withoutLostMarkup(block) : block);
    }
  }

  /** [Scripts] Adds the output of `show`, which continues the text before it. */
  appendText(output: string): void {
    // What a script shows is not written with entities. A `<` without a `>` after it stays.
    const text = this.#losesMarkup ? output.replace(/<[^>]*>?/g, (tag) => (tag.endsWith('>') ? '' : tag)) : output;
    const last = this.#placed.at(-1);
    if (last?.node.name === 'p' && this.#quote !== 'new') appendNodes(last.node.children, [text]);
    else this.#push({ name: 'p', attributes: [], children: text === '' ? [] : [text] });
    this.#afterScript = true;
  }

  /** Whether there is no output. */
  get isEmpty(): boolean {
    return this.#placed.every(({ node }) => node.children.length === 0 || textOfNodes([node]).trim() === '');
  }

  toHtml(): string {
    const nodes: RichTextNode[] = [];
    let open: { readonly quote: number; readonly children: RichTextNode[] } | undefined;
    for (const { node, quotationIndex } of this.#placed) {
      if (quotationIndex === null) {
        open = undefined;
        nodes.push(node);
      } else if (open?.quote === quotationIndex) open.children.push(node);
      else {
        open = { quote: quotationIndex, children: [node] };
        nodes.push({ name: 'blockquote', attributes: [], children: open.children });
      }
    }
    return serializeNodes(nodes);
  }

  #place(node: PlacedNode['node']): void {
    const last = this.#placed.at(-1);
    const continuesParagraph =
      this.#afterScript && last !== undefined && last.quotationIndex === this.#quote && last.node.name === 'p' && node.name === 'p';
    this.#afterScript = false;
    if (continuesParagraph) {
      appendNodes(last.node.children, node.children);
    } else this.#push(node);
  }

  #push(node: PlacedNode['node']): void {
    if (this.#quote === 'new') this.#quote = this.#quotes++;
    this.#placed.push({ node: { ...node, children: [...node.children] }, quotationIndex: this.#quote });
  }
}

function appendNodes(before: RichTextNode[], after: readonly RichTextNode[]): void {
  if (after.length === 0 || (after.length === 1 && after[0] === '')) return;
  if (before.length > 0) before.push(' ');
  for (const node of after) before.push(node);
}

/** Whether a block is shown in another way where markup is partly lost (ScriptProfile.textMarkup). */
export const losesMarkup = (html: string): boolean => parseTree(html).some(isShownOtherwise);

/** Like `losesMarkup`, in steps between which the caller may pause. */
export function* losesMarkupInSteps(html: string): Generator<void, boolean> {
  for (const [at, node] of (yield* parseTreeInSteps(html)).entries()) {
    if (isShownOtherwise(node)) return true;
    if (at % nodesPerStep === nodesPerStep - 1) yield;
  }
  return false;
}

/** Comparing as many blocks takes a few milliseconds. */
const nodesPerStep = 2 ** 8;

function isShownOtherwise(node: RichTextNode): boolean {
  const block = isBlockElement(node) ? node : { name: 'p', attributes: [], children: [node] };
  return serializeNodes([withoutLostMarkup(block)]) !== serializeNodes([block]);
}

/** A block as it is shown where markup is partly lost (ScriptProfile.textMarkup). */
function withoutLostMarkup(block: RichTextElement): RichTextElement {
  const text = textOfNodes(block.children);
  const isLost = new Uint8Array(text.length);
  // A `<` begins a tag if any `>` follows it; other brackets are lost alone.
  const lastEnd = text.lastIndexOf('>');
  let inTag = false;
  for (let index = 0; index < text.length; index++) {
    const isBracket = text[index] === '<' || text[index] === '>';
    if (inTag || isBracket) isLost[index] = 1;
    if (isBracket) inTag = text[index] === '<' && index < lastEnd;
  }
  let at = 0;
  const convert = (node: RichTextNode): RichTextNode[] => {
    if (typeof node === 'string') {
      const start = at;
      at += node.length;
      let kept = '';
      for (let from = 0, to = 0; from < node.length; from = to) {
        for (to = from + 1; to < node.length && isLost[start + to] === isLost[start + from]; ) to++;
        if (!isLost[start + from]) kept += node.slice(from, to);
      }
      return [kept.replaceAll('&', '&amp;')];
    }
    if (node.name === 'br') {
      // The text of a line break is one character.
      at += textOfNodes([node]).length;
      return [];
    }
    const children = node.children.flatMap(convert);
    return node.name === 'u' || node.name === 's' ? children : [{ ...node, children }];
  };
  return { ...block, children: block.children.flatMap(convert) };
}
