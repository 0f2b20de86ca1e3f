/** Creates the sync controller with its dependencies: engine, file store, clock, timers, network and environment variables. */

import { z } from 'zod';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { FileStore } from '../../assets/file-store.ts';
import type { Engine } from '../../engine/engine.ts';
import { createProjectHash } from '../../engine/project-catalog.ts';
import { exportStory } from '../../exporters/export-story.ts';
import { describeError } from '../../platform/errors.ts';
import { FileSync } from '../../sync/client/files/file-sync.ts';
import { openHttpRemote } from '../../sync/client/http-remote.ts';
import { probeRemote } from '../../sync/client/probe-remote.ts';
import type { CapabilityStore, RemoteCapabilities } from '../../sync/client/remote-capabilities.ts';
import { openRemoteClient } from '../../sync/client/remote-client.ts';
import type { KeyStore } from '../../sync/client/remote-keys.ts';
import type { ConnectOptions, WorkspaceConnection } from '../../sync/client/remote-workspace.ts';
import type { VerifiedRemote } from '../../sync/service/remote-registry.ts';
import { openSyncController, type SyncController } from '../../sync/service/sync-controller.ts';

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

const remoteCapabilities = z.object({
  positions: z.enum(['json', 'unreal', 'lists']).optional().catch(undefined),
  upload: z.enum(['two-step', 'single']).optional().catch(undefined),
});

/** Connects sync to a remote over HTTP, and to the file store. */
const createRemoteConnector =
  (fileStore: FileStore, environment: Environment) =>
  ({ row, localHashOf, capabilities: readCapabilities, saveCapabilities, ...options }: ConnectOptions): WorkspaceConnection => {
    const client = openRemoteClient({ url: row.url, ...options });
    const capabilityStore: CapabilityStore = {
      get capabilities() {
        // The schema has the same optional fields, but its inferred type also allows undefined for them.
        return remoteCapabilities.parse(readCapabilities()) as RemoteCapabilities;
      },
      update: (more) => saveCapabilities({ ...more }),
    };
    const newId = () => environment.newId();
    const remote = openHttpRemote(client, capabilityStore, {
      newId,
      locate(remoteHash, file) {
        const hash = localHashOf(remoteHash);
        const stored = hash === undefined ? undefined : fileStore.find(hash, file);
        const path = hash === undefined ? undefined : fileStore.findPath(hash, file);
        return stored && path !== undefined ? { path, name: stored.name, mime: stored.mime } : undefined;
      },
    });
    return { ...remote, files: (deps) => new FileSync({ client, capabilityStore, fileStore, newId, ...deps }) };
  };

/** [Authentication 4] the permissions of a key at a remote. Throws if the remote cannot be reached or rejects the key. */
async function probeRemoteKey(url: string, key: string, environment: Environment): Promise<VerifiedRemote> {
  const client = openRemoteClient({ url, key: () => key, now: () => Math.floor(environment.now() / 1000) });
  try {
    const { permissions } = await probeRemote(client);
    return { url: client.url, permissions };
  } finally {
    await client.close();
  }
}
