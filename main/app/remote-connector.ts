/** Connects sync to a remote over HTTP, and to the file store. */
import { z } from 'zod';
import type { Environment } from '../../shared/environment.ts';
import type { FileStore } from '../assets/file-store.ts';
import { FileSync } from '../sync/client/files/file-sync.ts';
import { openHttpRemote } from '../sync/client/http-remote.ts';
import { probeRemote } from '../sync/client/probe-remote.ts';
import type { CapabilityStore, RemoteCapabilities } from '../sync/client/remote-capabilities.ts';
import { openRemoteClient } from '../sync/client/remote-client.ts';
import type { ConnectOptions, WorkspaceConnection } from '../sync/client/remote-workspace.ts';
import type { VerifiedRemote } from '../sync/service/remote-registry.ts';

const remoteCapabilities = z.object({
  positions: z.enum(['json', 'unreal', 'lists']).optional().catch(undefined),
  upload: z.enum(['two-step', 'single']).optional().catch(undefined),
});

export const createRemoteConnector =
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
export async function probeRemoteKey(url: string, key: string, environment: Environment): Promise<VerifiedRemote> {
  const client = openRemoteClient({ url, key: () => key, now: () => Math.floor(environment.now() / 1000) });
  try {
    const { permissions } = await probeRemote(client);
    return { url: client.url, permissions };
  } finally {
    await client.close();
  }
}
