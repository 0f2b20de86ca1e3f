/**
 * Opens the SQLite file that holds everything: WAL with synchronous=FULL, both read back. The only file that imports
 * better-sqlite3. After an unclean end the file is checked before anyone works with it.
 */

import { existsSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement;

const requiredNapiVersion = 10;

/** better-sqlite3 crashes without a word on an older N-API, so that is asked first; a rebuilt binding may be named instead. */
async function loadSqlite(): Promise<{ open: (file: string, readonly: boolean) => Database }> {
  const nativeBinding = process.env.TALEPORT_SQLITE_BINDING;
  if (!nativeBinding && Number(process.versions.napi) < requiredNapiVersion)
    throw new Problem('store', message('problem.app.nodeTooOld', { node: process.versions.node }));
  const { default: Sqlite } = await import('better-sqlite3');
  return { open: (file, readonly) => new Sqlite(file, { readonly, ...(nativeBinding ? { nativeBinding } : {}) }) };
}

const sqlite = await loadSqlite();

/** Opens (or makes) a database file; null is one in memory. Throws a Problem 'store' that names the file. */
export function openDatabase(file: string | null): Database {
  const database = wrapDatabaseErrors(file, () => sqlite.open(file ?? ':memory:', false));
  return closeOnError(database, () =>
    wrapDatabaseErrors(file, () => {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      database.pragma('busy_timeout = 5000');
      if (file !== null) verifyDurability(database, file);
      return database;
    }),
  );
}

/** For the check in the background and for a backup: reads, never writes. */
export const openReadOnlyDatabase = (file: string): Database => wrapDatabaseErrors(file, () => sqlite.open(file, true));

function verifyDurability(database: Database, file: string): void {
  const journal = database.pragma('journal_mode', { simple: true });
  const synchronous = database.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== 2)
    throw new Problem('store', message('problem.store.unsafe', { file, journal: String(journal), synchronous: String(synchronous) }));
}

/** `ok`, or what SQLite found wrong. */
export function checkDatabase(database: Database, how: 'quick_check' | 'integrity_check'): string {
  const rows = database.pragma(how) as Record<string, string>[];
  const faults = rows.map((row) => Object.values(row).join(' '));
  return faults.length === 1 && faults[0] === 'ok' ? 'ok' : faults.slice(0, 5).join('; ');
}

/** Locks that are held. Without this a lock whose holder forgot it would be collected, closed, and free for anyone. */
const heldLocks = new Set<Database>();

/** A lock that the operating system lets go when the process ends, however it ends; undefined while someone else holds it. */
export function acquireFileLock(file: string): (() => void) | undefined {
  const database = wrapDatabaseErrors(file, () => sqlite.open(file, false));
  try {
    database.pragma('busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
    heldLocks.add(database);
    return () => {
      heldLocks.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/** What `run` gives; what SQLite throws becomes a Problem that names the file and says whether it is damaged. */
export function wrapDatabaseErrors<T>(file: string | null, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw toDatabaseProblem(file, error);
  }
}

export function toDatabaseProblem(file: string | null, error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const says = /^SQLITE_(CORRUPT|NOTADB)/.test(code)
    ? `The project data in ${file} is damaged (${why}). It was left as it is; please restore a backup.`
    : `The data file ${file ?? 'in memory'} cannot be ${file !== null && existsSync(file) ? 'opened' : 'made'}: ${why}.`;
  return new Problem('store', says, { cause: error });
}

/** A file that cannot be trusted is let go at once. */
export function closeOnError<T>(database: Database, run: () => T): T {
  try {
    return run();
  } catch (error) {
    database.close();
    throw error;
  }
}
