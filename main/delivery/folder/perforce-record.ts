/**
 * What Perforce is to be told of files that were added and removed. It is stored before the files are changed, because a process may be killed between the two,
 * and Perforce may be out of reach: then the next run tells it.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Disk } from '../../platform/disk.ts';
import { recordInPerforce } from '../../platform/perforce.ts';

interface PerforceContext {
  readonly store: KeyValueStore;
  /** The id of the target, or the hash of the linked project. */
  readonly id: string;
  readonly disk: Disk;
  readonly root: string;
}

const recordSchema = z.strictObject({ added: z.array(z.string()), removed: z.array(z.string()) });
type PerforceRecord = z.infer<typeof recordSchema>;

export const perforceKey = (id: string): string => `perforce/${id}`;

/** Must be called before the files are changed. Paths are relative to the root. */
export function storePerforceRecord({ store, id }: PerforceContext, { added, removed }: PerforceRecord): void {
  if (added.length + removed.length === 0) return;
  const before = readRecord(store, id);
  const value: PerforceRecord = {
    added: [...new Set([...before.added, ...added])],
    removed: [...new Set([...before.removed, ...removed])],
  };
  store.put([{ id: perforceKey(id), value }]);
}

/** Tells Perforce of the stored changes that were made. Returns why it failed, and then the next call tries again; null if it did not. */
export async function reportToPerforce({ store, id, disk, root }: PerforceContext): Promise<Message | null> {
  const { added, removed } = readRecord(store, id);
  if (added.length + removed.length === 0) return null;
  const isThere = async (path: string): Promise<boolean> => (await disk.kind(join(root, path))) === 'file';
  const [existing, missing]: [string[], string[]] = [[], []];
  for (const path of added) if (await isThere(path)) existing.push(path);
  for (const path of removed) if (!(await isThere(path))) missing.push(path);
  const failed = await recordInPerforce(root, { added: existing, removed: missing });
  if (failed === null) store.remove([perforceKey(id)]);
  return failed;
}

function readRecord(store: KeyValueStore, id: string): PerforceRecord {
  return recordSchema.safeParse(store.get(perforceKey(id))).data ?? { added: [], removed: [] };
}
