/** The connection to the database of a data folder: opens, checks and closes it, and runs its transactions. */

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { createDataFolder, databaseFileIn, restrictToUser } from '../../platform/data-folder.ts';
import { hasLessFreeSpaceThan } from '../../platform/disk-error.ts';
import { describeError } from '../../platform/errors.ts';
import {
  checkDatabaseFiles,
  expectNoLog,
  incompleteDatabaseProblem,
  keepDamagedLog,
  type LostChanges,
  openIntegrityRecord,
  readLosses,
  recordLoss,
} from './integrity-record.ts';
import { prepareStatements, type Statements } from './project-statements.ts';
import { integrityRecordFileOf, recordRemovedLog } from './removed-log.ts';
import { backUpDatabase, readSchemaVersion, upgradeSchema, verifySchema } from './schema-upgrade.ts';
import {
  checkDatabase,
  closeOnError,
  type Database,
  openDatabase,
  openReadOnlyDatabase,
  toDatabaseProblem,
  wrapDatabaseErrors,
  wrapDiskErrors,
} from './sqlite.ts';
import { defineRowChecksum, rowChecksum } from './stored-rows.ts';

export type DatabaseConnection = ReturnType<typeof openDatabaseConnection>;

/** Pages in the log after which a commit copies it to the database: the default of SQLite. */
const pagesOfLog = 1000;

export interface WriteListeners {
  readonly onReplaced: () => void;
  readonly completeLongTransaction: () => void;
  /** Copies the log of this database to it, through another connection. */
  readonly checkpoint: (file: string) => Promise<void>;
}

/**
 * Opens the database of a data folder, or one in memory for null. After an unclean shutdown, it is checked first. Throws a Problem `store`
 * if it is damaged or of a newer version. `onReplaced` is called when a write finds that another process has opened the database since;
 * `completeLongTransaction` when it finds a long transaction, which must have ended when the function returns.
 */
export function openDatabaseConnection(
  folder: string | null,
  log: (line: string) => void,
  { onReplaced, completeLongTransaction, checkpoint }: WriteListeners,
) {
  if (folder !== null) createDataFolder(folder);
  const file = folder === null ? null : databaseFileIn(folder);
  const lostChanges = file === null ? null : recordLostChanges(file, log);
  const wasClosedCleanly = file === null || !existsSync(file) || checkClosedCleanly(file, log);
  if (file !== null && lostChanges === null) wrapDiskErrors(file, () => expectNoLog(file));
  const isNew = file !== null && !existsSync(file);
  const database = isNew ? createDatabase(file) : openDatabase(file);
  const { sql, assertSingleWriter, integrityRecord } = closeOnError(database, () =>
    wrapDatabaseErrors(file, () => {
      // SQLite creates its other files with the permissions of the database.
      if (folder !== null) restrictToUser(folder);
      // The damaged part of the log must not be found again at the next start.
      if (lostChanges !== null) database.pragma('wal_checkpoint(TRUNCATE)');
      upgradeWithBackup(database, file, log);
      defineRowChecksum(database);
      const sql = prepareStatements(database);
      const assertSingleWriter = becomeSingleWriter(sql, file, onReplaced);
      const integrityRecord = file === null ? null : openIntegrityRecord(file, () => sql.projects.all().length, log);
      return { sql, assertSingleWriter, integrityRecord };
    }),
  );

  let isInLongTransaction = false;

  /** SQLite would copy the log of a long transaction, however large it is, in the turn of the next commit. */
  function checkpointInBackground(ofFile: string): void {
    database.pragma('wal_autocheckpoint = 0');
    void checkpoint(ofFile).finally(() => {
      if (database.open) database.pragma(`wal_autocheckpoint = ${pagesOfLog}`);
    });
  }

  /** Closes the database without recording that it was closed cleanly. */
  function closeAtOnce(): void {
    const isInPlace = integrityRecord?.isInPlace() ?? false;
    database.close();
    integrityRecord?.release();
    // SQLite completes the database from the log and removes the log when the last connection closes, also if what was to be written before failed.
    if (folder !== null && isInPlace) recordRemovedLog(folder);
  }

  return {
    file,
    database,
    sql,
    wasClosedCleanly,
    /** The last changes before an unclean shutdown that are missing from the database; null if none are. */
    lostChanges,
    /**
     * Wraps `work` in a transaction, which is on the disk when the function returns. The function throws a Problem `store` if the disk
     * prevents it, or if another process has opened the database.
     */
    inTransaction<A extends unknown[], R>(work: (...values: A) => R): (...values: A) => R {
      const run = database.transaction((...values: A) => {
        assertSingleWriter();
        return work(...values);
      });
      return (...values) => {
        if (isInLongTransaction) completeLongTransaction();
        const result = wrapDiskErrors(file, () => run(...values));
        integrityRecord?.noteChange();
        return result;
      };
    },
    /**
     * Runs the steps of `work` in one transaction, which is on the disk after the last one. It has a connection of its own, so that between the
     * steps this one reads the state before it, as does everyone else, and as the next start does if the process ends. Of a database in memory,
     * which no other connection can read, nobody may read between the steps.
     */
    *inLongTransaction<R>(work: (sql: Statements) => Generator<void, R>): Generator<void, R> {
      const writer = file === null ? database : openDatabase(file);
      isInLongTransaction = file !== null;
      try {
        const steps = wrapDiskErrors(file, () => {
          if (writer !== database) {
            defineRowChecksum(writer);
            writer.pragma('wal_autocheckpoint = 0');
          }
          writer.exec('BEGIN IMMEDIATE');
          assertSingleWriter();
          return work(writer === database ? sql : prepareStatements(writer));
        });
        for (;;) {
          const step = wrapDiskErrors(file, () => steps.next());
          if (step.done) {
            wrapDiskErrors(file, () => writer.exec('COMMIT'));
            integrityRecord?.noteChange();
            if (file !== null) checkpointInBackground(file);
            return step.value;
          }
          if (file !== null) yield;
        }
      } finally {
        if (writer.inTransaction) writer.exec('ROLLBACK');
        if (writer !== database) writer.close();
        isInLongTransaction = false;
      }
    },
    /** Throws a Problem `store` if the disk has less free space than this. */
    assertFreeSpace(bytes: number): void {
      if (file !== null && hasLessFreeSpaceThan(file, bytes))
        throw toDatabaseProblem(file, Object.assign(new Error('disk is full'), { code: 'ENOSPC' }));
    },
    closeAtOnce,
    close(): void {
      try {
        database.transaction(() => {
          assertSingleWriter();
          database.prepare('UPDATE session SET closed_cleanly = 1').run();
        })();
        integrityRecord?.close();
        // If the files were moved away, they must keep their log, because the integrity record among them expects it.
        if (integrityRecord?.isInPlace()) database.pragma('wal_checkpoint(TRUNCATE)');
      } catch (error) {
        // The disk is full, or another process uses the file. Every commit is in the log, which the next start reads as after an unclean
        // shutdown.
        integrityRecord?.stop();
        log(`${file} could not be closed cleanly: ${describeError(error)}`);
      }
      closeAtOnce();
    },
  };
}

