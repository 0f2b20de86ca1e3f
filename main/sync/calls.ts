/** Handlers of the calls for sync. Those for conflicts are in main/story-folder/calls.ts, because story folders have conflicts, too. */

import type { HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import type { JobRegistry } from '../platform/job-registry.ts';
import type { SyncController } from './service/sync-controller.ts';

interface SyncHandlerDeps {
  readonly sync: SyncController;
  readonly jobs: JobRegistry;
  readonly backUpBeforeStop: () => Promise<void>;
  /** Ends the sync of a project, and removes the project unless `keep` is set. */
  readonly stopSync: (hash: string, options: { readonly keep: boolean }) => void;
}

export const createSyncHandlers = ({ sync, jobs, stopSync, backUpBeforeStop }: SyncHandlerDeps): HandlersFor<'remote' | 'sync'> => ({
  'remote.list': () => sync.remotes.list(),
  'remote.add': (input) => sync.remotes.add(input),
  'remote.change': (input) => sync.remotes.change(input),
  'remote.remove': async ({ name, discard = false }) => {
    const hashes = sync.hashesOf(name);
    if (!discard) for (const hash of hashes) sync.assertNoLocalOnlyChanges(hash);
    for (const hash of hashes) stopSync(hash, { keep: true });
    await sync.remotes.remove(name);
    return null;
  },
  'remote.keyStorage': () => sync.remotes.keyStorage(),
  'remote.projects': ({ name }) => sync.remotes.projects(name),
  'sync.list': async () => {
    await sync.ready;
    return sync.list();
  },
  'sync.add': ({ remote, hash, ...options }) => sync.add(remote, hash, options),
  'sync.join': ({ remote, hash, local }) => sync.join(remote, hash, local),
  'sync.upload': ({ remote, hash }) => sync.upload(remote, hash),
  'sync.stop': async ({ hash, keep = true, discard = false }) => {
    // Checked before the backup, because a refused stop needs none, and again below, because the project may change while the backup is
    // made.
    if (!discard) sync.assertNoLocalOnlyChanges(hash);
    await backUpBeforeStop();
    if (!discard) sync.assertNoLocalOnlyChanges(hash);
    stopSync(hash, { keep });
    return null;
  },
  'sync.localOnly': (where) => sync.localOnly(where),
  'sync.held': ({ hash }) => sync.held(hash),
  'sync.sendSimplified': ({ hash, ids }) => sync.sendSimplified(hash, ids),
  'sync.run': ({ hash, job }) =>
    jobs.run(job, ({ reportProgress, isCancelled }) => sync.run(hash, { isCancelled, onProgress: reportProgress })),
  'sync.pause': ({ hash, until }) => sync.pause(hash, until),
  'sync.activity': ({ hash, before }) => sync.activity(hash, before),
  'sync.reports': ({ hash, which }) => sync.reports(hash, which),
  'sync.markReportsSeen': ({ ids }) => {
    sync.markReportsSeen(ids);
    return null;
  },
  'sync.restoreOverwritten': ({ id }) => sync.restoreOverwritten(id),
});
