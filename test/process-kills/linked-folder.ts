/** The story folders of a data folder, for a process that is killed and for the one that looks at what it has left. */
import { join } from 'node:path';
import { openFileStore } from '../../main/assets/file-store.ts';
import type { Engine } from '../../main/engine/engine.ts';
import { ExportSnapshots } from '../../main/exporters/export-snapshots.ts';
import { nodeDisk } from '../../main/platform/disk.ts';
import { systemTimer } from '../../main/platform/timer.ts';
import { folderStoreName } from '../../main/story-folder/link/agreed-story.ts';
import { StoryFolderService } from '../../main/story-folder/link/folder-service.ts';
import type { Environment } from '../../shared/environment.ts';

/** The story folder beside the database of a data folder. */
export const storyFolderOf = (dataFolder: string): string => join(dataFolder, 'story');

export function openStoryFolders(engine: Engine, environment: Environment): StoryFolderService {
  const folders = new StoryFolderService({
    engine,
    snapshots: new ExportSnapshots(engine),
    store: engine.openKeyValueStore(folderStoreName),
    fileStore: openFileStore(null, engine.openKeyValueStore('files'), environment),
    getUploadLimits: () => ({ fileBytes: null, projectBytes: null }) as never,
    dataFolder: null,
    backUpBeforeImport: async () => undefined,
    disk: nodeDisk,
    timer: systemTimer,
    environment,
    mode: 'onRequest',
    log: (line) => process.stderr.write(`${line}\n`),
    emit: () => undefined,
  });
  engine.onEvent((event) => {
    if (event.event === 'project.changed') folders.onProjectChanged(event.hash, event.changes);
  });
  return folders;
}
