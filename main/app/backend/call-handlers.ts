/** Combines the handlers of all calls of shared/contracts/ipc/calls.ts. Handlers receive parsed inputs. */
import type { BackendHandlers } from '../../../shared/contracts/ipc/call-types.ts';
import type { WorkModes } from '../../../shared/contracts/work-mode.ts';
import { createAccountHandlers } from '../../accounts/calls.ts';
import { createAssetHandlers } from '../../assets/calls.ts';
import { createBackupHandlers } from '../../backups/calls.ts';
import { createTargetHandlers } from '../../delivery/calls.ts';
import { createProjectHandlers } from '../../engine/calls.ts';
import { createExportHandlers, createFixHandlers } from '../../exporters/calls.ts';
import { createImportHandlers } from '../../importers/calls.ts';
import { createServiceHandlers } from '../../rest-api/calls.ts';
import { createFolderLinkHandlers, createStoryFolderHandlers } from '../../story-folder/calls.ts';
import { importIfStoryFolder } from '../../story-folder/import-folder.ts';
import { createSyncHandlers } from '../../sync/calls.ts';
import type { OpeningNotices } from '../data-folder/opening-notices.ts';
import { voidAgreementsOfProject } from '../data-folder/void-agreements.ts';
import type { OpenedStorage, Services } from './services.ts';

export function createCallHandlers(
  storage: OpenedStorage,
  services: Services,
  { notices, modes }: { readonly notices: OpeningNotices; readonly modes: WorkModes },
): BackendHandlers {
  const { folder, environment, engine, fileStore, crashGuard } = storage;
  const {
    accounts,
    backups,
    engineForClients,
    exampleFolder,
    folders,
    getUploadLimits,
    jobs,
    listeners,
    removal,
    safetyBackups,
    snapshots,
    sync,
    targets,
  } = services;
  const fixDeps = { snapshots, engine: engineForClients };
  return {
    ...createAccountHandlers(accounts, (hash) => engine.findProjectName(hash) !== undefined),
    ...createAssetHandlers({
      fileStore,
      jobs,
      async getUploadLimits(hash) {
        await engine.openProject(hash);
        return getUploadLimits(hash);
      },
    }),
    ...createBackupHandlers({ dataFolder: folder, backups, safetyBackups, engine, fileStore, jobs }),
    ...createExportHandlers({ snapshots, fileStore, dataFolder: folder, jobs }),
    ...createFixHandlers(fixDeps),
    ...createImportHandlers({
      engine: engineForClients,
      fileStore,
      jobs,
      environment,
      getUploadLimits,
      backUpBeforeImport: () => safetyBackups.create('beforeImport'),
      crashGuard,
      readStoryFolder: importIfStoryFolder,
    }),
    ...createProjectHandlers({
      engine: engineForClients,
      environment,
      removeProject: (hash, options) => removal.remove(hash, options),
      markInUse: (hash) => sync.markInUse(hash),
      backUpBeforeRestore: () => safetyBackups.create('beforeRestore'),
      findUserName: () => accounts.ownerName(),
      voidAgreements: (hash) => voidAgreementsOfProject(hash, { sync, folders }),
    }),
    ...createServiceHandlers(listeners),
    ...createStoryFolderHandlers({ snapshots, fileStore, dataFolder: folder }),
    ...createFolderLinkHandlers({ folders, sync }),
    ...createSyncHandlers({
      sync,
      jobs,
      backUpBeforeStop: () => safetyBackups.create('beforeSyncStop'),
      stopSync: (hash, options) => removal.stopSync(hash, options),
    }),
    ...createTargetHandlers({ targets, engine: engineForClients, fixDeps, exampleFolder }),
    'app.workModes': () => modes,
    'app.notices': () => notices.list(),
    'app.acknowledgeNotices': () => {
      notices.acknowledge();
      return null;
    },
    'job.cancel': ({ job }) => {
      jobs.cancel(job);
      return null;
    },
  };
}
