/** Handlers of the calls that write a project as a story folder, and of those about linked folders. */
import { isAbsolute } from 'node:path';
import type { BackendHandlers, HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import { appendAll } from '../../shared/lists.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { ExportSnapshots } from '../exporters/export-snapshots.ts';
import { assertOutsideDataFolder } from '../platform/data-folder.ts';
import { type DescribedConflict, readInSlices, withoutValues } from '../sync/presenter/conflict-details.ts';
import type { SyncController } from '../sync/service/sync-controller.ts';
import type { StoryFolderService } from './link/folder-service.ts';
import { writeNewStoryFolder } from './write-folder.ts';

interface StoryFolderHandlerDeps {
  readonly snapshots: Pick<ExportSnapshots, 'use'>;
  readonly fileStore: FileStore;
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
    const locateFile = (file: string) => fileStore.findPath(hash, file);
    return { folder, files: await snapshots.use(hash, (project) => writeNewStoryFolder(folder, project, { locateFile })) };
  },
});

interface LinkHandlerDeps {
  readonly folders: StoryFolderService;
  readonly sync: SyncController;
}

export const createFolderLinkHandlers = ({ folders, sync }: LinkHandlerDeps): HandlersFor<'folder' | 'conflict'> => ({
  'folder.list': async () => {
    await folders.findVisibleStates();
    return folders.list();
  },
  'folder.link': (input) => folders.link(input),
  'folder.open': (input) => folders.open(input),
  'folder.change': ({ hash, settings }) => folders.change(hash, settings),
  'folder.sync': (input) => folders.sync(input),
  'folder.notice': async () => {
    folders.noticeChanges();
    return null;
  },
  'folder.unlink': async ({ hash }) => {
    await folders.unlink(hash);
    return null;
  },
  'conflict.list': async ({ hash }) => (await openConflicts({ folders, sync }, hash)).map(withoutValues),
  'conflict.read': async ({ hash, ids }) => {
    const wanted = new Set(ids);
    return readInSlices((await openConflicts({ folders, sync }, hash)).filter(({ id }) => wanted.has(id)));
  },
  'conflict.resolve': async ({ ids, resolution, marks }) => {
    const wanted = [...new Set(ids)];
    const own = folders.ownConflictIds(wanted);
    const others = wanted.filter((id) => !own.includes(id));
    const results = others.length > 0 ? [await sync.resolveConflicts(others, resolution, marks)] : [];
    if (own.length > 0) {
      await folders.findVisibleStates();
      appendAll(results, await folders.resolveConflicts(own, resolution, marks));
    }
    const changedIds = results.flatMap((result) => result.changedIds);
    const count = changedIds.length;
    if (count === wanted.length) throw new Problem('conflict', message('problem.sync.conflictChanged', { count }));
    return { isUndoable: results.length === 1 && results.every(({ isUndoable }) => isUndoable), changedIds };
  },
});

/** Conflicts are those of story folders and of sync: a reader sees one list. */
async function openConflicts({ folders, sync }: LinkHandlerDeps, hash: string | undefined): Promise<DescribedConflict[]> {
  await folders.findVisibleStates();
  const isOnlyInFolder = hash !== undefined && folders.isLinked(hash) && !sync.isSynced(hash);
  return [...(isOnlyInFolder ? [] : sync.conflicts(hash)), ...folders.conflicts(hash)];
}
