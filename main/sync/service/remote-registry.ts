/** Adds, changes and removes remotes. Each is verified first, so that a remote that does not work is never stored. */

import type { KeySource, KeyStorage, Remote, RemoteProject } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import type { VerifiedRemote } from '../client/http-remote.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { toRemote } from '../presenter/present-status.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { RemoteRow } from '../store/remote-store.ts';
import type { SyncService } from './sync-service.ts';

/** Returns the permissions of a key at an address. Throws a Problem with faults at `url` or `key`. */
export type VerifyRemote = (url: string, key: string) => Promise<VerifiedRemote>;

interface NewRemote {
  readonly name: string;
  readonly url: string;
  readonly key: KeySource;
}

export function createRemoteRegistry(service: SyncService, verify: VerifyRemote) {
  const { keys } = service;
  const keyOf = (source: KeySource): string => {
    if ('key' in source) return source.key;
    const value = service.deps.env(source.variable)?.trim();
    if (!value) throw invalidFieldProblem('key.variable', message('problem.remote.noVariable', { variable: source.variable }));
    return value;
  };
  const isTaken = (name: string) => [...service.workspaces.keys()].some((each) => each.toLowerCase() === name.toLowerCase());

  async function withStoredKey(row: Omit<RemoteRow, 'keyIn' | 'variable'>, source: KeySource): Promise<RemoteRow> {
    if ('variable' in source) return { ...row, keyIn: 'environment', variable: source.variable };
    return { ...row, keyIn: await keys.save(row.name, source.key), variable: null };
  }

  return {
    list: (): Remote[] => [...service.workspaces.values()].map((workspace) => toRemote(workspace)),
    async add({ name: enteredName, url, key }: NewRemote): Promise<Remote> {
      const name = enteredName.trim();
      if (name === '') throw invalidFieldProblem('name', message('problem.remote.nameEmpty'));
      if (isTaken(name)) throw invalidFieldProblem('name', message('problem.remote.nameTaken'));
      const verified = await verify(url, keyOf(key));
      if (isTaken(name)) throw invalidFieldProblem('name', message('problem.remote.nameTaken'));
      const row = await withStoredKey({ name, url: verified.url, permissions: [...verified.permissions], capabilities: {} }, key);
      return toRemote(await service.replaceRemote(row));
    },
    async change({ name, url, key }: { name: string; url?: string | undefined; key?: KeySource | undefined }): Promise<Remote> {
      const { row } = service.workspace(name);
      const found = key ? { key: keyOf(key) } : await keys.find(row);
      if ('reason' in found) throw invalidFieldProblem('key', found.reason);
      const verified = await verify(url ?? row.url, found.key);
      const isOtherAddress = verified.url !== row.url;
      const next = { ...row, url: verified.url, permissions: [...verified.permissions], ...(isOtherAddress && { capabilities: {} }) };
      if (key && 'variable' in key) await keys.remove(row);
      return toRemote(await service.replaceRemote(key ? await withStoredKey(next, key) : next));
    },
    keyStorage: (): Promise<KeyStorage> => keys.storage(),
    /** No project may be synced with the remote. */
    remove: (name: string): Promise<void> => service.removeRemote(name),
    async projects(name: string): Promise<RemoteProject[]> {
      const workspace = service.workspace(name);
      if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
      const { projects } = await withRemoteProblems(name, workspace, () => workspace.listForUser(service.clock.now()));
      const localHashes = new Map([...service.projectsOf(workspace)].map(({ row }) => [row.remoteHash, row.hash]));
      return projects.map(({ hash, name: called, updatedAt }) => ({
        hash,
        name: called,
        updatedAt,
        localHash: localHashes.get(hash) ?? null,
        joinableHash: localHashes.has(hash) ? null : findFormerHash(service, hash),
      }));
    },
  };
}

/** The hash of a local project that was synced with the remote one, or has its hash, and is not synced now; null if there is none. */
function findFormerHash({ deps, projects, remoteStore }: SyncService, remoteHash: string): string | null {
  const unsynced = deps.engine.listProjects().flatMap(({ hash }) => (projects.has(hash) ? [] : [hash]));
  return unsynced.find((hash) => (remoteStore.formerRemoteHash(hash) ?? hash) === remoteHash) ?? null;
}

/** Turns the errors of a remote into Problems with a message for the user. */
export async function withRemoteProblems<T>(name: string, workspace: RemoteWorkspace, request: () => Promise<T>): Promise<T> {
  const { connectionState } = workspace;
  if (connectionState.type === 'needsKey') throw new Problem('unauthenticated', connectionState.reason);
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
    if (error.status === 401) throw new Problem('unauthenticated', message('problem.remote.keyRejected', { name }));
    if (error.status === 403) throw new Problem('forbidden', error.text);
    if (error.retryAt !== undefined) throw new Problem('tooMany', message('problem.remote.limit', { name }));
    throw new Problem('unreachable', message('problem.remote.unreachable', { name, reason: error.text }));
  }
}
