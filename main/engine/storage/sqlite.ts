/**
 * Opens SQLite databases in WAL mode with synchronous=FULL and verifies both settings. The only file that imports better-sqlite3.
 */

import { existsSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeDiskError, diskErrorReason } from '../../platform/disk-error.ts';
import { errorCodeOf, errorMessageOf } from '../../platform/errors.ts';

export type Database = BetterSqlite3.Database;

const requiredNapiVersion = 10;

/**
 * better-sqlite3 crashes without a message on an older N-API, so the version is checked first. TALEPORT_SQLITE_BINDING is the path of a
 * binding that was built for another runtime.
 */
async function loadSqlite(): Promise<{ open: (file: string, access: 'read' | 'write') => Database }> {
  const nativeBinding = process.env.TALEPORT_SQLITE_BINDING;
  if (!nativeBinding && Number(process.versions.napi) < requiredNapiVersion)
    throw new Problem('store', message('problem.app.nodeTooOld', { node: process.versions.node }));
  const { default: Sqlite } = await import('better-sqlite3');
  return {
    open(file, access) {
      const database = new Sqlite(file, { readonly: access === 'read', ...(nativeBinding ? { nativeBinding } : {}) });
      // A schema that is not ours is refused (verifySchema). Until that is known, it must not call functions with side effects.
      database.pragma('trusted_schema = OFF');
      return database;
    },
  };
}

const sqlite = await loadSqlite();

/** Opens or creates a database file; null opens a database in memory. Throws a Problem `store` that names the file. */
export function openDatabase(file: string | null): Database {
  const database = wrapDatabaseErrors(file, () => sqlite.open(file ?? ':memory:', 'write'));
  return closeOnError(database, () =>
    wrapDatabaseErrors(file, () => {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      // On macOS, fsync alone leaves the data in the cache of the drive. On other systems, these pragmas have no effect.
      database.pragma('fullfsync = ON');
      database.pragma('checkpoint_fullfsync = ON');
      database.pragma('foreign_keys = ON');
      database.pragma('busy_timeout = 5000');
      if (file !== null) verifyDurability(database, file);
      return database;
    }),
  );
}

/** Opens a file that no other connection uses, without the settings for project data. */
export const openDatabaseFile = (file: string): Database => wrapDatabaseErrors(file, () => sqlite.open(file, 'write'));

/** Opens a connection for checks, which never writes. */
export const openReadOnlyDatabase = (file: string): Database => wrapDatabaseErrors(file, () => sqlite.open(file, 'read'));

function verifyDurability(database: Database, file: string): void {
  const journal = database.pragma('journal_mode', { simple: true });
  const synchronous = database.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== 2)
    throw new Problem('store', message('problem.store.unsafe', { file, journal: String(journal), synchronous: String(synchronous) }));
}

/** Returns `ok`, or the first errors that SQLite reports. */
export function checkDatabase(database: Database, check: 'quick_check' | 'integrity_check'): string {
  const results = database.prepare<[], string>(`PRAGMA ${check}`).pluck().all();
  return results.length === 1 && results[0] === 'ok' ? 'ok' : results.slice(0, 5).join('; ');
}

/** The locks of this process. The references keep them from being garbage-collected, which would release the locks. */
const heldLocks = new Set<Database>();

/**
 * Acquires a lock that the operating system releases when the process ends, even after a crash. Returns a function that releases it;
 * undefined while another process holds it. A `shared` lock can be held several times, but not beside an exclusive one.
 */
export function acquireFileLock(file: string, mode: 'exclusive' | 'shared' = 'exclusive'): (() => void) | undefined {
  const database = wrapDatabaseErrors(file, () => sqlite.open(file, 'write'));
  try {
    database.pragma('busy_timeout = 0');
    // A transaction that has read holds a shared lock.
    database.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_master');
    heldLocks.add(database);
    return () => {
      heldLocks.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if (errorCodeOf(error)?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/** Returns the result of `run`. An error of SQLite is thrown as a Problem `store` that names the file and says whether it is damaged. */
export function wrapDatabaseErrors<T>(file: string | null, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw toDatabaseProblem(file, error);
  }
}

export function toDatabaseProblem(file: string | null, error: unknown): Problem {
  const reason = errorMessageOf(error);
  const code = errorCodeOf(error) ?? '';
  const text = (file !== null && describeDiskError(error, file)) || databaseFault(file, code, reason);
  const cause = file === null ? undefined : diskErrorReason(error, file);
  return new Problem('store', text, { cause: error, ...(cause && { reason: cause }) });
}

/** Returns the result of `run`. An error of the disk is thrown as a Problem `store`; any other error is thrown unchanged. */
export function wrapDiskErrors<T>(file: string | null, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const text = file === null ? null : describeDiskError(error, file);
    throw text === null ? error : new Problem('store', text, { cause: error });
  }
}

/** A Problem for a row whose values are not what was written, or that cannot be read because of `cause`. */
export const damagedRowProblem = (file: string | null, row: string, cause?: unknown): Problem =>
  new Problem('store', message('problem.store.damaged', { file: file ?? ':memory:', found: row }), { cause });

function databaseFault(file: string | null, code: string, reason: string): Message {
  if (file === null) return message('problem.store.inMemory', { reason });
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return message('problem.store.damaged', { file, found: reason });
  return existsSync(file) ? message('problem.store.notOpened', { file, reason }) : message('problem.store.notCreated', { file, reason });
}

/** Closes `opened` if `run` throws. The error of `run` is the one that is thrown. */
export function closeOnError<T>(opened: { close(): unknown }, run: () => T): T {
  try {
    return run();
  } catch (error) {
    try {
      opened.close();
    } catch {
      // A damaged database cannot always be closed.
    }
    throw error;
  }
}
