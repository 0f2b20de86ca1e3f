/**
 * The tables, defined by upgrades from one version to the next (PRAGMA user_version). Before an older file is upgraded, a backup is written
 * next to it. A file of a newer Taleport is not changed.
 */

import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { replaceFileWithSync } from '../../platform/atomic-file.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { renameDataOf01, renameStoredRows } from './rename-stored-rows.ts';
import { type Database, openReadOnlyDatabase, toDatabaseProblem, wrapDatabaseErrors } from './sqlite.ts';
import { checkedColumns, checkedTables, defineRowChecksum } from './stored-rows.ts';

/** SQL, or a function that runs in the transaction of the upgrade. */
type SchemaUpgrade = string | ((database: Database) => void);

export const schemaUpgrades: readonly SchemaUpgrade[] = [
  `CREATE TABLE project (
     id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, status TEXT NOT NULL,
     version INTEGER NOT NULL, updated INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
   CREATE TABLE record (
     project INTEGER NOT NULL REFERENCES project(id) ON DELETE CASCADE, id TEXT NOT NULL, kind TEXT NOT NULL,
     parent TEXT, rank TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (project, id)) STRICT, WITHOUT ROWID;
   CREATE TABLE journal (
     project INTEGER NOT NULL REFERENCES project(id) ON DELETE CASCADE, version INTEGER NOT NULL, time INTEGER NOT NULL,
     origin TEXT NOT NULL, label TEXT NOT NULL, step TEXT NOT NULL, reverts INTEGER, changes TEXT NOT NULL,
     PRIMARY KEY (project, version)) STRICT;
   CREATE TABLE shelf (name TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (name, id)) STRICT, WITHOUT ROWID;
   CREATE TABLE running (one INTEGER PRIMARY KEY CHECK (one = 1), clean INTEGER NOT NULL) STRICT;
   INSERT INTO running VALUES (1, 1);`,
  // Which step changed which record: an index for the versions of a record. A damaged step is left out, so that it does not prevent the
  // upgrade.
  `CREATE TABLE touched (
     project INTEGER NOT NULL REFERENCES project(id) ON DELETE CASCADE, record TEXT NOT NULL, version INTEGER NOT NULL,
     gone INTEGER NOT NULL, PRIMARY KEY (project, record, version)) STRICT, WITHOUT ROWID;
   CREATE INDEX removed ON touched (project, version) WHERE gone = 1;
   INSERT OR IGNORE INTO touched
     SELECT project, coalesce(entry.value ->> '$.made.id', entry.value ->> '$.gone.id', entry.value ->> '$.id'), version,
       (entry.value ->> '$.gone.id') IS NOT NULL
     FROM journal, json_each(iif(json_valid(journal.changes), journal.changes, '[]')) AS entry WHERE entry.type = 'object';`,
  renameDataOf01,
  addChecksums,
  renameStoredRows,
];

/** The first version whose rows have checksums. Later upgrades can be repeated. */
export const checksumVersion = 4;

/** The version of the tables in a file; 0 for a new file. Throws for a file of a newer Taleport. */
export function readSchemaVersion(database: Database, file: string | null, known: readonly SchemaUpgrade[] = schemaUpgrades): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > known.length) {
    const text = message('problem.store.newerVersion', { file: file ?? 'The project data' });
    throw new Problem('store', text, { reason: 'newerVersion' });
  }
  return version;
}

export const isNewerVersionProblem = (error: unknown): boolean => error instanceof Problem && error.reason === 'newerVersion';

/** Whether a file contains the tables of projects, of any version. False for a file that is not a database. */
export function hasProjectTables(file: string): boolean {
  const database = openReadOnlyDatabase(file);
  try {
    return database.prepare("SELECT count(*) FROM sqlite_schema WHERE name IN ('project', 'record', 'journal')").pluck().get() === 3;
  } catch (error) {
    if (errorCodeOf(error) === 'SQLITE_NOTADB') return false;
    throw toDatabaseProblem(file, error);
  } finally {
    database.close();
  }
}

/** Whether the file has tables of an earlier version. Throws a Problem if it cannot be read, or is of a newer version. */
export function isUpgradeNeeded(file: string): boolean {
  const database = openReadOnlyDatabase(file);
  try {
    const version = wrapDatabaseErrors(file, () => readSchemaVersion(database, file));
    return version > 0 && version < schemaUpgrades.length;
  } finally {
    database.close();
  }
}

/** Upgrades the tables. `backup` is called with the old version before a file that contains data is changed. */
export function upgradeSchema(database: Database, backup: (version: number) => void, to: readonly SchemaUpgrade[] = schemaUpgrades): void {
  const version = readSchemaVersion(database, null, to);
  if (version === to.length) return;
  if (version > 0) backup(version);
  database.transaction(() => {
    for (const step of to.slice(version)) {
      if (typeof step === 'string') database.exec(step);
      else step(database);
    }
    database.pragma(`user_version = ${to.length}`);
  })();
}

/** Writes a copy of the database. After a crash, there is either no copy or a complete one. */
export function backUpDatabase(database: Database, to: string): void {
  replaceFileWithSync(to, (draft) => database.prepare('VACUUM INTO ?').run(draft));
}

/** The upgrade to version 4, in its transaction. */
function addChecksums(database: Database): void {
  defineRowChecksum(database);
  database.exec(`
    ALTER TABLE project ADD COLUMN records INTEGER NOT NULL DEFAULT 0;
    UPDATE project AS outer SET records = (SELECT count(*) FROM record WHERE project = outer.id);`);
  for (const table of checkedTables)
    database.exec(`
      ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
      UPDATE ${table} SET checksum = row_checksum(${checkedColumns[table].join(', ')});`);
}
