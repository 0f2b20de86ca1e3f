/**
 * The tables, defined by upgrades from one version to the next (PRAGMA user_version). Before an older file is upgraded, a backup is written
 * next to it. A file of a newer Taleport is not changed.
 */

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { replaceFileWithSync } from '../../platform/atomic-file.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { logFileOf } from './removed-log.ts';
import { renameDataOf01, renameStoredRows } from './rename-stored-rows.ts';
import { type Database, damagedRowProblem, openDatabase, openReadOnlyDatabase, toDatabaseProblem, wrapDatabaseErrors } from './sqlite.ts';
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

/** A number that no version will have is damage, or not ours. */
const maxPlausibleVersion = 999;

/** The version of the tables in a file; 0 for a new file. Throws a Problem `store` for a file of a newer Taleport, and for any other number. */
export function readSchemaVersion(database: Database, file: string | null, known: readonly SchemaUpgrade[] = schemaUpgrades): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version < 0 || version > maxPlausibleVersion) throw damagedRowProblem(file, `user_version ${version}`);
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

/** `PRAGMA application_id`: “Tale”. Files of earlier versions have 0. */
const applicationId = 0x54616c65;

/**
 * The first object that is not ours in the schema of a file, such as `trigger x`: a table, index, view or trigger that no version creates or
 * that has another text, or one that is missing. null if the schema is that of its version, which for a new file is empty. A view or trigger
 * would run in our statements; a table with another text could compute its values or lose what is written to it. Throws a Problem `store` for
 * a file of a newer Taleport, and for one whose number is damaged: its schema is that of another version.
 */
export function findForeignObject(database: Database, file: string | null): string | null {
  const version = readSchemaVersion(database, file);
  const id = Number(database.pragma('application_id', { simple: true }));
  if (id !== 0 && id !== applicationId) return `application_id ${id}`;
  const found = readSchema(database);
  const object = differingObject(found, schemaOfVersion(version));
  if (object === null) return null;
  const isOfOtherVersion = schemaUpgrades.some((_, at) => differingObject(found, schemaOfVersion(at + 1)) === null);
  if (isOfOtherVersion) throw damagedRowProblem(file, `user_version ${version}`);
  return object;
}

function differingObject(found: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string | null {
  for (const [name, sql] of found) if (expected.get(name) !== sql && internalSchema.get(name) !== sql) return name;
  for (const name of expected.keys()) if (!found.has(name)) return name;
  return null;
}

/** Throws a Problem `store` if the schema of the file is not ours (`findForeignObject`). */
export function verifySchema(database: Database, file: string): void {
  const object = findForeignObject(database, file);
  if (object !== null) throw new Problem('store', message('problem.store.foreignSchema', { file, object }), { reason: 'foreignSchema' });
}

/** The objects that SQLite itself creates. */
const internalSchema: ReadonlyMap<string, string> = new Map([
  ['table sqlite_sequence', 'CREATE TABLE sqlite_sequence(name,seq)'],
  ['table sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['table sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

/** The text of each object, by its type and name. Indexes that SQLite creates for a table have no text. */
function readSchema(database: Database): ReadonlyMap<string, string> {
  const objects = database.prepare<[], { type: string; name: string; sql: string }>(
    "SELECT type, name, sql FROM sqlite_schema WHERE NOT (type = 'index' AND sql IS NULL) ORDER BY type, name",
  );
  return new Map(objects.all().map(({ type, name, sql }) => [`${type} ${name}`, normalizeSql(String(sql))]));
}

/** SQLite quotes names, and keeps the layout of the text. */
const normalizeSql = (sql: string): string =>
  sql
    .replace(/"(\w+)"/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1');

const schemas = new Map<number, ReadonlyMap<string, string>>();

/** The schema that the upgrades up to a version create. */
function schemaOfVersion(version: number): ReadonlyMap<string, string> {
  const known = schemas.get(version);
  if (known) return known;
  const database = openDatabase(null);
  try {
    upgradeSchema(database, () => undefined, schemaUpgrades.slice(0, version));
    const schema = readSchema(database);
    schemas.set(version, schema);
    return schema;
  } finally {
    database.close();
  }
}

/**
 * Whether a file is a database without any table, and without a log that may contain some. Reads the first page without SQLite, which could
 * change the files of a database that was not closed (https://www.sqlite.org/fileformat.html, 1.6).
 */
export function isEmptyDatabase(file: string): boolean {
  if ((statSync(logFileOf(file), { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  const [page, handle] = [Buffer.alloc(105), openSync(file, 'r')];
  try {
    const isComplete = readSync(handle, page, 0, page.length, 0) === page.length;
    return isComplete && page.toString('latin1', 0, 15) === 'SQLite format 3' && page[100] === leafOfTable && page.readUInt16BE(103) === 0;
  } finally {
    closeSync(handle);
  }
}

const leafOfTable = 0x0d;

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
    database.pragma(`application_id = ${applicationId}`);
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
