/**
 * What a database file cannot say about itself: that it is gone, was emptied, or has lost the end of its write-ahead log. A small file next to
 * it, the witness, records how many projects there are and how far the log had been written. It is written about once a second while there
 * are changes. The checks run before SQLite opens the file, because SQLite takes an empty file for a new one and then deletes its log.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { replaceFileSync } from '../../platform/atomic-file.ts';
import { createThrottle } from '../../platform/throttle.ts';

/** Milliseconds between two records while there are changes. */
const recordInterval = 1000;

/** The position of a write-ahead log. */
interface LogPosition {
  /** Of this run of the log, in hexadecimal: SQLite chooses new ones whenever it starts again at the beginning of the file. */
  readonly salts: string;
  /** Complete pages in the log. */
  readonly frames: number;
}

const witnessSchema = z.object({
  projects: z.number().int().nonnegative(),
  /** null after a clean shutdown, which leaves no log. */
  log: z.object({ salts: z.string(), frames: z.number().int().nonnegative() }).nullable(),
});
type WitnessRecord = z.infer<typeof witnessSchema>;

export const witnessFileOf = (file: string): string => `${file}-witness.json`;
const logFileOf = (file: string): string => `${file}-wal`;
const logIndexFileOf = (file: string): string => `${file}-shm`;

/**
 * Checks the files of a database before it is opened. Throws a Problem `store` if it must have contained projects and is missing or empty; nothing
 * is changed then. Returns whether changes at the end of the log are lost: after an unclean shutdown the log is missing or shorter than recorded.
 */
export function checkDatabaseFiles(file: string): { readonly lostChanges: boolean } {
  const record = readWitness(file);
  const log = readLogPosition(logFileOf(file));
  const bytes = existsSync(file) ? statSync(file).size : null;
  if (bytes === null || bytes === 0) {
    const hadProjects = (record?.projects ?? 0) > 0 || (log?.frames ?? 0) > 0;
    if (hadProjects) throw incompleteDatabaseProblem(file);
    return { lostChanges: false };
  }
  if (record === null || record.log === null || record.log.frames === 0) return { lostChanges: false };
  return { lostChanges: log === null || (log.salts === record.log.salts && log.frames < record.log.frames) };
}

/** The database is missing or empty although the folder contains data of projects. */
export function incompleteDatabaseProblem(file: string): Problem {
  return new Problem('store', existsSync(file) ? message('problem.store.emptied', { file }) : message('problem.store.missing', { file }), {
    context: { file },
  });
}

export interface DatabaseWitness {
  /** Call after each transaction. */
  noteChange(): void;
  /** Records that the log is complete in the database. */
  close(): void;
  /** Ends without a last record. */
  stop(): void;
}

/** Starts to record. `countProjects` is called whenever a record is written. A record that cannot be written is logged and tried again at the next change. */
export function openDatabaseWitness(file: string, countProjects: () => number, log: (line: string) => void): DatabaseWitness {
  const write = (position: LogPosition | null): void => {
    try {
      const record: WitnessRecord = { projects: countProjects(), log: position };
      replaceFileSync(witnessFileOf(file), JSON.stringify(record), { mode: 0o600 });
    } catch (error) {
      log(`${witnessFileOf(file)} could not be written: ${String(error)}`);
    }
  };
  const record = (): void => write(readLogIndex(logIndexFileOf(file)));
  const throttle = createThrottle(recordInterval, record);
  record();
  return {
    noteChange: throttle.call,
    stop: throttle.cancel,
    close() {
      throttle.cancel();
      write(null);
    },
  };
}

function readWitness(file: string): WitnessRecord | null {
  try {
    return witnessSchema.parse(JSON.parse(readFileSync(witnessFileOf(file), 'utf8')));
  } catch {
    // Data folders of earlier versions have none, and without it nothing can be concluded.
    return null;
  }
}

/** From the header and the size of the log (SQLite: "WAL-mode File Format", section 1.1); null if there is no valid log. */
function readLogPosition(path: string): LogPosition | null {
  const header = readStart(path, 32);
  if (header === null) return null;
  const pageBytes = header.readUInt32BE(8);
  if (pageBytes < 512) return null;
  return { salts: header.toString('hex', 16, 24), frames: Math.floor((statSync(path).size - 32) / (24 + pageBytes)) };
}

/** From the index of the log, which also says how much of the file belongs to the present run (section 2.1, `mxFrame` and `aSalt`). */
function readLogIndex(path: string): LogPosition | null {
  const header = readStart(path, 48);
  if (header === null || header[12] !== 1) return null;
  // The index is shared memory, in the byte order of the machine; every system that Taleport runs on is little-endian.
  return { salts: header.toString('hex', 32, 40), frames: header.readUInt32LE(16) };
}

/** The first bytes of a file; null if it does not exist or is shorter. */
function readStart(path: string, bytes: number): Buffer | null {
  try {
    const handle = openSync(path, 'r');
    try {
      const start = Buffer.alloc(bytes);
      return readSync(handle, start, 0, bytes, 0) === bytes ? start : null;
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}
