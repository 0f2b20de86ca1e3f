/**
 * Detects what a database file itself cannot show: that it is missing, was emptied, or has lost the end of its write-ahead log. A small file next to
 * it records how many projects there are and how far the log had been written. It is written about once a second while there are changes. The checks
 * run before SQLite opens the file, because SQLite takes an empty file for a new one and then deletes its log, and because it overwrites what follows
 * damage in the log.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { replaceFileSync, replaceFileWithSync } from '../../platform/atomic-file.ts';
import { fileIdentityOf } from '../../platform/file-identity.ts';
import { createThrottle } from '../../platform/throttle.ts';
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
  /** The path of the log with its damage; null if there is no log. */
  readonly damagedLog: string | null;
}

/**
 * Checks the files of a database before it is opened. Throws a Problem `store` if it existed and is missing or empty; nothing
 * is changed then. Returns which changes were lost after an unclean shutdown because the log is missing, shorter than recorded or damaged.
 */
export function checkDatabaseFiles(file: string): LostChanges | null {
  const logFile = logFileOf(file);
  if (sizeOf(file) === 0) {
    // Also without projects there were settings, members, keys and remotes.
    if (existsSync(integrityRecordFileOf(file)) || sizeOf(logFile) > 0) throw incompleteDatabaseProblem(file);
    return null;
  }
  const { position, hasLostTransactions } = readLog(logFile);
  const isLost = hasLostTransactions || isShorter(position, readRecord(file)?.log ?? null);
  return isLost ? { damagedLog: sizeOf(logFile) > 0 ? logFile : null } : null;
}

const isShorter = (log: LogPosition | null, recorded: LogPosition | null): boolean =>
  recorded !== null && recorded.frames > 0 && (log === null || (log.salts === recorded.salts && log.frames < recorded.frames));

/** 0 if it does not exist. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Copies a damaged log before SQLite overwrites it. The copy is named after its last change, so there is one however often the database is opened. Returns its path. */
export function keepDamagedLog(log: string): string {
  const kept = `${log}.damaged-${statSync(log).mtime.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  if (!existsSync(kept)) replaceFileWithSync(kept, (draft) => writeFileSync(draft, readFileSync(log), { mode: 0o600, flush: true }));
  return kept;
}

/** The database is missing or empty although the folder contains data of projects. */
export function incompleteDatabaseProblem(file: string): Problem {
  return new Problem('store', existsSync(file) ? message('problem.store.emptied', { file }) : message('problem.store.missing', { file }), {
    context: { file },
  });
}

interface IntegrityRecord {
  /** Whether the database is still at its path. Otherwise nothing is recorded: the files there belong to another one. */
  isInPlace(): boolean;
  /** Call after each transaction. */
  noteChange(): void;
  /** Records that no log is expected. Call before the log is removed: a process that is killed in between has lost nothing. */
  close(): void;
  /** Stops without writing a last record. */
  stop(): void;
  /** Call when the database is closed. */
  release(): void;
}

/**
 * Call before the database is opened, unless changes are lost: if it cannot be opened completely, SQLite completes the database from the log and removes
 * it, and the next start must not miss it.
 */
export function expectNoLog(file: string): void {
  const record = readRecord(file);
  if (record !== null && record.log !== null) writeRecord(file, { ...record, log: null });
}

function writeRecord(file: string, record: StoredRecord): void {
  replaceFileSync(integrityRecordFileOf(file), JSON.stringify(record), { mode: 0o600 });
}

/** Starts to record what happens to a database that was just opened. `countProjects` is called whenever a record is written. A record that cannot be written is logged and tried again at the next change. */
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
    return recordSchema.parse(JSON.parse(readFileSync(integrityRecordFileOf(file), 'utf8')));
  } catch {
    // Data folders of earlier versions have none, and without it nothing can be concluded.
    return null;
  }
}

/**
 * Stays open until the database is closed: whenever a process closes a file, POSIX releases all its locks on that file, also those of SQLite, and the
 * next process that opens the database would then take the index for one of a crash and truncate it. null if it cannot be opened.
 */
function openLogIndex(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

/** From the index of the log, which also says how much of the file belongs to the present run (section 2.1, `mxFrame` and `aSalt`). */
function readLogIndex(file: number): LogPosition | null {
  const header = Buffer.alloc(48);
  if (readSync(file, header, 0, header.length, 0) < header.length || header[12] !== 1) return null;
  // The index is shared memory, in the byte order of the machine; every system that Taleport runs on is little-endian.
  return { salts: header.toString('hex', 32, 40), frames: header.readUInt32LE(16) };
}
