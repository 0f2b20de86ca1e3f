/** What is kept of remotes and of what is mirrored with them: rows in shelves, parsed when they are read. Keys are not among it. */
import { z } from 'zod';
import { keyPermissions } from '../../../shared/people.ts';
import type { Shelf } from '../../../shared/shelf.ts';

export const remotesShelf = 'remotes';
export const mirrorsShelf = 'mirrors';

const remoteRow = z.object({
  name: z.string().min(1),
  url: z.string().min(1),
  keyIn: z.enum(['store', 'environment', 'memory']),
  variable: z.string().nullable(),
  permissions: z.array(z.enum(keyPermissions)).nullable(),
  /** What was found out about the remote once (remote/learned.ts). */
  learned: z.record(z.string(), z.string()),
});
export type RemoteRow = z.infer<typeof remoteRow>;

/** A project that is mirrored. `made`: it has been read once and is here. */
const mirrorRow = z.object({
  hash: z.string().min(1),
  there: z.string().min(1),
  remote: z.string().min(1),
  name: z.string(),
  made: z.boolean(),
  /** Milliseconds; null until told otherwise. */
  pausedUntil: z.number().nullish(),
  inStepAt: z.string().nullable(),
});
export type MirrorRow = z.infer<typeof mirrorRow>;

/** Of all projects together. */
const pauseRow = z.object({ pausedUntil: z.number().nullable() });
const pauseId = '/pause';

/** To be laid beside what makes it a mirrored project. */
export const mirrorWrites = (row: MirrorRow) => ({ shelf: mirrorsShelf, put: [{ id: row.hash, value: row }] });

export function openRemoteRows(remotes: Shelf, mirrors: Shelf) {
  const all = <T>(shelf: Shelf, schema: z.ZodType<T>): T[] =>
    shelf.list().flatMap(({ value }) => {
      const read = schema.safeParse(value);
      return read.success ? [read.data] : [];
    });
  return {
    remotes: () => all(remotes, remoteRow),
    keepRemote: (row: RemoteRow) => remotes.put([{ id: `remote/${row.name}`, value: row }]),
    removeRemote: (name: string) => remotes.remove([`remote/${name}`, budgetId(name)]),
    mirrors: () => all(mirrors, mirrorRow),
    keepMirror: (row: MirrorRow) => mirrors.put(mirrorWrites(row).put),
    /** undefined: not paused. */
    pausedUntil: () => pauseRow.safeParse(mirrors.get(pauseId)).data?.pausedUntil,
    pause: (until: number | null | undefined) =>
      until === undefined ? mirrors.remove([pauseId]) : mirrors.put([{ id: pauseId, value: { pausedUntil: until } }]),
  };
}
export type RemoteRows = ReturnType<typeof openRemoteRows>;

export const budgetId = (name: string): string => `budget/${name}`;
