/** The files of each project, as rows of a key-value store, and how many rows refer to the same bytes. */

import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import { storedFileSchema } from '../../shared/contracts/stored-file.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

export const storedFilesStoreName = 'files';

const storedFileRow = storedFileSchema.extend({
  /** When the file was stored, in microseconds. */
  storedAt: z.int(),
});
export type StoredFileRow = z.infer<typeof storedFileRow>;

export const storedFileRowId = (hash: string, file: string): string => `${hash}/${file}`;

export class StoredFileIndex {
  readonly #keyValueStore: KeyValueStore;
  /** SHA-256 by project and stored filename. */
  readonly #projects = new Map<string, Map<string, string>>();
  /** Rows by the SHA-256 of their bytes. */
  readonly #counts = new Map<string, number>();

  constructor(keyValueStore: KeyValueStore) {
    this.#keyValueStore = keyValueStore;
    for (const { id, value } of keyValueStore.list()) this.#count(id.slice(0, id.indexOf('/')), parseStoredFileRow(value));
  }

  find(hash: string, file: string): StoredFileRow | undefined {
    return this.#projects.get(hash)?.has(file) ? parseStoredFileRow(this.#keyValueStore.get(storedFileRowId(hash, file))) : undefined;
  }

  list(hash: string): StoredFileRow[] {
    return this.#keyValueStore.list(`${hash}/`).map(({ value }) => parseStoredFileRow(value));
  }

  listProjects(): string[] {
    return [...this.#projects.keys()];
  }

  /** Whether a file of any project has these bytes. */
  hasContent(sha256: string): boolean {
    return this.#counts.has(sha256);
  }

  /** Throws a Problem `store` if another process has opened the database since: this index would lack its files. */
  assertCurrent(): void {
    // Each transaction verifies that, even one without rows.
    this.#keyValueStore.put([]);
  }

  /** The writes of these rows, for the transaction of the caller, who calls `addToIndex` after it. */
  rowsToPut(hash: string, rows: readonly StoredFileRow[]): KeyValueWrites {
    return { store: storedFilesStoreName, put: rows.map((row) => ({ id: storedFileRowId(hash, row.file), value: row })) };
  }

  addToIndex(hash: string, row: StoredFileRow): void {
    if (!this.#projects.get(hash)?.has(row.file)) this.#count(hash, row);
  }

  put(hash: string, row: StoredFileRow): void {
    this.#keyValueStore.put([{ id: storedFileRowId(hash, row.file), value: row }]);
    this.addToIndex(hash, row);
  }

  /** Removes the rows and returns the SHA-256 of their bytes. */
  remove(hash: string, files: readonly string[]): string[] {
    this.#keyValueStore.remove(files.map((file) => storedFileRowId(hash, file)));
    return files.flatMap((file) => this.#forget(hash, file));
  }

  /** The writes that remove the rows of a project, for the transaction of the caller, who calls `forgetProject` after it. */
  rowsToRemove(hash: string): KeyValueWrites {
    return { store: storedFilesStoreName, remove: this.#listFileNames(hash).map((file) => storedFileRowId(hash, file)) };
  }

  /** Returns the SHA-256 of the bytes of its files. */
  forgetProject(hash: string): string[] {
    return this.#listFileNames(hash).flatMap((file) => this.#forget(hash, file));
  }

  #listFileNames(hash: string): string[] {
    return [...(this.#projects.get(hash)?.keys() ?? [])];
  }

  #count(hash: string, { file, sha256 }: StoredFileRow): void {
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
    const remaining = (this.#counts.get(sha256) ?? 1) - 1;
    if (remaining > 0) this.#counts.set(sha256, remaining);
    else this.#counts.delete(sha256);
    return [sha256];
  }
}

function parseStoredFileRow(value: unknown): StoredFileRow {
  const parsed = storedFileRow.safeParse(value);
  if (!parsed.success) throw new Problem('store', message('problem.assets.indexDamaged'));
  return parsed.data;
}
