/**
 * The members of one collection as text, in the order of their ids. They lie in blocks: what changes makes its block be written again, all others are
 * text already. The text of a single member is not kept, so that all of it takes as much memory as it has characters; and what another view (another
 * language) says in the same words is kept once.
 */
import { keyOrder } from './key-order.ts';

/** Members with separators between them. An object, so that views can share it and be counted as sharing it. */
export interface Text {
  readonly text: string;
}

interface Block {
  readonly ids: string[];
  /** Null until it is written (again). */
  text: Text | null;
}

const SIZE = 128;

export class KeptMembers {
  readonly #blocks: Block[] = [];
  readonly #separator: string;

  /** `like`: the same collection of another view, which may say the same. */
  constructor(members: Iterable<readonly [id: string, text: string]>, separator: string, like?: KeptMembers) {
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
      if (inBlock.length === 0) return;
      const text = inBlock.join(separator);
      const other = like ? like.#blocks[this.#blocks.length]?.text : undefined;
      this.#blocks.push({ ids: block.ids, text: other?.text === text ? other : { text } });
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
      block.text ??= {
        text: block.ids
          .map(textOf)
          .filter((text) => text !== undefined)
          .join(this.#separator),
      };
      if (block.text.text !== '') yield block.text.text;
    }
  }

  /** Characters of the texts that are not among `counted` yet; from now on they are. */
  lengthBeside(counted: Set<Text>): number {
    let length = 0;
    for (const { text } of this.#blocks) {
      if (!text || counted.has(text)) continue;
      counted.add(text);
      length += text.text.length;
    }
    return length;
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
