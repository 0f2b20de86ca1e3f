/**
 * Copies everything that can be read from a damaged database to a new file, row by row. Damaged records are copied as they are, and opening their project
 * replaces or reports them (main/engine/damage); other damaged rows are taken from the newest backup, or left out.
 */
import { copyFileSync, rmSync } from 'node:fs';
import type { Environment } from '../../../shared/environment.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { isCompleteProject, isIncompleteRow } from './project-rows.ts';
import { type CheckedTable, checkedColumns, checkedTables, defineRowChecksum, rowChecksum, withStorableTypes } from './row-checksum.ts';
import { checksumVersion, isUpgradeNeeded, readSchemaVersion, schemaUpgrades, upgradeSchema } from './schema-upgrade.ts';
import { closeOnError, type Database, damagedRowProblem, openDatabaseFile, openReadOnlyDatabase, wrapDatabaseErrors } from './sqlite.ts';

export interface SalvageResult {
  /** The number of rows that were left out or taken from a backup, by table; null if a part of the table cannot be read, so that it is unknown. */
  readonly lostRows: LostRows;
}

type LostRows = Readonly<Record<string, number | null>>;

type Row = Readonly<Record<string, string | number | null>>;

/**
 * `to` is replaced; `backup` is the database of the newest backup, null if there is none. Throws a Problem `store` if nothing can be read; then there
 * is no `to`.
 */
