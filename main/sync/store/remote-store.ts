/** The stored rows of remotes and of the projects synced with them, which are parsed when they are read. Keys are not stored here. */
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { keyPermissions } from '../../../shared/contracts/permissions.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import { checkpointEntry, resetBaseEntries, restoredEntries, SyncStore, syncStoreName, unreadCheckpoint } from './sync-store.ts';

export const remotesStoreName = 'remotes';
export const syncedProjectsStoreName = 'synced-projects';

const remoteRowSchema = z.object({
  name: z.string().min(1),
  url: z.string().min(1),
  keyIn: z.enum(['store', 'environment', 'memory']),
  variable: z.string().nullable(),
  permissions: z.array(z.enum(keyPermissions)).nullable(),
  /** The detected capabilities of the remote (RemoteCapabilities). */
  capabilities: z.record(z.string(), z.string()),
});
export type RemoteRow = z.infer<typeof remoteRowSchema>;

const syncedProjectRowSchema = z.object({
  hash: z.string().min(1),
  /** The hash of the remote project. */
  remoteHash: z.string().min(1),
  /** The name of the remote workspace. */
  remote: z.string().min(1),
  name: z.string(),
  /** Whether the project has been downloaded. */
  isFetched: z.boolean(),
  /** Milliseconds since 1970; null if it is paused until the user resumes it. */
  pausedUntil: z.number().nullish(),
  /** When both sides were last found equal, in ISO 8601. */
  lastSyncedAt: z.string().nullable(),
});
export type SyncedProjectRow = Readonly<z.infer<typeof syncedProjectRowSchema>>;

/** The pause of all projects together. */
const pauseRowSchema = z.object({ pausedUntil: z.number().nullable() });
const pauseRowId = '/pause';

const formerRowSchema = z.object({ remoteHash: z.string() });
const formerRowId = (hash: string): string => `former/${hash}`;
/** Stored when sync of a project ends, so that it can be joined with the same remote project again. */
export const formerProjectRows = ({ hash, remoteHash }: SyncedProjectRow) => ({
  store: remotesStoreName,
  put: [{ id: formerRowId(hash), value: { remoteHash } }],
});

/** The rows for the transaction that makes it a synced project. */
export const syncedProjectRows = (row: SyncedProjectRow) => ({
  store: syncedProjectsStoreName,
  put: [{ id: row.hash, value: row }],
});

export function openRemoteStore(remotes: KeyValueStore, syncedProjects: KeyValueStore) {
  const all = <T>(store: KeyValueStore, schema: z.ZodType<T>): T[] =>
    store.list().flatMap(({ value }) => {
      const read = schema.safeParse(value);
      return read.success ? [read.data] : [];
    });
  return {
    remotes: () => all(remotes, remoteRowSchema),
    saveRemote: (row: RemoteRow) => remotes.put([{ id: `remote/${row.name}`, value: row }]),
    removeRemote: (name: string) => remotes.remove([`remote/${name}`, budgetRowId(name)]),
    syncedProjects: () => all(syncedProjects, syncedProjectRowSchema),
    saveSyncedProject: (row: SyncedProjectRow) => syncedProjects.put(syncedProjectRows(row).put),
    /** The remote hash of a project that was synced before; undefined if it never was. */
    formerRemoteHash: (hash: string) => formerRowSchema.safeParse(remotes.get(formerRowId(hash))).data?.remoteHash,
    /** Undefined if it is not paused. */
    pausedUntil: () => pauseRowSchema.safeParse(syncedProjects.get(pauseRowId)).data?.pausedUntil,
    pause: (until: number | null | undefined) =>
      until === undefined ? syncedProjects.remove([pauseRowId]) : syncedProjects.put([{ id: pauseRowId, value: { pausedUntil: until } }]),
  };
}
export type RemoteStore = ReturnType<typeof openRemoteStore>;

export const budgetRowId = (name: string): string => `budget/${name}`;

/**
 * Prepares sync in data that were repaired: rows may be missing, so there is agreement about nothing. Each difference then becomes a conflict
 * for the user, and nothing is sent before the remote has been read.
 */
export function forgetSyncAgreements(openStore: (name: string) => KeyValueStore, clock: WaitClock): void {
  for (const { store, checkpoint } of storedProjects(openStore, clock))
    store.write([...resetBaseEntries(store.base), checkpointEntry(unreadCheckpoint(checkpoint))]);
}

/** Prepares sync in data that were restored from a backup, which may be older than what the remote has, even from this project. */
export function markSyncRestored(openStore: (name: string) => KeyValueStore, clock: WaitClock): void {
  for (const { store, checkpoint } of storedProjects(openStore, clock)) store.write(restoredEntries(store, checkpoint));
}

function storedProjects(openStore: (name: string) => KeyValueStore, clock: WaitClock) {
  const { syncedProjects } = openRemoteStore(openStore(remotesStoreName), openStore(syncedProjectsStoreName));
  return syncedProjects().flatMap(({ hash }) => {
    const store = new SyncStore(openStore(syncStoreName), hash, clock);
    const { checkpoint } = store;
    return checkpoint ? [{ store, checkpoint }] : [];
  });
}

/** Pauses the sync of projects until the user resumes it. Must be called before sync is opened. Returns the rows of those that were not paused. */
export function pauseSyncedProjects(
  openStore: (name: string) => KeyValueStore,
  isChosen: (row: SyncedProjectRow) => boolean,
): SyncedProjectRow[] {
  const { syncedProjects, saveSyncedProject } = openRemoteStore(openStore(remotesStoreName), openStore(syncedProjectsStoreName));
  const chosen = syncedProjects().filter((row) => row.pausedUntil !== null && isChosen(row));
  for (const row of chosen) saveSyncedProject({ ...row, pausedUntil: null });
  return chosen;
}
