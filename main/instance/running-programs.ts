/**
 * Finds the running processes of an installed program, whichever data folder they use, because an update must not replace a program that
 * another process still uses. Each process has a record in a folder of the user, and next to it a lock, which the operating system releases
 * when the process ends, even after a crash.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { acquireFileLock } from '../engine/storage/sqlite.ts';
import { replaceFileSync } from '../platform/atomic-file.ts';
import { createDataFolder } from '../platform/data-folder.ts';
import { readJsonFileOrUndefined } from '../platform/untrusted-file.ts';

const recordSchema = z.object({ pid: z.int().positive(), program: z.string(), dataFolder: z.string() });
/** `program` is the path of the file that an update would replace, or of one beside it. */
type RunningProgram = z.infer<typeof recordSchema>;

/**
 * Writes the record of this process, and returns a function that removes it. Otherwise the record becomes invalid when the process ends.
 */
export function announceProgram({ program, dataFolder }: Omit<RunningProgram, 'pid'>, folder = recordFolder()): () => void {
  createDataFolder(folder);
  removeOldRecords(folder);
  const record = join(folder, `${process.pid}-${randomBytes(8).toString('hex')}.json`);
  // Acquired before the record is written, because a record without a lock belongs to a process that has ended.
  const release = acquireFileLock(lockOf(record));
  replaceFileSync(record, `${JSON.stringify({ pid: process.pid, program, dataFolder })}\n`, { mode: 0o600 });
  return () => {
    release?.();
    removeRecord(record);
  };
}

/** The other processes of the same program. */
export function findOtherPrograms(program: string, folder = recordFolder()): RunningProgram[] {
  return removeOldRecords(folder).filter((other) => other.pid !== process.pid && isSameFile(other.program, program));
}

/** Outside of any data folder, because each process may use a different one. */
function recordFolder(): string {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env;
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Taleport', 'processes');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Taleport', 'processes');
  return join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'taleport', 'processes');
}

const lockOf = (record: string): string => record.replace(/\.json$/, '.lock');

/** Removes the records of processes that have ended, and returns the others. */
function removeOldRecords(folder: string): RunningProgram[] {
  return readNames(folder).flatMap((name) => {
    const record = join(folder, name);
    // Its own lock is not tried, because closing a file may release what another part of the process has locked.
    const release = isOwnRecord(record) ? undefined : lockUnlessRunning(lockOf(record));
    if (!release) return readRecord(record);
    release();
    removeRecord(record);
    return [];
  });
}

/** A lock that another program has overwritten or removed belongs to no running process: that would still hold it. */
function lockUnlessRunning(lock: string): (() => void) | undefined {
  try {
    return acquireFileLock(lock);
  } catch {
    return () => undefined;
  }
}

const isOwnRecord = (record: string): boolean => basename(record).startsWith(`${process.pid}-`);

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    // The folder does not exist before the first record is written.
    return [];
  }
}

/** Empty if the process has just removed its record. */
function readRecord(record: string): RunningProgram[] {
  const { data } = recordSchema.safeParse(readJsonFileOrUndefined(record));
  return data ? [data] : [];
}

function removeRecord(record: string): void {
  try {
    for (const file of [record, lockOf(record)]) rmSync(file, { force: true });
  } catch {
    // On Windows, another process may just be trying the lock. The next check removes the remaining files.
  }
}

const isSameFile = (one: string, other: string): boolean =>
  process.platform === 'win32' ? one.toLowerCase() === other.toLowerCase() : one === other;
