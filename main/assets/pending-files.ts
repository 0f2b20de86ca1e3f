/** Files whose bytes are stored but whose rows are not. Each of them must be committed or discarded. */
import { type StoredFile, storedFileSchema } from '../../shared/contracts/stored-file.ts';
import { type StoredFileRow, storedFileRowId } from './stored-file-index.ts';

/** A stored file without a row. The object itself is the handle by which it is committed or discarded. */
export interface PendingFile {
  readonly stored: StoredFile;
}

export class PendingFiles {
  readonly #rows = new Map<PendingFile, { readonly hash: string | null; readonly row: StoredFileRow }>();
  /** The rows of files for existing projects, by project and stored name. */
  readonly #byName = new Map<string, StoredFileRow>();
  /** Uploads and pending files by the SHA-256 of their bytes, which must not be removed meanwhile. */
  readonly #claims = new Map<string, number>();

  /** Protects bytes from removal until `release`. */
  claim(sha256: string): void {
    this.#claims.set(sha256, (this.#claims.get(sha256) ?? 0) + 1);
  }

  release(sha256: string): void {
    const remaining = (this.#claims.get(sha256) ?? 1) - 1;
    if (remaining > 0) this.#claims.set(sha256, remaining);
    else this.#claims.delete(sha256);
  }

  isClaimed(sha256: string): boolean {
    return this.#claims.has(sha256);
  }

  /** Adds a file whose bytes have been claimed. `hash` is null for a project that is still to be created. */
  add(hash: string | null, row: StoredFileRow): PendingFile {
    const file = { stored: toStoredFile(row) };
    this.#rows.set(file, { hash, row });
    if (hash !== null) this.#byName.set(storedFileRowId(hash, row.file), row);
    return file;
  }

  find(hash: string, file: string): StoredFileRow | undefined {
    return this.#byName.get(storedFileRowId(hash, file));
  }

  rowsOf(files: readonly PendingFile[]): StoredFileRow[] {
    return files.flatMap((file) => this.#rows.get(file)?.row ?? []);
  }

  /** Removes the files from the pending ones, releases their bytes and passes each row to `use`. Files that are no longer pending are skipped. */
  takeEach(files: readonly PendingFile[], use: (row: StoredFileRow) => void): void {
    for (const file of files) {
      const pending = this.#rows.get(file);
      if (!pending) continue;
      const { hash, row } = pending;
      this.#rows.delete(file);
      if (hash !== null) this.#byName.delete(storedFileRowId(hash, row.file));
      this.release(row.sha256);
      use(row);
    }
  }
}

export const toStoredFile = ({ storedAt: _, ...stored }: StoredFileRow): StoredFile => storedFileSchema.parse(stored);
