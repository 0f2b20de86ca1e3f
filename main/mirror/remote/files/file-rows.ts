/** What the mirror keeps of the file of each asset: a row beside the base. A row that is no more is null. */
import { z } from 'zod';
import type { Shelf, ShelfWrites } from '../../../../shared/shelf.ts';
import { type Entry, mirrorShelf } from '../../loop/rows.ts';

const fileRow = z.strictObject({
  /** What both sides last had: the bytes, and what the remote calls them (null: no file; missing: not known yet). */
  agreed: z.strictObject({ there: z.string().nullable().optional(), sha256: z.string().nullable() }).nullable(),
  /** It lies there and no asset has it yet. Milliseconds: what no asset has is swept after a day (G13). */
  up: z.strictObject({ as: z.string(), sha256: z.string(), at: z.number() }).nullable(),
  /** Both replaced it: the name of theirs, what bytes ours are, and where theirs lie here, to be looked at (G13: for a day). */
  crossed: z.strictObject({ there: z.string(), sha256: z.string(), file: z.string().nullable().default(null) }).nullable(),
  /** What one side would not take: not tried again as long as it would be the same. `what`: our bytes, or their name. */
  refused: z.strictObject({ what: z.string(), why: z.string() }).nullable(),
});
export type FileRow = z.infer<typeof fileRow>;

export const noRow: FileRow = { agreed: null, up: null, crossed: null, refused: null };

export const fileEntry = (asset: string, row: FileRow | null): Entry => ({ id: `file/${asset}`, value: row });

/** Always as they are on the disk: the loop writes some of them in its own transactions. */
export class FileRows {
  readonly #shelf: Shelf;
  readonly #prefix: string;

  constructor(shelf: Shelf, hash: string) {
    this.#shelf = shelf;
    this.#prefix = `${hash}/file/`;
  }

  get(asset: string): FileRow {
    return fileRow.safeParse(this.#shelf.get(`${this.#prefix}${asset}`)).data ?? noRow;
  }

  all(): Map<string, FileRow> {
    const rows = new Map<string, FileRow>();
    for (const { id, value } of this.#shelf.list(this.#prefix)) {
      const read = fileRow.safeParse(value);
      if (read.success) rows.set(id.slice(this.#prefix.length), read.data);
    }
    return rows;
  }

  write(asset: string, row: FileRow | null): void {
    this.#shelf.put(this.beside(asset, row).put ?? []);
  }

  /** To be laid beside a command. */
  beside(asset: string, row: FileRow | null): ShelfWrites {
    return { shelf: mirrorShelf, put: [{ id: `${this.#prefix}${asset}`, value: row }] };
  }
}
