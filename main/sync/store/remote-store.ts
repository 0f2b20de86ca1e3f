/** The stored rows of remotes and of the projects synced with them, parsed when they are read. Keys are not stored here. */
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { keyPermissions } from '../../../shared/contracts/permissions.ts';

export const remotesStoreName = 'remotes';
export const syncedProjectsStoreName = 'synced-projects';

const remoteRowSchema = z.object({
  name: z.string().min(1),
  url: z.string().min(1),
  keyIn: z.enum(['store', 'environment', 'memory']),
  variable: z.string().nullable(),
  permissions: z.array(z.enum(keyPermissions)).nullable(),
  /** What was found out about the remote once (remote-capabilities.ts). */
  learned: z.record(z.string(), z.string()),
});
export type RemoteRow = z.infer<typeof remoteRowSchema>;

/** The row of a synced project as data folders hold it. */
const storedProjectRowSchema = z.object({
  hash: z.string().min(1),
  there: z.string().min(1),
  remote: z.string().min(1),
  name: z.string(),
  made: z.boolean(),
  pausedUntil: z.number().nullish(),
  inStepAt: z.string().nullable(),
});

export interface SyncedProjectRow {
  readonly hash: string;
  /** The hash of the remote project. */
  readonly remoteHash: string;
  /** The name of the remote workspace. */
  readonly remote: string;
  readonly name: string;
  /** It was read once, so that the project is here. */
  readonly isFetched: boolean;
  /** Milliseconds since 1970; null: until the user resumes it. */
  readonly pausedUntil?: number | null | undefined;
  /** ISO 8601; when both sides were last found equal. */
  readonly lastSyncedAt: string | null;
}

const decodeProjectRow = storedProjectRowSchema.transform(
  ({ there: remoteHash, made: isFetched, inStepAt: lastSyncedAt, ...row }): SyncedProjectRow => ({
    ...row,
    remoteHash,
    isFetched,
    lastSyncedAt,
  }),
);
const encodeProjectRow = ({ remoteHash: there, isFetched: made, lastSyncedAt: inStepAt, ...row }: SyncedProjectRow) => ({
  ...row,
  there,
  made,
  inStepAt,
});

/** Of all projects together. */
const pauseRowSchema = z.object({ pausedUntil: z.number().nullable() });
const pauseRowId = '/pause';

/** For the transaction that makes it a synced project. */
export const syncedProjectRows = (row: SyncedProjectRow) => ({
  store: syncedProjectsStoreName,
  put: [{ id: row.hash, value: encodeProjectRow(row) }],
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
    syncedProjects: () => all(syncedProjects, decodeProjectRow),
    saveSyncedProject: (row: SyncedProjectRow) => syncedProjects.put(syncedProjectRows(row).put),
    /** undefined: not paused. */
    pausedUntil: () => pauseRowSchema.safeParse(syncedProjects.get(pauseRowId)).data?.pausedUntil,
    pause: (until: number | null | undefined) =>
      until === undefined ? syncedProjects.remove([pauseRowId]) : syncedProjects.put([{ id: pauseRowId, value: { pausedUntil: until } }]),
  };
}
export type RemoteStore = ReturnType<typeof openRemoteStore>;

export const budgetRowId = (name: string): string => `budget/${name}`;
