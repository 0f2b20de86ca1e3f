/**
 * The text that a content gives when it is played. A paragraph that follows a script goes on in the paragraph before it, as in the published
 * interpreters: `<p>You carry</p> if … <p>a knife</p> endif` gives `<p>You carry a knife</p>`.
 */
import { isBlock, type Node, textOf, treeOf, writeNodes } from '../rich-text/tree.ts';

interface Placed {
  readonly node: Extract<Node, object>;
  /** The quotation it stands in, null outside. */
  readonly quote: number | null;
}

export class Output {
  readonly #placed: Placed[] = [];
  #afterScript = false;
  #quotes = 0;
  /** The quotation that is open; `undecided` until its first text says whether it goes on in the one before. */
  #quote: number | 'undecided' | null = null;

  /** A script stood here. */
  script(): void {
    this.#afterScript = true;
  }

  quotation(fill: () => void): void {
    this.#quote = 'undecided';
    fill();
    this.#quote = null;
  }

  text(html: string): void {
    for (const node of treeOf(html)) this.#place(isBlock(node) ? node : { name: 'p', attributes: [], children: [node] });
  }

  /** [Scripts] What `show` says: it goes on where the text ended. */
  show(words: string): void {
    const last = this.#placed.at(-1);
    if (last?.node.name === 'p' && this.#quote !== 'undecided') join(last.node.children, [words]);
    else this.#push({ name: 'p', attributes: [], children: words === '' ? [] : [words] });
    this.#afterScript = true;
  }

  /** Whether it says nothing. */
  get isEmpty(): boolean {
    return this.#placed.every(({ node }) => node.children.length === 0 || textOf([node]).trim() === '');
  }

  html(): string {
    const nodes: Node[] = [];
    let open: { readonly quote: number; readonly children: Node[] } | undefined;
    for (const { node, quote } of this.#placed) {
      if (quote === null) {
        open = undefined;
        nodes.push(node);
      } else if (open?.quote === quote) open.children.push(node);
      else {
        open = { quote, children: [node] };
        nodes.push({ name: 'blockquote', attributes: [], children: open.children });
      }
    }
    return writeNodes(nodes);
  }

  #place(node: Placed['node']): void {
    const last = this.#placed.at(-1);
    const goesOn =
      this.#afterScript &&
      last !== undefined &&
      (last.quote === null) === (this.#quote === null) &&
      last.node.name === 'p' &&
      node.name === 'p';
    this.#afterScript = false;
    if (goesOn) {
      if (this.#quote !== null) this.#quote = last.quote;
      join(last.node.children, node.children);
    } else this.#push(node);
  }

  #push(node: Placed['node']): void {
    if (this.#quote === 'undecided') this.#quote = this.#quotes++;
    this.#placed.push({ node: { ...node, children: [...node.children] }, quote: this.#quote });
  }
}

function join(before: Node[], after: readonly Node[]): void {
  if (after.length === 0 || (after.length === 1 && after[0] === '')) return;
  if (before.length > 0) before.push(' ');
  before.push(...after);
}
