/** `instance.json` beside the lock: readable by this user only, written atomically, and removed by the process that wrote it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../platform/atomic-file.ts';
import { readJsonFile, readJsonFileOrUndefined } from '../platform/untrusted-file.ts';
import { type InstanceRecord, instanceRecord } from './instance-protocol.ts';

const recordPath = (folder: string): string => join(folder, 'instance.json');
/** The record of Taleport 0.1, which uses another protocol. Connecting to it fails with a message that says so. */
const oldRecordPath = (folder: string): string => join(folder, 'owner.json');

export async function writeInstanceRecord(folder: string, record: InstanceRecord): Promise<void> {
  await replaceFile(recordPath(folder), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/** Undefined if there is no record, or if it is not valid. */
export async function readInstanceRecord(folder: string): Promise<InstanceRecord | undefined> {
  return (await readRecordFile(recordPath(folder))) ?? (await readRecordFile(oldRecordPath(folder)));
}

/** The owner whose record is in the folder: the one with this token, another one, or none. */
export function findRecordOwner(folder: string, token: string): 'self' | 'other' | 'none' {
  const record = instanceRecord.safeParse(readJsonFileOrUndefined(recordPath(folder))).data;
  if (!record) return 'none';
  return record.token === token ? 'self' : 'other';
}

/** Removes the record of the process with this token, but not that of another one. */
export async function removeInstanceRecord(folder: string, token: string): Promise<void> {
  if (findRecordOwner(folder, token) === 'self') await rm(recordPath(folder), { force: true });
}

async function readRecordFile(path: string): Promise<InstanceRecord | undefined> {
  return instanceRecord.safeParse(await readJsonFile(path).catch(() => undefined)).data;
}
