/** The vault, as far as the mirror needs it; and whether what it says is there is there. */
import { stat } from 'node:fs/promises';
import type { ShelfWrites } from '../../../../shared/shelf.ts';
import type { MediaType, StoredFile } from '../../../../shared/stored-file.ts';

export interface Held {
  readonly stored: StoredFile;
}

export interface FileVault {
  find(hash: string, file: string): StoredFile | undefined;
  pathOf(hash: string, file: string): string | undefined;
  /** Takes bytes in and finds out what they are. Throws a Problem where they are no file that can be kept. */
  hold(
    hash: string | null,
    given: {
      readonly name: string;
      readonly type?: MediaType | undefined;
      readonly bytes: AsyncIterable<Uint8Array>;
      readonly limits: { readonly fileBytes: number | null; readonly projectBytes: number | null; readonly imagePixels: number };
      readonly progress?: ((bytes: number) => void) | undefined;
    },
  ): Promise<Held>;
  rows(hash: string, held: readonly Held[]): ShelfWrites;
  keep(hash: string, held: readonly Held[]): void;
  /** Writes the rows itself. */
  put(hash: string, held: readonly Held[]): void;
  letGo(held: readonly Held[]): void;
}

/** [I21] Stored files of a project whose bytes are not on the disk as they should be. */
export async function damagedFiles(vault: FileVault, hash: string, files: Iterable<string>): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of files) {
    const [stored, path] = [vault.find(hash, file), vault.pathOf(hash, file)];
    if (!stored || path === undefined) continue;
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.size !== stored.bytes) damaged.push(file);
  }
  return damaged;
}
