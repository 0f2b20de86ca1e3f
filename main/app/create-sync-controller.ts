/** Creates sync with what it uses of this process: engine, file store, clock, network, environment variables. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../shared/environment.ts';
import type { FileStore } from '../assets/file-store.ts';
import { createProjectHash, type Engine } from '../engine/engine.ts';
import { exportStory } from '../exporters/export-story.ts';
import type { KeyStore } from '../sync/client/remote-keys.ts';
import { openSyncController, type SyncController } from '../sync/service/sync-controller.ts';
import { createRemoteConnector, probeRemoteKey } from './remote-connector.ts';

/** Milliseconds after which silence about a write counts; tests are in more of a hurry. */
const defaultSettleTime = 90_000;
/** The longest that a timer of Node can wait. */
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
  const taken = new Map<string, unknown>();
  const safely = (ring: () => void): void => {
    try {
      ring();
    } catch (error) {
      deps.log(`The mirror failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  };
  return openSyncController({
    ...deps,
    environment,
    engine: { ...engine, createProject: (records, beside, hash) => void engine.createProject(records, () => beside, hash) },
    timers: {
      after(milliseconds, ring) {
        const timer = setTimeout(() => safely(ring), Math.min(milliseconds, maxTimerDelay));
        return () => clearTimeout(timer);
      },
    },
    connect: createRemoteConnector(fileStore, environment),
    verifyRemote: (url, key) => probeRemoteKey(url, key, environment),
    exportProject: (hash) => JSON.parse(exportStory(engine.getProject(hash), { format: 'json', allLocales: true, destination: 'file' })),
    createHash: () => createProjectHash(environment, taken),
    env: (name) => process.env[name],
    settleTime: Number(process.env.TALEPORT_SETTLE_MS) || defaultSettleTime,
  });
}
