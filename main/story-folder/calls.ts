/** Handlers of the calls that write a project as a story folder. */
import { isAbsolute } from 'node:path';
import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { ExportSnapshots } from '../exporters/export-snapshots.ts';
import { assertOutsideDataFolder } from '../platform/data-folder.ts';
import { writeNewStoryFolder } from './write-folder.ts';

interface StoryFolderHandlerDeps {
  readonly snapshots: Pick<ExportSnapshots, 'acquire'>;
  readonly fileStore: Pick<FileStore, 'findPath'>;
  /** null if the projects are only in memory. */
  readonly dataFolder: string | null;
}

export const createStoryFolderHandlers = ({
  snapshots,
  fileStore,
  dataFolder,
}: StoryFolderHandlerDeps): Pick<BackendHandlers, 'project.writeStoryFolder'> => ({
  async 'project.writeStoryFolder'({ hash, folder }) {
    if (!isAbsolute(folder)) throw invalidFieldProblem('folder', message('fault.file.absolutePath'));
    assertOutsideDataFolder(folder, dataFolder, 'folder');
    const { project, release } = await snapshots.acquire(hash);
    try {
      return { folder, files: await writeNewStoryFolder(folder, project, { locateFile: (file) => fileStore.findPath(hash, file) }) };
    } finally {
      release();
    }
  },
});