export function salvageDatabase(file: string, to: string, backup: string | null, environment: Environment): SalvageResult {
  removeDatabase(to);
  try {
    return salvageInto(file, to, backup, environment);
  } catch (error) {
    removeDatabase(to);
    throw error;
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

function salvageInto(file: string, to: string, backup: string | null, environment: Environment): SalvageResult {
  const source = openReadOnlyDatabase(file);
  const target = openDatabaseFile(to);
  const upgradedBackup = `${to}.backup`;
  const older = backup === null ? null : openUpgraded(backup, upgradedBackup);
  try {
    return wrapDatabaseErrors(file, () => {
      const version = readSchemaVersion(source, file);
      defineRowChecksum(target);
      target.pragma('foreign_keys = OFF');
      target.pragma('synchronous = FULL');
      target.pragma('fullfsync = ON');
      return target.transaction(() => {
        if (!hasChecksums(source)) return copyEarlierTables(source, target, version, older, environment);
        // The number of the source's version may be damaged: its rows are upgraded even if they were already.
        upgradeSchema(target, () => undefined, schemaUpgrades.slice(0, checksumVersion));
        const lostRows = copyTables(source, target, older, environment);
        upgradeSchema(target, () => undefined);
        return { lostRows: replaceDamagedValues(target, older, lostRows) };
      })();
    });
  } finally {
    for (const database of [source, target, older]) database?.close();
    removeDatabase(upgradedBackup);
  }
}

/** The backup itself stays as it is: one of an earlier version is copied and upgraded. null if it cannot be read. */
function openUpgraded(file: string, copy: string): Database | null {
  try {
    if (!isUpgradeNeeded(file)) return openReadOnlyDatabase(file);
    removeDatabase(copy);
    copyFileSync(file, copy);
    const database = openDatabaseFile(copy);
    return closeOnError(database, () => {
      upgradeSchema(database, () => undefined);
      return database;
    });
  } catch {
    // The rest can be salvaged without a backup.
    return null;
  }
}

/** undefined if the backup has no such row, or is damaged itself. */
function readBackup(read: () => unknown): Row | undefined {
  try {
    // The columns are texts, integers and null.
    return read() as Row | undefined;
  } catch {
    return undefined;
  }
}

function copyTables(source: Database, target: Database, older: Database | null, environment: Environment): LostRows {
  const lostRows: Record<string, number | null> = {};
  const damagedProjects = new Map<unknown, Row>();
  const readErrors: unknown[] = [];
  for (const table of [...checkedTables, 'touched'] as const) {
    const put = prepareInsert(target, table);
    let lost = 0;
    let isInterrupted = false;
    const onInterrupted = (error: unknown): void => {
      isInterrupted = true;
      readErrors.push(error);
    };
    for (const row of readableRows(source, table, onInterrupted)) {
      // Damaged records are left to their project.
      if ((table === 'record' || table === 'touched' || isIntact(table, row)) && put(row)) continue;
      // Copied nevertheless: the upgrade gives it the name by which it is found in the backup.
      if (table === 'key_value' && (put(row) || put({ ...row, json: '', checksum: -1 }))) continue;
      lost += 1;
      if (table === 'project') damagedProjects.set(row.id, row);
    }
    if (isInterrupted || lost > 0) lostRows[table] = isInterrupted ? null : lost;
  }
  addMissingProjects(target, older, damagedProjects, environment);
  const removed = removeIncompleteProjects(target);
  if (removed > 0 && lostRows.record !== null) lostRows.record = (lostRows.record ?? 0) + removed;
  verifyNotEmpty(source, target, readErrors[0]);
  return lostRows;
}

/** The number of the version may be damaged itself. */
const hasChecksums = (source: Database): boolean =>
  source.prepare("SELECT count(*) FROM pragma_table_info('record') WHERE name = 'checksum'").pluck().get() === 1;

/** A file of an earlier version has no checksums: all rows that can be read are copied to tables of the same version, which are then upgraded. */
function copyEarlierTables(
  source: Database,
  target: Database,
  version: number,
  older: Database | null,
  environment: Environment,
): SalvageResult {
  const lostRows: Record<string, number | null> = {};
  upgradeSchema(target, () => undefined, schemaUpgrades.slice(0, version));
  const readErrors: unknown[] = [];
  // The query returns one text column.
  const tables = target
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const put = prepareInsert(target, table);
    // The name that the table has after the upgrade.
    const name = table === 'shelf' ? 'key_value' : table;
    const onInterrupted = (error: unknown): void => {
      lostRows[name] = null;
      readErrors.push(error);
    };
    for (const row of readableRows(source, table, onInterrupted))
      if (!put(row) && lostRows[name] !== null) lostRows[name] = (lostRows[name] ?? 0) + 1;
  }
  upgradeSchema(target, () => undefined);
  addMissingProjects(target, older, new Map(), environment);
  verifyNotEmpty(source, target, readErrors[0]);
  return { lostRows: replaceDamagedValues(target, older, lostRows) };
}

/** An empty database would be taken for a new one. */
function verifyNotEmpty(source: Database, target: Database, readError: unknown): void {
  if (target.prepare(`SELECT count(*) FROM project WHERE ${isCompleteProject}`).pluck().get() === 0)
    throw damagedRowProblem(source.name, 'project', readError);
}

/**
 * Records whose project has neither row nor record: those of an incomplete project whose row is lost. A new project would get their number, and them with it.
 * What has a damaged number stays: its checksum says to which project it belongs. Returns the number of removed records.
 */
function removeIncompleteProjects(target: Database): number {
  const remove = target.prepare(
    `DELETE FROM record WHERE project NOT IN (SELECT id FROM project UNION SELECT project FROM record WHERE id = 'project')
     AND checksum = row_checksum(${checkedColumns.record.join(', ')})`,
  );
  return remove.run().changes;
}

const unstorableValueCodes: ReadonlySet<string> = new Set(['DATATYPE', 'NOTNULL', 'CHECK'].map((name) => `SQLITE_CONSTRAINT_${name}`));

/** Inserts rows unless there is one with the same key. Returns false if a value is missing or not of the type of its column. */
function prepareInsert(target: Database, table: string): (row: Row) => boolean {
  // The query returns one text column.
  const columns = target.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  // Unlike OR IGNORE, this does not skip rows whose values are missing.
  const insert = target.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
  );
  return (row) => {
    try {
      insert.run(...columns.map((column) => row[column] ?? null));
      return true;
    } catch (error) {
      if (unstorableValueCodes.has(errorCodeOf(error) ?? '')) return false;
      throw error;
    }
  };
}

