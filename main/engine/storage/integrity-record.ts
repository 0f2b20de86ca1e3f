/**
 * Detects damage that a database file itself cannot show: that it is missing, was emptied, or has lost the end of its write-ahead log. A
 * small file next to it records the number of projects and how far the log was written, about once a second while there are changes. The
 * checks run before SQLite opens the database, because SQLite treats an empty file as a new database and deletes its log, and because it
 * overwrites what follows damage in the log.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { replaceFileDurablySync, replaceFileSync, replaceFileWithSync } from '../../platform/atomic-file.ts';
import { fileIdentityOf } from '../../platform/data-folder.ts';
import { createThrottle } from '../../platform/timer.ts';
import { readJsonFileSync } from '../../platform/untrusted-file.ts';
import { type LogPosition, readLog } from './log-position.ts';
import { integrityRecordFileOf, logFileOf } from './removed-log.ts';

/** Milliseconds between two records while there are changes. */
const recordInterval = 1000;

const recordSchema = z.object({
  projects: z.number().int().nonnegative(),
  /** null if no log is expected, as after a clean shutdown. */
  log: z.object({ salts: z.string(), frames: z.number().int().nonnegative() }).nullable(),
});
type StoredRecord = z.infer<typeof recordSchema>;

const logIndexFileOf = (file: string): string => `${file}-shm`;

/** Changes at the end of the log that the database has lost. */
export interface LostChanges {
  /** The path of a copy of the damaged log; null if there is no log. */
  readonly damagedLog: string | null;
}

/**
 * Checks the files of a database before it is opened. Throws a Problem `store`, and changes nothing, if the database existed and is missing
 * or empty. Returns the changes that were lost in an unclean shutdown because the log is missing, shorter than recorded or damaged.
 */
export function checkDatabaseFiles(file: string): LostChanges | null {
  const logFile = logFileOf(file);
  if (sizeOf(file) === 0) {
    // Even without projects, the database contained settings, members, keys and remotes.
    if (existsSync(integrityRecordFileOf(file)) || sizeOf(logFile) > 0) throw incompleteDatabaseProblem(file);
    return null;
  }
  const { position, hasLostTransactions } = readLog(logFile);
  const isLost = hasLostTransactions || isShorter(position, readRecord(file)?.log ?? null);
  return isLost ? { damagedLog: sizeOf(logFile) > 0 ? logFile : null } : null;
}

const isShorter = (log: LogPosition | null, recorded: LogPosition | null): boolean =>
  recorded !== null && recorded.frames > 0 && (log === null || (log.salts === recorded.salts && log.frames < recorded.frames));

/** The size of a file in bytes; 0 if it does not exist. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Copies a damaged log before SQLite overwrites it. The copy is named after the time of its last change, so opening the database again
 * creates no other copy. Returns its path.
 */
