/** What is kept of remotes and of what is mirrored with them: rows in shelves, parsed when they are read. Keys are not among it. */
import { z } from 'zod';
import { keyPermissions } from '../../../shared/contracts/accounts.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';

export const remotesStoreName = 'remotes';
export const syncedProjectsStoreName = 'mirrors';

const remoteRowSchema = z.object({
  name: z.string().min(1),
  url: z.string().min(1),
  keyIn: z.enum(['store', 'environment', 'memory']),
  variable: z.string().nullable(),
  permissions: z.array(z.enum(keyPermissions)).nullable(),
  /** What was found out about the remote once (remote/learned.ts). */
  learned: z.record(z.string(), z.string()),
});
export type RemoteRow = z.infer<typeof remoteRowSchema>;

/** A project that is mirrored. `made`: it has been read once and is here. */
const syncedProjectRowSchema = z.object({
  hash: z.string().min(1),
  there: z.string().min(1),
  remote: z.string().min(1),
  name: z.string(),
  made: z.boolean(),
  /** Milliseconds; null until told otherwise. */
  pausedUntil: z.number().nullish(),
  inStepAt: z.string().nullable(),
});
export type SyncedProjectRow = z.infer<typeof syncedProjectRowSchema>;

/** Of all projects together. */
const pauseRowSchema = z.object({ pausedUntil: z.number().nullable() });
const pauseRowId = '/pause';

/** To be laid beside what makes it a mirrored project. */
export const syncedProjectRows = (row: SyncedProjectRow) => ({ store: syncedProjectsStoreName, put: [{ id: row.hash, value: row }] });

export function openRemoteStore(remotes: KeyValueStore, mirrors: KeyValueStore) {
  const all = <T>(shelf: KeyValueStore, schema: z.ZodType<T>): T[] =>
    shelf.list().flatMap(({ value }) => {
      const read = schema.safeParse(value);
      return read.success ? [read.data] : [];
    });
  return {
    remotes: () => all(remotes, remoteRowSchema),
    saveRemote: (row: RemoteRow) => remotes.put([{ id: `remote/${row.name}`, value: row }]),
    removeRemote: (name: string) => remotes.remove([`remote/${name}`, budgetRowId(name)]),
    syncedProjects: () => all(mirrors, syncedProjectRowSchema),
    saveSyncedProject: (row: SyncedProjectRow) => mirrors.put(syncedProjectRows(row).put),
    /** undefined: not paused. */
    pausedUntil: () => pauseRowSchema.safeParse(mirrors.get(pauseRowId)).data?.pausedUntil,
    pause: (until: number | null | undefined) =>
      until === undefined ? mirrors.remove([pauseRowId]) : mirrors.put([{ id: pauseRowId, value: { pausedUntil: until } }]),
  };
}
export type RemoteStore = ReturnType<typeof openRemoteStore>;

export const budgetRowId = (name: string): string => `budget/${name}`;
