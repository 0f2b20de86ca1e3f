/** Checks and upgrades the database of a data folder when it is opened. */
import { statSync } from 'node:fs';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { checkDatabaseFiles, keepDamagedLog, type LostChanges } from './integrity-record.ts';
import { recordLoss } from './lost-changes.ts';
import { integrityRecordFileOf } from './removed-log.ts';
import { backUpDatabase, readSchemaVersion, upgradeSchema } from './schema-upgrade.ts';
import { checkDatabase, type Database, openReadOnlyDatabase, wrapDatabaseErrors, wrapDiskErrors } from './sqlite.ts';

/**
 * Compares the files with the record of them (integrity-record.ts). Records a loss (lost-changes.ts) and keeps a copy of a damaged log.
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
export function checkClosedCleanly(file: string, log: (line: string) => void): boolean {
  const database = openReadOnlyDatabase(file);
  try {
    return wrapDatabaseErrors(file, () => {
      const version = readSchemaVersion(database, file);
      if (version === 0) return true;
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

/** Upgrades the tables, and records that the database is in use. */
export function upgradeWithBackup(database: Database, file: string | null, log: (line: string) => void): void {
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
