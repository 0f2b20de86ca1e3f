/** The connection to the database of a data folder: opens, checks and closes it, and runs its transactions. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { createDataFolder, databaseFileIn, restrictToUser } from '../../platform/data-folder.ts';
import { hasLessFreeSpaceThan } from '../../platform/disk-error.ts';
import { describeError } from '../../platform/errors.ts';
import { expectNoLog, openIntegrityRecord } from './integrity-record.ts';
import { checkClosedCleanly, recordLostChanges, upgradeWithBackup } from './open-checks.ts';
import { prepareStatements } from './project-statements.ts';
import { recordRemovedLog } from './removed-log.ts';
import { defineRowChecksum } from './row-checksum.ts';
import { becomeSingleWriter } from './single-writer.ts';
import { closeOnError, type Database, openDatabase, toDatabaseProblem, wrapDatabaseErrors, wrapDiskErrors } from './sqlite.ts';

export type DatabaseConnection = ReturnType<typeof openDatabaseConnection>;

/**
 * Opens the database of a data folder, or one in memory for null. After an unclean shutdown, it is checked first. Throws a Problem `store`
 * if it is damaged or of a newer version. `onReplaced` is called when a write finds that another process has opened the database since.
 */
export function openDatabaseConnection(folder: string | null, log: (line: string) => void, onReplaced: () => void) {
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
        const result = wrapDiskErrors(file, () => run(...values));
        integrityRecord?.noteChange();
        return result;
      };
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
