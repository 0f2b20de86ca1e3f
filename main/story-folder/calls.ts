/** Handlers of the calls that write a project as a story folder, and read one as a new project. */
import { isAbsolute } from 'node:path';
import type { BackendHandlers, HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { UploadLimits } from '../assets/upload-receiver.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExportSnapshots } from '../exporters/export-snapshots.ts';
import { createImportedProject, prepareLargeImport } from '../importers/create-imported-project.ts';
import { assertOutsideDataFolder } from '../platform/data-folder.ts';
import type { SyncController } from '../sync/service/sync-controller.ts';
import { importStoryFolder } from './import-folder.ts';
import type { StoryFolderService } from './link/folder-service.ts';
import { writeNewStoryFolder } from './write-folder.ts';

interface StoryFolderHandlerDeps {
  readonly snapshots: Pick<ExportSnapshots, 'acquire'>;
  readonly engine: Engine;
  readonly fileStore: FileStore;
  /** null if the projects are only in memory. */
  readonly dataFolder: string | null;
  /** The limits of the plan for the files of a new project. */
  readonly getUploadLimits: () => UploadLimits;
  /** Called before a large import creates its project. */
  readonly backUpBeforeImport: () => Promise<void>;
}

export const createStoryFolderHandlers = ({
  snapshots,
  engine,
  fileStore,
  dataFolder,
  getUploadLimits,
  backUpBeforeImport,
}: StoryFolderHandlerDeps): Pick<BackendHandlers, 'project.writeStoryFolder' | 'project.readStoryFolder'> => ({
  async 'project.writeStoryFolder'({ hash, folder }) {
    assertAbsolute(folder);
    assertOutsideDataFolder(folder, dataFolder, 'folder');
    const { project, release } = await snapshots.acquire(hash);
    try {
      return { folder, files: await writeNewStoryFolder(folder, project, { locateFile: (file) => fileStore.findPath(hash, file) }) };
    } finally {
      release();
    }
  },
  async 'project.readStoryFolder'({ folder, name }) {
    assertAbsolute(folder);
    const story = await importStoryFolder(folder, { fileStore, limits: getUploadLimits(), name });
    await prepareLargeImport(story.records, backUpBeforeImport);
    return createImportedProject({ engine, fileStore }, story);
  },
});

interface LinkHandlerDeps {
  readonly folders: StoryFolderService;
  readonly sync: SyncController;
}

/** Conflicts are those of story folders and of sync: a reader sees one list. */
export const createFolderLinkHandlers = ({ folders, sync }: LinkHandlerDeps): HandlersFor<'folder' | 'conflict'> => ({
  'folder.list': () => folders.list(),
  'folder.link': (input) => folders.link(input),
  'folder.open': (input) => folders.open(input),
  'folder.change': ({ hash, settings }) => folders.change(hash, settings),
  'folder.sync': (input) => folders.sync(input),
  'folder.unlink': async ({ hash }) => {
    await folders.unlink(hash);
    return null;
  },
  'conflict.list': ({ hash }) => {
    const isOnlyInFolder = hash !== undefined && folders.isLinked(hash) && !sync.isSynced(hash);
    return [...(isOnlyInFolder ? [] : sync.conflicts(hash)), ...folders.conflicts(hash)];
  },
  'conflict.resolve': async ({ ids, resolution }) => {
    const own = folders.ownConflictIds(ids);
    const others = ids.filter((id) => !own.includes(id));
    if (others.length > 0) await sync.resolveConflicts(others, resolution);
    if (own.length > 0) await folders.resolveConflicts(own, resolution);
    return null;
  },
});

function assertAbsolute(folder: string): void {
  if (!isAbsolute(folder)) throw invalidFieldProblem('folder', message('fault.file.absolutePath'));
}
