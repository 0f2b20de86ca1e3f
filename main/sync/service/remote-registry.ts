/** Adding, changing and removing remotes: tried at once, and nothing is kept of what does not work. */

import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import type { KeySource, Remote, RemoteProject } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import { toRemote } from '../presenter/sync-views.ts';
import type { RemoteRow } from '../store/remote-store.ts';
import type { SyncService } from './sync-service.ts';
import { withRemoteProblems } from './with-remote-problems.ts';

export interface VerifiedRemote {
  /** The address as it is kept. */
  readonly url: string;
  readonly permissions: readonly KeyPermission[];
}
/** Asks an address what a key may do there. Throws a Problem with faults at `url` or `key`. */
export type VerifyRemote = (url: string, key: string) => Promise<VerifiedRemote>;

interface NewRemote {
  readonly name: string;
  readonly url: string;
  readonly key: KeySource;
}

export function createRemoteRegistry(service: SyncService, tryOut: VerifyRemote) {
  const { keys } = service;
  const keyOf = (source: KeySource): string => {
    if ('key' in source) return source.key;
    const value = service.deps.env(source.variable)?.trim();
    if (!value) throw invalidFieldProblem('key.variable', `there is no environment variable ${source.variable} with a key in it`);
    return value;
  };
  const isTaken = (name: string) => [...service.workspaces.keys()].some((each) => each.toLowerCase() === name.toLowerCase());

  async function kept(row: Omit<RemoteRow, 'keyIn' | 'variable'>, source: KeySource): Promise<RemoteRow> {
    if ('variable' in source) return { ...row, keyIn: 'environment', variable: source.variable };
    return { ...row, keyIn: await keys.save(row.name, source.key), variable: null };
  }

  return {
    list: (): Remote[] => [...service.workspaces.values()].map((workspace) => toRemote(workspace)),
    async add({ name: given, url, key }: NewRemote): Promise<Remote> {
      const name = given.trim();
      if (name === '') throw invalidFieldProblem('name', 'must not be empty');
      if (isTaken(name)) throw invalidFieldProblem('name', 'is the name of another remote');
      const tried = await tryOut(url, keyOf(key));
      if (isTaken(name)) throw invalidFieldProblem('name', 'is the name of another remote');
      const row = await kept({ name, url: tried.url, permissions: [...tried.permissions], learned: {} }, key);
      return toRemote(await service.replaceRemote(row));
    },
    async change({ name, url, key }: { name: string; url?: string | undefined; key?: KeySource | undefined }): Promise<Remote> {
      const { row } = service.workspace(name);
      const found = key ? { key: keyOf(key) } : await keys.find(row);
      if ('why' in found) throw invalidFieldProblem('key', found.why);
      const tried = await tryOut(url ?? row.url, found.key);
      const moved = tried.url !== row.url;
      const next = { ...row, url: tried.url, permissions: [...tried.permissions], ...(moved && { learned: {} }) };
      if (key && 'variable' in key) await keys.remove(row);
      return toRemote(await service.replaceRemote(key ? await kept(next, key) : next));
    },
    async remove(name: string): Promise<void> {
      const workspace = service.workspace(name);
      const [first] = service.projectsOf(workspace);
      if (first) throw new Problem('conflict', message('problem.remote.inUse', { name }));
      await service.removeRemote(name);
    },
    async projects(name: string): Promise<RemoteProject[]> {
      const workspace = service.workspace(name);
      if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
      const { projects } = await withRemoteProblems(name, workspace, () => workspace.listForUser(service.now()));
      const local = new Map([...service.projectsOf(workspace)].map(({ row }) => [row.remoteHash, row.hash]));
      return projects.map(({ hash, name: called, updatedAt }) => ({ hash, name: called, updatedAt, local: local.get(hash) ?? null }));
    },
  };
}
