/**
 * Caches the text of the members of one collection, in the order of their ids. Members are grouped in blocks: after a change, the text of
 * the block is created again, and all other pieces are reused. The texts of single members are not kept.
 */
import type { TextChunk } from '../../shared/contracts/export-file.ts';
import { sortedPositions } from './key-order.ts';

interface MemberBlock {
  readonly ids: string[];
  /** null if the text must be created (again). */
  piece: TextChunk | null;
}

const blockSize = 32;

export class CollectionTextCache {
  readonly #blocks: MemberBlock[] = [];
  readonly #separator: string;

  constructor(ids: readonly string[], separator: string) {
    this.#separator = separator;
    let block: MemberBlock = { ids: [], piece: null };
    for (const at of sortedPositions(ids)) {
      if (block.ids.length === 0 || block.ids.length === blockSize) {
        block = { ids: [], piece: null };
        this.#blocks.push(block);
      }
      block.ids.push(ids[at] ?? '');
    }
  }

  /** Must be called when a record was added, changed, or removed (`isMember` false). */
  invalidate(id: string, isMember: boolean): void {
    const at = this.#blockFor(id);
    const block = this.#blocks[at];
    if (!block) {
      if (isMember) this.#blocks.push({ ids: [id], piece: null });
      return;
    }
    const place = lowerBound(block.ids, id);
    const isKnown = block.ids[place] === id;
    if (!isKnown && !isMember) return;
    if (!isKnown) block.ids.splice(place, 0, id);
    else if (!isMember) block.ids.splice(place, 1);
    block.piece = null;
    if (block.ids.length === 0) this.#blocks.splice(at, 1);
    else if (block.ids.length > 2 * blockSize) this.#blocks.splice(at + 1, 0, { ids: block.ids.splice(blockSize), piece: null });
  }

  /**
   * `textOf` is called for the members of changed blocks, and with `all` also for those of blocks whose text was dropped. It returns
   * undefined for an id that is not a member after all.
   */
  *pieces(textOf: (id: string) => string | undefined, chunkScope: 'all' | 'new'): Generator<TextChunk> {
    for (const block of this.#blocks) {
      if (block.piece === null) block.piece = { text: this.#textOf(block, textOf) };
      else if (chunkScope === 'all') block.piece.text ??= this.#textOf(block, textOf);
      if (block.piece.text !== '') yield block.piece;
    }
  }

  /** The number of characters in memory. */
  get characterCount(): number {
    return this.#blocks.reduce((sum, { piece }) => sum + (piece?.text?.length ?? 0), 0);
  }

  get isComplete(): boolean {
    return this.#blocks.every(({ piece }) => piece?.text !== null);
  }

  #textOf({ ids }: MemberBlock, textOf: (id: string) => string | undefined): string {
    return ids
      .map(textOf)
      .filter((text) => text !== undefined)
      .join(this.#separator);
  }

  /** The last block that starts at or before this id, or else the first one. */
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

function lowerBound(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