export function keepDamagedLog(log: string): string {
  const kept = `${log}.damaged-${statSync(log).mtime.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  if (!existsSync(kept)) replaceFileWithSync(kept, (draft) => writeFileSync(draft, readFileSync(log), { mode: 0o600, flush: true }));
  return kept;
}

/** A Problem for a database that is missing or empty although the folder contains data of projects. */
export function incompleteDatabaseProblem(file: string): Problem {
  return new Problem('store', existsSync(file) ? message('problem.store.emptied', { file }) : message('problem.store.missing', { file }), {
    context: { file },
  });
}

interface IntegrityRecord {
  /** Whether the database is still at its path. If not, nothing is recorded, because the files there belong to another database. */
  isInPlace(): boolean;
  /** Must be called after each transaction. */
  noteChange(): void;
  /**
   * Records that no log is expected. Must be called before the log is removed, so that a process that is killed in between is not reported
   * to have lost changes.
   */
  close(): void;
  /** Stops without writing a last record. */
  stop(): void;
  /** Releases the files. Must be called when the database is closed. */
  release(): void;
}

/**
 * Records that no log is expected. Must be called before the database is opened, unless changes are lost: if it cannot be opened
 * completely, SQLite completes the database from the log and removes the log, which the next start must not miss.
 */
export function expectNoLog(file: string): void {
  const record = readRecord(file);
  if (record !== null && record.log !== null) writeRecord(file, { ...record, log: null });
}

function writeRecord(file: string, record: StoredRecord): void {
  replaceFileSync(integrityRecordFileOf(file), JSON.stringify(record), { mode: 0o600 });
}

/**
 * Starts to keep the record of a database that was just opened. `countProjects` is called whenever the record is written. If writing fails,
 * the error is logged and the next change tries again.
 */
export function openIntegrityRecord(file: string, countProjects: () => number, log: (line: string) => void): IntegrityRecord {
  const opened = fileIdentityOf(file);
  const isInPlace = (): boolean => fileIdentityOf(file) === opened;
  const write = (readPosition: () => LogPosition | null): void => {
    try {
      if (!isInPlace()) return;
      writeRecord(file, { projects: countProjects(), log: readPosition() });
    } catch (error) {
      log(`${integrityRecordFileOf(file)} could not be written: ${String(error)}`);
    }
  };
  const logIndex = openLogIndex(logIndexFileOf(file));
  const record = (): void => write(() => (logIndex === null ? null : readLogIndex(logIndex)));
  const throttle = createThrottle(recordInterval, record);
  record();
  return {
    isInPlace,
    noteChange: throttle.call,
    stop: throttle.cancel,
    release() {
      if (logIndex !== null) closeSync(logIndex);
    },
    close() {
      throttle.cancel();
      write(() => null);
    },
  };
}

function readRecord(file: string): StoredRecord | null {
  try {
    return recordSchema.parse(readJsonFileSync(integrityRecordFileOf(file)));
  } catch {
    // Data folders of earlier versions have no record, and without one nothing can be concluded.
    return null;
  }
}

/**
 * Opens the index of the log, and keeps it open until the database is closed. When a process closes a file, POSIX releases all its locks on
 * that file, including those of SQLite. The next process that opens the database would then treat the index as left by a crash and truncate
 * it. null if it cannot be opened.
 */
function openLogIndex(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

/** Reads the index of the log, which also says how much of the log belongs to the present run (section 2.1, `mxFrame` and `aSalt`). */
function readLogIndex(file: number): LogPosition | null {
  const header = Buffer.alloc(48);
  if (readSync(file, header, 0, header.length, 0) < header.length || header[12] !== 1) return null;
  // The index is shared memory in the byte order of the machine, and all systems that Taleport supports are little-endian.
  return { salts: header.toString('hex', 32, 40), frames: header.readUInt32LE(16) };
}

/**
 * Changes that the database has lost, until the user has seen a message about them. Opening the database removes the evidence, so they are
 * first written to a small file next to it.
 */
const lossSchema = z.object({
  /** When the last of these changes were made, in milliseconds since 1970. It may be up to a second early. */
  at: z.number(),
  /** The path of a copy of the damaged log; null if there was no log. */
  damagedLog: z.string().nullable(),
});
export type RecordedLoss = z.infer<typeof lossSchema>;

export const lossFileOf = (file: string): string => `${file}-lost-changes.json`;

/** The recorded losses, oldest first. */
export function readLosses(file: string): readonly RecordedLoss[] {
  const path = lossFileOf(file);
  if (!existsSync(path)) return [];
  try {
    return z.array(lossSchema).parse(readJsonFileSync(path));
  } catch {
    // The file cannot be read, but it exists, so something was lost.
    return [{ at: statSync(path).mtimeMs, damagedLog: null }];
  }
}

/** Records a loss once: a start that is interrupted finds the same loss again, with the same copy of the log or without one. */
export function recordLoss(file: string, { at, damagedLog }: RecordedLoss): void {
  const losses = readLosses(file);
  if (losses.some((loss) => loss.damagedLog === damagedLog)) return;
  replaceFileDurablySync(lossFileOf(file), JSON.stringify([...losses, { at, damagedLog }]), { mode: 0o600 });
}

/** Must only be called when the user has seen the message and can check what is missing. */
export function forgetLosses(file: string): void {
  rmSync(lossFileOf(file), { force: true });
}