const isIntact = (table: CheckedTable, row: Row): boolean =>
  rowChecksum(...checkedColumns[table].map((column) => row[column] ?? null)) === row.checksum;

/** The columns in whose order the rows of a table are stored. */
function keysOf(database: Database, table: string): string[] {
  if (database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table) !== 1) return ['rowid'];
  // The query returns one text column.
  return database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck().all(table) as string[];
}

/** The rows in front of the damaged part of a table, and those behind it. */
function* readableRows(database: Database, table: string, onInterrupted: (error: unknown) => void): Generator<Row> {
  const keys = keysOf(database, table);
  for (const order of ['', `ORDER BY ${keys.map((key) => `${key} DESC`).join(', ')}`]) {
    try {
      // The columns are texts, integers and null.
      for (const row of database.prepare(`SELECT * FROM ${table} ${order}`).iterate() as Iterable<Row>) yield withStorableTypes(row);
      return;
    } catch (error) {
      // From the other end, then.
      onInterrupted(error);
    }
  }
}

/** Damaged values are taken from the backup, or left out. Both databases have the current tables. Returns the lost rows with these. */
function replaceDamagedValues(target: Database, older: Database | null, lostRows: LostRows): LostRows {
  const put = prepareInsert(target, 'key_value');
  const remove = target.prepare('DELETE FROM key_value WHERE store = ? AND id = ?');
  // The columns that the statement selects.
  const damaged = target.prepare('SELECT store, id FROM key_value WHERE checksum <> row_checksum(store, id, json)').all() as {
    store: string;
    id: string;
  }[];
  for (const { store, id } of damaged) {
    remove.run(store, id);
    // A revoked key must not work again, so accounts are never taken from a backup.
    if (store === 'accounts') continue;
    const replacement = readBackup(() => older?.prepare('SELECT * FROM key_value WHERE store = ? AND id = ?').get(store, id));
    if (replacement && isIntact('key_value', replacement)) put(replacement);
  }
  const { key_value: lost = 0 } = lostRows;
  return damaged.length === 0 || lost === null ? lostRows : { ...lostRows, key_value: lost + damaged.length };
}

/**
 * Projects whose row is lost or damaged: a backup has them under the same number. Without one, the damaged row is taken as it is, and without that, the
 * project gets a new hash.
 */
function addMissingProjects(target: Database, older: Database | null, damaged: ReadonlyMap<unknown, Row>, environment: Environment): void {
  const lost = target
    .prepare<[], { id: number; records: number; isProject: number }>(
      "SELECT project AS id, count(*) AS records, max(id = 'project') AS isProject FROM record WHERE project NOT IN (SELECT id FROM project) GROUP BY project",
    )
    .all();
  const insert = target.prepare(
    'INSERT OR IGNORE INTO project (id, hash, status, version, updated, created, records, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { id, records, isProject } of lost) {
    const row = [readBackup(() => older?.prepare('SELECT * FROM project WHERE id = ?').get(id)), damaged.get(id)].find(
      (each) => each !== undefined && !isIncompleteRow(each),
    );
    // A record with a damaged project number is no project.
    if (!row && isProject === 0) continue;
    const latest = target.prepare('SELECT max(version) AS version, max(time) AS time FROM journal WHERE project = ?').get(id) as Row;
    const columns = [
      id,
      row?.hash ?? environment.newId().replaceAll('-', '').slice(-10),
      'active',
      Math.max(Number(row?.version ?? 1), Number(latest.version)),
      Math.max(Number(row?.updated ?? 0), Number(latest.time)),
      row?.created ?? environment.now(),
      Math.max(Number(row?.records ?? 0), records),
    ];
    insert.run(...columns, rowChecksum(...columns));
  }
}
