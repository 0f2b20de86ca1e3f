/** The part of the file store that sync uses, and a check for damaged files. */
import { stat } from 'node:fs/promises';
import type { KeyValueWrites } from '../../../../shared/contracts/key-value-store.ts';
import type { MediaType, StoredFile } from '../../../../shared/contracts/stored-file.ts';
import type { PendingFile } from '../../../assets/pending-files.ts';

export interface SyncFileStore {
  find(hash: string, file: string): StoredFile | undefined;
  findPath(hash: string, file: string): string | undefined;
  /** Stores bytes and detects their type. Throws a Problem for a file that cannot be stored. */
  storePending(
    hash: string | null,
    given: {
      readonly name: string;
      readonly type?: MediaType | undefined;
      readonly bytes: AsyncIterable<Uint8Array>;
      readonly limits: { readonly fileBytes: number | null; readonly projectBytes: number | null; readonly imagePixels: number };
      readonly progress?: ((bytes: number) => void) | undefined;
    },
  ): Promise<PendingFile>;
  rowsToCommit(hash: string, files: readonly PendingFile[]): KeyValueWrites;
  confirmCommitted(hash: string, files: readonly PendingFile[]): void;
  /** Writes the rows of stored files. */
  commit(hash: string, files: readonly PendingFile[]): void;
  discard(files: readonly PendingFile[]): void;
}

/** [I21] stored files of a project whose bytes are missing on the disk or damaged. */
export async function findDamagedFiles(fileStore: SyncFileStore, hash: string, files: Iterable<string>): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of files) {
    const [stored, path] = [fileStore.find(hash, file), fileStore.findPath(hash, file)];
    if (!stored || path === undefined) continue;
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.size !== stored.bytes) damaged.push(file);
  }
  return damaged;
}
