/** Which files each project has, as rows of the shelf, and how many rows stand for the same bytes. */
import { z } from 'zod';
import { Problem } from '../../shared/problem.ts';
import type { Shelf, ShelfWrites } from '../../shared/shelf.ts';
import { storedFile } from '../../shared/stored-file.ts';

export const shelfName = 'files';

const fileRow = storedFile.extend({
  /** When it was stored, in microseconds. */
  at: z.int(),
});
export type FileRow = z.infer<typeof fileRow>;

export const rowId = (hash: string, file: string): string => `${hash}/${file}`;

export class FileRows {
  readonly #shelf: Shelf;
  /** SHA-256 by stored filename, by project. */
  readonly #projects = new Map<string, Map<string, string>>();
  readonly #counts = new Map<string, number>();

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    for (const { id, value } of shelf.list()) this.#count(id.slice(0, id.indexOf('/')), read(value));
  }

  find(hash: string, file: string): FileRow | undefined {
    return this.#projects.get(hash)?.has(file) ? read(this.#shelf.get(rowId(hash, file))) : undefined;
  }

  list(hash: string): FileRow[] {
    return this.#shelf.list(`${hash}/`).map(({ value }) => read(value));
  }

  projects(): string[] {
    return [...this.#projects.keys()];
  }

  /** Whether any project has these bytes. */
  has(sha256: string): boolean {
    return this.#counts.has(sha256);
  }

  /** The rows as they are laid beside a commit; `added` tells afterwards that they are there. */
  writes(hash: string, rows: readonly FileRow[]): ShelfWrites {
    return { shelf: shelfName, put: rows.map((row) => ({ id: rowId(hash, row.file), value: row })) };
  }

  added(hash: string, row: FileRow): void {
    if (!this.#projects.get(hash)?.has(row.file)) this.#count(hash, row);
  }

  put(hash: string, row: FileRow): void {
    this.#shelf.put([{ id: rowId(hash, row.file), value: row }]);
    this.added(hash, row);
  }

  /** Removes rows; answers the bytes that they stood for. */
  remove(hash: string, files: readonly string[]): string[] {
    this.#shelf.remove(files.map((file) => rowId(hash, file)));
    return files.flatMap((file) => this.#forget(hash, file));
  }

  removal(hash: string): ShelfWrites {
    return { shelf: shelfName, remove: this.files(hash).map((file) => rowId(hash, file)) };
  }

  files(hash: string): string[] {
    return [...(this.#projects.get(hash)?.keys() ?? [])];
  }

  #count(hash: string, { file, sha256 }: FileRow): void {
    const files = this.#projects.get(hash) ?? new Map<string, string>();
    this.#projects.set(hash, files.set(file, sha256));
    this.#counts.set(sha256, (this.#counts.get(sha256) ?? 0) + 1);
  }

  #forget(hash: string, file: string): string[] {
    const files = this.#projects.get(hash);
    const sha256 = files?.get(file);
    if (!files || sha256 === undefined) return [];
    files.delete(file);
    if (files.size === 0) this.#projects.delete(hash);
    const left = (this.#counts.get(sha256) ?? 1) - 1;
    if (left > 0) this.#counts.set(sha256, left);
    else this.#counts.delete(sha256);
    return [sha256];
  }
}

function read(value: unknown): FileRow {
  const parsed = fileRow.safeParse(value);
  if (!parsed.success) throw new Problem('store', 'What is known of a stored file cannot be read. Please restore a backup.');
  return parsed.data;
}
