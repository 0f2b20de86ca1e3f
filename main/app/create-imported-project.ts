/** Creates a project from records that were imported or restored, together with its files. */
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import type { Engine } from '../engine/engine.ts';

interface ImportedProjectParts {
  readonly records: readonly AnyRecord[];
  readonly pendingFiles: readonly PendingFile[];
}

/** Creates the project and the rows of its files in one transaction, or discards the files and throws. */
export function createImportedProject(
  { engine, fileStore }: { readonly engine: Engine; readonly fileStore: FileStore },
  { records, pendingFiles }: ImportedProjectParts,
  throwIfCancelled: () => void = () => undefined,
): CreatedProject {
  try {
    throwIfCancelled();
    const created = engine.createProject(records, (hash) => [fileStore.rowsToCommit(hash, pendingFiles)]);
    fileStore.confirmCommitted(created.hash, pendingFiles);
    return created;
  } catch (error) {
    fileStore.discard(pendingFiles);
    throw error;
  }
}
