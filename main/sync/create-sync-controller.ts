/** Creates the sync controller with its dependencies: engine, file store, clock, timers, network and environment variables. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../shared/environment.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { Engine } from '../engine/engine.ts';
import { createProjectHash } from '../engine/project-catalog.ts';
import { exportStory } from '../exporters/export-story.ts';
import { describeError } from '../platform/errors.ts';
import { createRemoteConnector, probeRemoteKey } from './client/connect-remote.ts';
import type { KeyStore } from './client/remote-keys.ts';
import { openSyncController, type SyncController } from './service/sync-controller.ts';

/** Milliseconds after which the outcome of a write without a response is determined. TALEPORT_SETTLE_MS overrides it for tests. */
const defaultSettleTime = 90_000;
/** The maximum delay of a timer in Node. */
const maxTimerDelay = 2_147_483_647;

interface CreateSyncControllerDeps {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
  readonly keyStore: KeyStore | undefined;
  readonly isAutomatic: boolean;
}

export function createSyncController({ engine, fileStore, environment, ...deps }: CreateSyncControllerDeps): SyncController {
  const runLogged = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      deps.log(`Sync failed: ${describeError(error)}`);
    }
  };
  return openSyncController({
    ...deps,
    environment,
    engine: { ...engine, createProject: (records, extraRows, hash) => void engine.createProject(records, () => extraRows, hash) },
    timer: {
      after(milliseconds, callback) {
        const timer = setTimeout(() => runLogged(callback), Math.min(milliseconds, maxTimerDelay));
        return () => clearTimeout(timer);
      },
    },
    connect: createRemoteConnector(fileStore, environment),
    verifyRemote: (url, key) => probeRemoteKey(url, key, environment),
    exportProject: (hash) => JSON.parse(exportStory(engine.getProject(hash), { format: 'json', allLocales: true, destination: 'file' })),
    createHash: () => createProjectHash(environment, new Map()),
    env: (name) => process.env[name],
    settleTime: Number(process.env.TALEPORT_SETTLE_MS) || defaultSettleTime,
  });
}
