/** `owner.json` beside the lock: for this user's eyes alone, written whole, removed by its writer only. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InstanceRecord, instanceRecord } from './instance-protocol.ts';

const recordPath = (folder: string): string => join(folder, 'owner.json');

export async function writeInstanceRecord(folder: string, note: InstanceRecord): Promise<void> {
  const draft = `${recordPath(folder)}.${note.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(note)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, recordPath(folder));
}

/** Nothing where there is no note, or one that cannot be read. */
export async function readInstanceRecord(folder: string): Promise<InstanceRecord | undefined> {
  try {
    return instanceRecord.parse(JSON.parse(await readFile(recordPath(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removeInstanceRecord(folder: string): Promise<void> {
  await rm(recordPath(folder), { force: true });
}