/** If the disk becomes full before the first page is written, no file must remain. */
function createDatabase(file: string): Database {
  try {
    return openDatabase(file);
  } catch (error) {
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
    throw error;
  }
}

/**
 * Ensures that only the process that was the last to open a database writes to it. Normally, the lock of the data folder keeps other
 * processes away. But if the file of that lock was deleted, a process that still has older records in memory must not overwrite those of
 * the newer one. Must be called before any data is read into memory. The returned function must be called in the transaction of each write:
 * once another process has opened the database, it calls `onReplaced` and throws a Problem `store`.
 */
function becomeSingleWriter(
  { putValue, hasValue }: Pick<ReturnType<typeof prepareStatements>, 'putValue' | 'hasValue'>,
  file: string | null,
  onReplaced: () => void,
): () => void {
  const [store, id] = ['session', 'writer'] as const;
  const json = JSON.stringify(randomBytes(16).toString('hex'));
  putValue.run(store, id, json, rowChecksum(store, id, json));
  return () => {
    if (hasValue.get(store, id, json) !== undefined) return;
    onReplaced();
    throw new Problem('store', message('problem.store.openedByOther', { file: file ?? '' }));
  };
}

/**
 * Compares the files with the record of them (integrity-record.ts). Records a loss and keeps a copy of a damaged log.
 * Throws a Problem `store` if the database is missing or empty but must not be, or if the loss cannot be recorded, because SQLite would
 * overwrite the only evidence of it.
 */
export function recordLostChanges(file: string, log: (line: string) => void): LostChanges | null {
  const lost = checkDatabaseFiles(file);
  if (lost === null) return null;
  log(`The write-ahead log of ${file} is missing or damaged: the last changes before the unclean shutdown may be lost`);
  return wrapDiskErrors(file, () => {
    const { damagedLog: path } = lost;
    const at = statSync(path ?? integrityRecordFileOf(file)).mtimeMs;
    const damagedLog = path === null ? null : keepDamagedLog(path);
    if (damagedLog !== null) log(`The damaged log was copied to ${damagedLog}`);
    recordLoss(file, { at, damagedLog });
    return { damagedLog };
  });
}

/**
 * Checks a file through a read-only connection before it is opened. Throws if it is of a newer version or, after an unclean shutdown,
 * damaged. Returns whether it was closed cleanly.
 */
function checkClosedCleanly(file: string, log: (line: string) => void): boolean {
  const database = openReadOnlyDatabase(file);
  try {
    return wrapDatabaseErrors(file, () => {
      verifySchema(database, file);
      const version = readSchemaVersion(database, file);
      if (version === 0) {
        verifyNew(file);
        return true;
      }
      // The table was called `running` before version 3.
      const [table, column] = version < 3 ? ['running', 'clean'] : ['session', 'closed_cleanly'];
      const clean = database.prepare(`SELECT ${column} FROM ${table}`).pluck().get() === 1;
      if (!clean) checkAfterUncleanShutdown(database, file, log);
      return clean;
    });
  } finally {
    database.close();
  }
}

/** Throws a Problem `store` for a database without tables where one with tables was used before, unless they were lost with the log. */
function verifyNew(file: string): void {
  if (existsSync(integrityRecordFileOf(file)) && readLosses(file).length === 0) throw incompleteDatabaseProblem(file);
}

/** Upgrades the tables, and records that the database is in use. */
function upgradeWithBackup(database: Database, file: string | null, log: (line: string) => void): void {
  upgradeSchema(database, (version) => {
    if (file === null) return;
    const to = `${file}.before-${version + 1}.backup`;
    backUpDatabase(database, to);
    log(`A backup of the project data was written to ${to} before the upgrade`);
  });
  database.prepare('UPDATE session SET closed_cleanly = 0').run();
}

function checkAfterUncleanShutdown(database: Database, file: string, log: (line: string) => void): void {
  const result = checkDatabase(database, 'quick_check');
  log(`Taleport did not end cleanly last time; quick check: ${result}`);
  if (result !== 'ok') throw new Problem('store', message('problem.store.damaged', { file, found: result }));
}
