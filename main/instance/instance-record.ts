/** `instance.json` beside the lock: readable by this user only, written atomically, removed by the process that wrote it. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../platform/atomic-file.ts';
import { type InstanceRecord, instanceRecord } from './instance-protocol.ts';

const recordPath = (folder: string): string => join(folder, 'instance.json');
/** Of Taleport 0.1. A process of that version speaks another protocol, and connecting to it says so. */
const oldRecordPath = (folder: string): string => join(folder, 'owner.json');

export async function writeInstanceRecord(folder: string, record: InstanceRecord): Promise<void> {
  await replaceFile(recordPath(folder), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/** undefined where there is none, or none that can be read. */
export async function readInstanceRecord(folder: string): Promise<InstanceRecord | undefined> {
  return (await parseRecordFile(recordPath(folder))) ?? (await parseRecordFile(oldRecordPath(folder)));
}

async function parseRecordFile(path: string): Promise<InstanceRecord | undefined> {
  try {
    return instanceRecord.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removeInstanceRecord(folder: string): Promise<void> {
  await rm(recordPath(folder), { force: true });
}
