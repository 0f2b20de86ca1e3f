/** Creates a project from imported or restored records, together with its files. */
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import type { Engine } from '../engine/engine.ts';

interface ImportedProjectParts {
  readonly records: readonly AnyRecord[];
  readonly pendingFiles?: readonly PendingFile[];
}

interface CreationOptions {
  /** Called until the project appears; may throw to cancel. */
  readonly throwIfCancelled?: (() => void) | undefined;
  /** Returns rows that are written in the transaction in which the project appears. If it throws, the project does not appear. */
  readonly extraRows?: (hash: string) => readonly KeyValueWrites[];
}

/** Creates the project together with the rows of its files. If that fails, discards the files and throws. */
export async function createImportedProject(
  { engine, fileStore }: { readonly engine: Engine; readonly fileStore: FileStore },
  { records, pendingFiles = [] }: ImportedProjectParts,
  { throwIfCancelled, extraRows = () => [] }: CreationOptions = {},
): Promise<CreatedProject> {
  try {
    const created = await engine.inSlices.createProject(records, {
      throwIfCancelled,
      extraRows: (hash) => [...extraRows(hash), fileStore.rowsToCommit(hash, pendingFiles)],
    });
    fileStore.confirmCommitted(created.hash, pendingFiles);
    return created;
  } catch (error) {
    fileStore.discard(pendingFiles);
    throw error;
  }
}

const recordsOfLargeImport = 1000;

/** Makes a backup before an import that creates many records is stored. */
export async function prepareLargeImport(records: readonly unknown[], backUp: () => Promise<void>): Promise<void> {
  if (records.length > recordsOfLargeImport) await backUp();
}
