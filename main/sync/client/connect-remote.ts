/** Connects sync to a remote over HTTP, and to the file store; determines what a key may do there. */
import { z } from 'zod';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import type { Environment } from '../../../shared/environment.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { WaitClock } from '../../platform/wait-clock.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import { FileSync } from './files/file-sync.ts';
import { openHttpRemote } from './http-remote.ts';
import { type CapabilityStore, openRemoteClient, type RemoteCapabilities, type RemoteClient } from './remote-client.ts';
import type { ConnectOptions, WorkspaceConnection } from './remote-workspace.ts';

/** A remote whose address and key work. */
export interface VerifiedRemote {
  /** The normalized address. */
  readonly url: string;
  readonly permissions: readonly KeyPermission[];
}

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
  const client = openRemoteClient({ url, key: () => key, clock: new WaitClock(environment) });
  try {
    const { permissions } = await probeRemote(client);
    return { url: client.url, permissions };
  } finally {
    await client.close();
  }
}

interface ProbeResult {
  readonly permissions: readonly KeyPermission[];
}

/** No project has this hash, because the hashes that the service generates have another form. */
const nonexistentProject = 'taleport-looks-what-this-key-may';

/**
 * Probes the permissions of a key at an address ([Authentication 4]) when a remote is added or its key has changed. Changes nothing on the
 * remote. Throws a Problem that says what is wrong and what to do: unreachable, a wrong key, another service, nothing permitted.
 */
export async function probeRemote(client: RemoteClient): Promise<ProbeResult> {
  const reads = await canRead(client);
  const writes = await canWrite(client);
  if (!reads && !writes) throw new Problem('forbidden', message('problem.remote.keyWithoutRights'));
  return { permissions: [...(reads ? (['project:read'] as const) : []), ...(writes ? (['project:write'] as const) : [])] };
}

async function canRead(client: RemoteClient): Promise<boolean> {
  try {
    const list = await client.get('/workspace/projects');
    if (Array.isArray(list)) return true;
    throw problemForStatus(404);
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
    if (error.status === undefined) throw unreachableProblem(error.text);
    if (error.status === 403) return false;
    throw problemForStatus(error.status);
  }
}

/**
 * [G3] the service checks the permission before the project, so a 403 means that the key may not write, and any later error that it may. An
 * empty body changes nothing.
 */
async function canWrite(client: RemoteClient): Promise<boolean> {
  const result = await client.send({ method: 'PATCH', path: `/${nonexistentProject}`, body: {} });
  if (result.type !== 'response') throw unreachableProblem(message('remote.network.interrupted'));
  if (result.status === 403) return false;
  if ([400, 404, 405, 422].includes(result.status)) return true;
  throw problemForStatus(result.status);
}

const unreachableProblem = (reason: Message): Problem =>
  new Problem('invalid', message('problem.remote.workspaceUnreachable', { reason }), { errors: { url: reason } });

function problemForStatus(status: number): Problem {
  if (status === 401) {
    const text = message('problem.remote.keyUnknown');
    return new Problem('unauthenticated', text, { errors: { key: text } });
  }
  if (status === 429) return new Problem('tooMany', message('problem.remote.workspaceLimit'));
  if (status >= 500) return urlProblem(message('problem.remote.serverError', { status }));
  if (status >= 300 && status < 400) return urlProblem(message('remote.unavailable.redirect'));
  return urlProblem(message('problem.remote.notWorkspace'));
}

const urlProblem = (text: Message): Problem => new Problem('invalid', text, { errors: { url: text } });
