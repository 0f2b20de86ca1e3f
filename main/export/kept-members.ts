/**
 * The members of one collection as text, in the order of their ids. They lie in blocks: what changes makes its block be written again, all others are
 * text already. The text of a single member is not kept, so that all of it takes as much memory as it has characters.
 */
import { keyOrder } from './key-order.ts';

interface Block {
  readonly ids: string[];
  /** Members with separators between them; null until it is written (again). */
  text: string | null;
}

const SIZE = 128;

export class KeptMembers {
  readonly #blocks: Block[] = [];
  readonly #separator: string;

  constructor(members: Iterable<readonly [id: string, text: string]>, separator: string) {
    this.#separator = separator;
    const ids: string[] = [];
    const texts: string[] = [];
    for (const [id, text] of members) {
      ids.push(id);
      texts.push(text);
    }
    let block: Block = { ids: [], text: null };
    let inBlock: string[] = [];
    const end = (): void => {
      if (inBlock.length > 0) this.#blocks.push({ ids: block.ids, text: inBlock.join(separator) });
    };
    for (const at of keyOrder(ids)) {
      if (inBlock.length === SIZE) {
        end();
        block = { ids: [], text: null };
        inBlock = [];
      }
      block.ids.push(ids[at] ?? '');
      inBlock.push(texts[at] ?? '');
    }
    end();
  }

  /** A record has come, gone (`isThere` false) or changed. */
  touch(id: string, isThere: boolean): void {
    const at = this.#blockFor(id);
    const block = this.#blocks[at];
    if (!block) {
      if (isThere) this.#blocks.push({ ids: [id], text: null });
      return;
    }
    const place = firstNotBelow(block.ids, id);
    const isKnown = block.ids[place] === id;
    if (!isKnown && !isThere) return;
    if (!isKnown) block.ids.splice(place, 0, id);
    else if (!isThere) block.ids.splice(place, 1);
    block.text = null;
    if (block.ids.length === 0) this.#blocks.splice(at, 1);
    else if (block.ids.length > 2 * SIZE) this.#blocks.splice(at + 1, 0, { ids: block.ids.splice(SIZE), text: null });
  }

  /** The texts of the blocks. `textOf` is asked for what has to be written again; undefined: not a member after all. */
  *texts(textOf: (id: string) => string | undefined): Generator<string> {
    for (const block of this.#blocks) {
      block.text ??= block.ids
        .map(textOf)
        .filter((text) => text !== undefined)
        .join(this.#separator);
      if (block.text !== '') yield block.text;
    }
  }

  get length(): number {
    return this.#blocks.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
  }

  /** The last block that does not begin behind this id, or the first one. */
  #blockFor(id: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#blocks[middle]?.ids[0] ?? '') <= id) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

function firstNotBelow(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
