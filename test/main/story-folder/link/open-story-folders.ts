/** The story folders of an engine, without the program around them. For processes of their own, too. */
import { join } from 'node:path';
import { openFileStore } from '../../../../main/assets/file-store.ts';
import type { Engine } from '../../../../main/engine/engine.ts';
import { ExportSnapshots } from '../../../../main/exporters/export-snapshots.ts';
import { nodeDisk } from '../../../../main/platform/disk.ts';
import { systemTimer } from '../../../../main/platform/timer.ts';
import { folderStoreName } from '../../../../main/story-folder/link/agreed-story.ts';
import { StoryFolderService } from '../../../../main/story-folder/link/folder-service.ts';
import type { Environment } from '../../../../shared/environment.ts';

/** The story folder beside the database of a data folder. */
export const storyFolderOf = (dataFolder: string): string => join(dataFolder, 'story');

/** `stopListening`: to the changes of the projects. */
export function openStoryFolders(
  engine: Engine,
  environment: Environment,
  {
    log,
    emit = () => undefined,
    isSynced = () => false,
    mode = 'onRequest',
    disk = nodeDisk,
    timer = systemTimer,
    beforePut = () => undefined,
    beforeStore = () => undefined,
  }: Pick<StoryFolderDeps, 'log'> &
    Partial<Pick<StoryFolderDeps, 'emit' | 'isSynced' | 'mode' | 'disk' | 'timer'>> & {
      /** Called before rows are stored by themselves, without a change of the project. */
      readonly beforePut?: ((ids: readonly string[]) => void) | undefined;
      /** Called before the file of an asset is stored. */
      readonly beforeStore?: (() => void) | undefined;
    },
): { readonly folders: StoryFolderService; readonly stopListening: () => void } {
  const store = engine.openKeyValueStore(folderStoreName);
  const put: typeof store.put = (entries) => {
    beforePut(entries.map(({ id }) => id));
    store.put(entries);
  };
  const fileStore = openFileStore(null, engine.openKeyValueStore('files'), environment);
  const storePending: typeof fileStore.storePending = async (hash, upload) => {
    beforeStore();
    return fileStore.storePending(hash, upload);
  };
  const folders = new StoryFolderService({
    engine,
    snapshots: new ExportSnapshots(engine),
    store: { ...store, put },
    fileStore: { ...fileStore, storePending },
    getUploadLimits: () => ({ fileBytes: null, projectBytes: null }) as never,
    dataFolder: null,
    backUpBeforeImport: async () => undefined,
    disk,
    timer,
    environment,
    isSynced,
    mode,
    log,
    emit,
  });
  const stopListening = engine.onEvent((event) => {
    if (event.event === 'project.changed') folders.onProjectChanged(event.hash, event.changes);
  });
  return { folders, stopListening };
}

type StoryFolderDeps = ConstructorParameters<typeof StoryFolderService>[0];
