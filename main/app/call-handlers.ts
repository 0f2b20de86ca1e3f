/** Combines the handlers of all calls of shared/contracts/ipc/calls.ts. Handlers receive parsed inputs. */
import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';
import { uploadLimitsFor } from '../assets/upload-limits.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createAssetHandlers } from './asset-handlers.ts';
import { createBackupHandlers } from './backup-handlers.ts';
import { createDamageHandlers } from './damage-handlers.ts';
import { createExportHandlers } from './export-handlers.ts';
import type { OpeningNotices } from './opening-notices.ts';
import { createProjectHandlers } from './project-handlers.ts';
import type { OpenedStorage, Services } from './services.ts';
import { createSyncHandlers } from './sync-handlers.ts';
import { createTargetHandlers } from './target-handlers.ts';

export function createCallHandlers(storage: OpenedStorage, services: Services, notices: OpeningNotices): BackendHandlers {
  const { folder, environment, engine, fileStore } = storage;
  const { accounts, backups, engineForClients, exampleFolder, jobs, removal, safetyBackups, snapshots, sync, targets } = services;
  return {
    ...createAccountHandlers(accounts, (hash) => engine.findProjectName(hash) !== undefined),
    ...createAssetHandlers({
      fileStore,
      jobs,
      async getUploadLimits(hash) {
        await engine.openProject(hash);
        return uploadLimitsFor(engine.getProject(hash), accounts.workspace(accounts.workspaceIdOfProject(hash)));
      },
    }),
    ...createBackupHandlers({ dataFolder: folder, backups, safetyBackups, engine, fileStore, jobs }),
    ...createDamageHandlers({ engine, sync, safetyBackups }),
    ...createExportHandlers({ snapshots, fileStore, dataFolder: folder, jobs }),
    ...createProjectHandlers({
      engine: engineForClients,
      fileStore,
      jobs,
      environment,
      getUploadLimits: () => uploadLimitsFor(undefined, accounts.workspace()),
      backUpBeforeImport: () => safetyBackups.create('beforeImport'),
      removeProject: (hash, options) => removal.remove(hash, options),
      markInUse: (hash) => sync.markInUse(hash),
    }),
    ...services.listeners.handlers,
    ...createSyncHandlers({
      sync,
      engine: engineForClients,
      jobs,
      backUpBeforeStop: () => safetyBackups.create('beforeSyncStop'),
      stopSync: (hash, options) => removal.stopSync(hash, options),
    }),
    ...createTargetHandlers({ targets, engine: engineForClients, exampleFolder }),
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
