/** Files whose bytes are stored but whose rows are not. Each of them must be committed or discarded. */
import { type StoredFile, storedFileSchema } from '../../shared/contracts/stored-file.ts';
import type { StoredFileRow } from './stored-file-index.ts';

/** A stored file without a row. The object itself is the handle by which it is committed or discarded. */
export interface PendingFile {
  readonly stored: StoredFile;
}

export class PendingFiles {
  readonly #rows = new Map<PendingFile, { readonly hash: string | null; readonly row: StoredFileRow }>();
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
    return file;
  }

  find(hash: string, file: string): StoredFileRow | undefined {
    return [...this.#rows.values()].find((each) => each.hash === hash && each.row.file === file)?.row;
  }

  rowsOf(files: readonly PendingFile[]): StoredFileRow[] {
    return files.flatMap((file) => this.#rows.get(file)?.row ?? []);
  }

  /** Removes the files from the pending ones, releases their bytes and passes each row to `use`. Files that are no longer pending are skipped. */
  takeEach(files: readonly PendingFile[], use: (row: StoredFileRow) => void): void {
    for (const file of files) {
      const row = this.#rows.get(file)?.row;
      if (!row) continue;
      this.#rows.delete(file);
      this.release(row.sha256);
      use(row);
    }
  }
}

export const toStoredFile = ({ storedAt: _, ...stored }: StoredFileRow): StoredFile => storedFileSchema.parse(stored);
