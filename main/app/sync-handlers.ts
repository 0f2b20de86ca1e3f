/** Handlers of the calls for sync, conflicts and earlier versions. */
import type { Engine } from '../engine/engine.ts';
import type { SyncController } from '../sync/service/sync-controller.ts';
import type { SyncHandlers } from './call-handlers.ts';
import type { JobRegistry } from './job-registry.ts';

interface SyncHandlerDeps {
  readonly sync: SyncController;
  readonly engine: Engine;
  readonly jobs: JobRegistry;
  /** Ends the sync of a project, and removes the project unless it is kept. */
  readonly stopSync: (hash: string, how: { readonly keep: boolean; readonly discard: boolean }) => void;
}

export const createSyncHandlers = ({ sync, engine, jobs, stopSync }: SyncHandlerDeps): SyncHandlers => ({
  'remote.list': () => sync.remotes.list(),
  'remote.add': (input) => sync.remotes.add(input),
  'remote.change': (input) => sync.remotes.change(input),
  'remote.remove': async ({ name }) => {
    await sync.remotes.remove(name);
    return null;
  },
  'remote.projects': ({ name }) => sync.remotes.projects(name),
  'sync.list': async () => {
    await sync.ready;
    return sync.list();
  },
  'sync.add': ({ remote, hash, ...how }) => sync.add(remote, hash, how),
  'sync.upload': ({ remote, hash }) => sync.upload(remote, hash),
  'sync.stop': ({ hash, keep = true, discard = false }) => {
    stopSync(hash, { keep, discard });
    return null;
  },
  'sync.run': ({ hash, job }) =>
    jobs.run(job, 'The mirror', ({ reportProgress, isCancelled }) => sync.run(hash, { isCancelled: isCancelled, stepped: reportProgress })),
  'sync.pause': ({ hash, until }) => sync.pause(hash, until),
  'sync.activity': ({ hash, before }) => sync.activity(hash, before),
  'sync.reports': ({ hash }) => sync.reports(hash),
  'sync.markReportsSeen': ({ ids }) => {
    sync.markReportsSeen(ids);
    return null;
  },
  'conflict.list': ({ hash }) => sync.conflicts(hash),
  'conflict.resolve': async ({ ids, answer }) => {
    await sync.resolveConflicts(ids, answer);
    return null;
  },
  'record.versions': ({ hash, id }) => engine.listRecordVersions(hash, id),
  'record.removed': ({ hash, before }) => engine.listRemovedRecords(hash, before),
  'record.restore': ({ hash, id, version }) => engine.restoreRecord(hash, id, version),
});
