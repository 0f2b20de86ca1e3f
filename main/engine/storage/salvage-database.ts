/**
 * Copies everything that can be read from a damaged database to a new file, row by row. Damaged records are copied unchanged, and opening
 * their project replaces or reports them (main/engine/damage). Other damaged rows are taken from the newest backup, or left out.
 */

import { chmodSync, closeSync, copyFileSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Environment } from '../../../shared/environment.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeDiskError } from '../../platform/disk-error.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { type ScannedValue, scanRows } from './scan-pages.ts';
import {
  checksumVersion,
  isNewerVersionProblem,
  isUpgradeNeeded,
  readSchemaVersion,
  schemaUpgrades,
  upgradeSchema,
} from './schema-upgrade.ts';
import { closeOnError, type Database, damagedRowProblem, openDatabaseFile, openReadOnlyDatabase, wrapDatabaseErrors } from './sqlite.ts';
import {
  type CheckedTable,
  checkedColumns,
  checkedTables,
  defineRowChecksum,
  isCompleteProject,
  isIncompleteRow,
  rowChecksum,
  toStorableChecksum,
  toStorableText,
} from './stored-rows.ts';

export interface SalvageResult {
  /**
   * The number of rows that were left out or taken from a backup, by table; null if a part of the table cannot be read, so that the number
   * is unknown.
   */
  readonly lostRows: LostRows;
}

interface SalvageOptions {
  /**
   * Whether no newer version has opened the file, so that a newer version number must be damage. Otherwise the file is left to the newer
   * version.
   */
  readonly isOfKnownVersion?: boolean;
}

/**
 * Replaces `to`. `backup` is the database of the newest backup; null if there is none. Throws a Problem `store` if nothing can be read;
 * `to` does not exist then.
 */
export function salvageDatabase(
  file: string,
  to: string,
  backup: string | null,
  environment: Environment,
  options: SalvageOptions = {},
): SalvageResult {
  removeDatabase(to);
  try {
    return salvageInto(file, to, backup, environment, options);
  } catch (error) {
    removeDatabase(to);
    throw error;
  }
}

/** Tries to read the file as it is, then with an intact header, then page by page. */
function salvageInto(
  file: string,
  to: string,
  backup: string | null,
  environment: Environment,
  { isOfKnownVersion = false }: SalvageOptions,
): SalvageResult {
  const upgradedBackup = `${to}.backup`;
  const older = backup === null ? null : openUpgraded(backup, upgradedBackup);
  const copy = `${to}.source`;
  const attempts = [
    () => openReadOnlyDatabase(file),
    () => openReadOnlyDatabase(copyWithHeader(file, copy, { pageType: null })),
    () => openReadOnlyDatabase(copyWithHeader(file, copy, { pageType: tableLeaf })),
    () => openReadOnlyDatabase(copyWithHeader(file, copy, { pageType: tableInterior })),
    () => null,
  ];
  const failures: unknown[] = [];
  try {
    for (const [attempt, openSource] of attempts.entries()) {
      try {
        return salvageFrom({ file, openSource, older, scansPages: attempt > 0, isOfKnownVersion }, to, environment);
      } catch (error) {
        if (isFinal(error)) throw error;
        failures.push(error);
        removeDatabase(to);
      } finally {
        removeDatabase(copy);
      }
    }
  } finally {
    older?.close();
    removeDatabase(upgradedBackup);
  }
  throw failures[0];
}

/** Whether another attempt is pointless: the disk is the cause, or the file belongs to a newer version, which can repair it. */
const isFinal = (error: unknown): boolean =>
  isNewerVersionProblem(error) || (error instanceof Problem && describeDiskError(error.cause, '') !== null);

interface SalvageSource {
  readonly file: string;
  /** null if only the pages can be read. */
  readonly openSource: () => Database | null;
  readonly older: Database | null;
  /**
   * Whether rows of tables that cannot be read completely are searched in all pages. If the header is intact, the pages may also contain
   * outdated rows, which are worse than a reported gap.
   */
  readonly scansPages: boolean;
  readonly isOfKnownVersion: boolean;
}

function salvageFrom(
  { file, openSource, older, scansPages, isOfKnownVersion }: SalvageSource,
  to: string,
  environment: Environment,
): SalvageResult {
  return wrapDatabaseErrors(file, () => {
    const opened: Database[] = [];
    try {
      const source = openSource();
      if (source) opened.push(source);
      const target = openDatabaseFile(to);
      opened.push(target);
      const version = source ? readPlausibleVersion(source, file, { isOfKnownVersion }) : checksumVersion;
      defineRowChecksum(target);
      target.pragma('foreign_keys = OFF');
      target.pragma('synchronous = FULL');
      target.pragma('fullfsync = ON');
      return target.transaction(() => {
        if (source && !hasChecksums(source)) return copyEarlierTables(source, target, version, older, environment);
        // The version number of the source may be damaged, so its rows are upgraded even if they already were.
        upgradeSchema(target, () => undefined, schemaUpgrades.slice(0, checksumVersion));
        const lostRows = copyTables({ file, source, older, scansPages }, target, environment);
        upgradeSchema(target, () => undefined);
        return { lostRows: replaceDamagedValues(target, older, lostRows) };
      })();
    } finally {
      for (const database of opened) database.close();
    }
  });
}

/** Throws a Problem for a file of a newer Taleport. A number that no version will ever have is damage. */
function readPlausibleVersion(source: Database, file: string, { isOfKnownVersion }: Required<SalvageOptions>): number {
  const maxVersion = isOfKnownVersion ? schemaUpgrades.length : 999;
  const isPlausible = Number(source.pragma('user_version', { simple: true })) <= maxVersion;
  return isPlausible ? readSchemaVersion(source, file) : schemaUpgrades.length;
}

function copyTables(
  { file, source, older, scansPages }: Omit<SalvageSource, 'openSource' | 'isOfKnownVersion'> & { readonly source: Database | null },
  target: Database,
  environment: Environment,
): LostRows {
  const lostRows: Record<string, number | null> = {};
  const damagedProjects = new Map<unknown, SalvagedRow>();
  const readErrors: unknown[] = [];
  const unread = new Set<ScannedTable>();
  for (const table of [...checkedTables, 'touched'] as const) {
    const put = prepareInsert(target, table);
    let lost = 0;
    let isInterrupted = false;
    const onInterrupted = (error: unknown): void => {
      isInterrupted = true;
      readErrors.push(error);
    };
    for (const row of source ? readableRows(source, table, columnsOf(target, table), onInterrupted) : []) {
      // Damaged records are copied unchanged; opening their project handles them.
      if ((table === 'record' || table === 'touched' || isIntact(table, row)) && put(row)) continue;
      // Copied although it is damaged: the upgrade gives it the name by which it is found in the backup.
      if (table === 'key_value' && (put(row) || put({ ...row, json: '', checksum: -1 }))) continue;
      lost += 1;
      if (table === 'project') damagedProjects.set(row.id, row);
    }
    if (isInterrupted || lost > 0) lostRows[table] = isInterrupted ? null : lost;
    if (source && !isInterrupted) continue;
    lostRows[table] = null;
    unread.add(table);
  }
  const isForeign = readErrors.some((error) => error instanceof ForeignTableError);
  if (unread.size > 0 && (scansPages || isForeign)) addScannedRows(file, target, unread);
  addMissingProjects(target, older, damagedProjects, environment);
  const removed = removeIncompleteProjects(target);
  if (removed > 0 && lostRows.record !== null) lostRows.record = (lostRows.record ?? 0) + removed;
  verifyNotEmpty(file, target, readErrors[0]);
  return lostRows;
}

/** Determined from the tables, because the version number may be damaged. */
const hasChecksums = (source: Database): boolean =>
  source.prepare("SELECT count(*) FROM pragma_table_info('record') WHERE name = 'checksum'").pluck().get() === 1;

/** A file of an earlier version has no checksums: all readable rows are copied to tables of the same version, which are then upgraded. */
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
  const tables = target
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  for (const table of tables) {
    const put = prepareInsert(target, table);
    // The name of the table after the upgrade.
    const name = table === 'shelf' ? 'key_value' : table;
    const onInterrupted = (error: unknown): void => {
      lostRows[name] = null;
      readErrors.push(error);
    };
    for (const row of readableRows(source, table, columnsOf(target, table), onInterrupted))
      if (!put(row) && lostRows[name] !== null) lostRows[name] = (lostRows[name] ?? 0) + 1;
  }
  upgradeSchema(target, () => undefined);
  addMissingProjects(target, older, new Map(), environment);
  verifyNotEmpty(source.name, target, readErrors[0]);
  return { lostRows: replaceDamagedValues(target, older, lostRows) };
}

/** Throws if the database is empty, because it would be treated as a new one. */
function verifyNotEmpty(file: string, target: Database, readError: unknown): void {
  if (target.prepare(`SELECT count(*) FROM project WHERE ${isCompleteProject}`).pluck().get() === 0)
    throw damagedRowProblem(file, 'project', readError);
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

const [tableInterior, tableLeaf] = [0x05, 0x0d];
const [headerBytes, pageBytes] = [100, 4096];

/**
 * Copies the database with the header of a new database of Taleport, for the existing number of pages. `pageType` is the type of the first
 * page, if that is damaged as well. The log is copied, too.
 */
function copyWithHeader(file: string, copy: string, { pageType }: { readonly pageType: number | null }): string {
  removeDatabase(copy);
  const fresh = openDatabaseFile(copy);
  fresh.pragma('journal_mode = WAL');
  upgradeSchema(fresh, () => undefined);
  fresh.close();
  const header = readFileSync(copy).subarray(0, headerBytes);
  removeDatabase(copy);
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  chmodSync(copy, 0o600);
  header.writeUInt32BE(Math.ceil(statSync(copy).size / pageBytes), 28);
  // No list of free pages, which is not needed for reading.
  header.fill(0, 32, 40);
  const handle = openSync(copy, 'r+');
  try {
    writeSync(handle, header, 0, headerBytes, 0);
    if (pageType !== null) writeSync(handle, Buffer.from([pageType]), 0, 1, headerBytes);
  } finally {
    closeSync(handle);
  }
  return copy;
}

/** Opens a backup, or an upgraded copy of one from an earlier version, so that the backup remains unchanged. null if it cannot be read. */
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
    // The other data can be salvaged without the backup.
    return null;
  }
}

/**
 * The rows before the damaged part of a table, and those after it. None if another program has put something else in its place, such as a
 * view, which could compute without end.
 */
function* readableRows(
  database: Database,
  table: string,
  columns: readonly string[],
  onInterrupted: (error: unknown) => void,
): Generator<SalvagedRow> {
  if (!isOrdinaryTable(database, table)) return onInterrupted(new ForeignTableError(table));
  const keys = keysOf(database, table);
  const known = columnsOf(database, table).filter((column) => columns.includes(column));
  for (const order of ['', `ORDER BY ${keys.map((key) => `${key} DESC`).join(', ')}`]) {
    try {
      for (const row of database.prepare<[], SalvagedRow>(`SELECT ${known.join(', ')} FROM ${table} NOT INDEXED ${order}`).iterate())
        yield withStorableValues(row);
      return;
    } catch (error) {
      // The next attempt reads from the other end of the table.
      onInterrupted(error);
    }
  }
}

class ForeignTableError extends Error {}

/** Whether the table only stores values: it is neither a view nor a virtual table, and computes no column. */
function isOrdinaryTable(database: Database, table: string): boolean {
  const type = database.prepare("SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?").pluck().get(table);
  if (type !== 'table') return false;
  return database.prepare('SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden <> 0').pluck().get(table) === 0;
}

/** The columns by which the rows of a table are sorted in the file. */
function keysOf(database: Database, table: string): string[] {
  if (database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table) !== 1) return ['rowid'];
  return database.prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck().all(table);
}

type SalvagedRow = Readonly<Record<string, string | number | null>>;

const withStorableValues = (row: SalvagedRow): SalvagedRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, column === 'checksum' ? toStorableChecksum(value) : toStorableText(value)]),
  );

const unstorableValueCodes: ReadonlySet<string> = new Set(['DATATYPE', 'NOTNULL', 'CHECK'].map((name) => `SQLITE_CONSTRAINT_${name}`));

/**
 * Inserts rows unless there is one with the same key. The function returns false if a value is missing or does not have the type of its
 * column.
 */
function prepareInsert(target: Database, table: string): (row: SalvagedRow) => boolean {
  const columns = columnsOf(target, table);
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

const columnsOf = (database: Database, table: string): string[] =>
  database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

const isIntact = (table: CheckedTable, row: SalvagedRow): boolean =>
  rowChecksum(...checkedColumns[table].map((column) => row[column] ?? null)) === row.checksum;

type ScannedTable = CheckedTable | 'touched';

/**
 * Adds the rows of these tables that can only be found in the pages of the file, where they are recognised by their checksums. If an unused
 * page contains another version of a record, it cannot be determined which one is right; opening the project reports the record.
 */
function addScannedRows(file: string, target: Database, tables: ReadonlySet<ScannedTable>): void {
  const known = [...tables].map((table) => ({ table, columns: columnsOf(target, table), put: prepareInsert(target, table) }));
  const found = new Map<string, unknown>();
  const distrust = target.prepare('UPDATE record SET checksum = -1 WHERE project = ? AND id = ?');
  for (const { values, rowid } of scanRows(file)) {
    for (const { table, columns, put } of known) {
      const row = toRow(columns, values, table === 'project' ? rowid : null);
      if (!row || !(table === 'touched' ? isTouched(row, rowid) : isIntact(table, row))) continue;
      if (table === 'record') {
        const key = `${row.project} ${row.id}`;
        if (found.has(key) && found.get(key) !== row.checksum) distrust.run(row.project, row.id);
        found.set(key, row.checksum);
      }
      put(row);
    }
  }
}

/** `id` is the number of a row that is stored as its first column. */
function toRow(columns: readonly string[], values: readonly ScannedValue[], id: number | null): SalvagedRow | null {
  if (columns.length !== values.length) return null;
  return Object.fromEntries(columns.map((column, at) => [column, at === 0 && id !== null ? id : (values[at] ?? null)]));
}

/** Whether the row may belong to the index of the journal, whose rows have no checksums. */
const isTouched = ({ project, record, version, gone }: SalvagedRow, rowid: number | null): boolean =>
  rowid === null && Number.isInteger(project) && typeof record === 'string' && Number.isInteger(version) && (gone === 0 || gone === 1);

/** The number of lost rows by table; null if a part of the table cannot be read, so that the number is unknown. */
type LostRows = Readonly<Record<string, number | null>>;

/**
 * Takes damaged values from the backup, or leaves them out. Both databases must have the current tables. Returns the lost rows, including
 * these.
 */
function replaceDamagedValues(target: Database, older: Database | null, lostRows: LostRows): LostRows {
  const put = prepareInsert(target, 'key_value');
  const remove = target.prepare('DELETE FROM key_value WHERE store = ? AND id = ?');
  const damaged = target
    .prepare<[], { store: string; id: string }>('SELECT store, id FROM key_value WHERE checksum <> row_checksum(store, id, json)')
    .all();
  for (const { store, id } of damaged) {
    remove.run(store, id);
    // A revoked key must not work again, so accounts are never taken from a backup.
    if (store === 'accounts') continue;
    const replacement = readBackup(() =>
      older?.prepare<[string, string], SalvagedRow>('SELECT * FROM key_value WHERE store = ? AND id = ?').get(store, id),
    );
    if (replacement && isIntact('key_value', replacement)) put(replacement);
  }
  const { key_value: lost = 0 } = lostRows;
  return damaged.length === 0 || lost === null ? lostRows : { ...lostRows, key_value: lost + damaged.length };
}

/**
 * Adds projects whose row is lost or damaged. A backup has them under the same number. Without one, the damaged row is used as far as
 * possible, and without such a row, the project gets a new hash.
 */
function addMissingProjects(
  target: Database,
  older: Database | null,
  damaged: ReadonlyMap<unknown, SalvagedRow>,
  environment: Environment,
): void {
  const lost = target
    .prepare<[], { id: number; records: number; isProject: number }>(
      "SELECT project AS id, count(*) AS records, max(id = 'project') AS isProject FROM record WHERE project NOT IN (SELECT id FROM project) GROUP BY project",
    )
    .all();
  const insert = target.prepare(
    'INSERT OR IGNORE INTO project (id, hash, status, version, updated, created, records, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const latestStep = target.prepare<[number], { version: number | null; time: number | null }>(
    'SELECT max(version) AS version, max(time) AS time FROM journal WHERE project = ?',
  );
  for (const { id, records, isProject } of lost) {
    const row = [
      readBackup(() => older?.prepare<[number], SalvagedRow>('SELECT * FROM project WHERE id = ?').get(id)),
      damaged.get(id),
    ].find((each) => each !== undefined && !isIncompleteRow(each));
    // A record with a damaged project number does not prove that a project exists.
    if (!row && isProject === 0) continue;
    const latest = latestStep.get(id);
    const columns = [
      id,
      row?.hash ?? environment.newId().replaceAll('-', '').slice(-10),
      'active',
      Math.max(Number(row?.version ?? 1), latest?.version ?? 0),
      Math.max(Number(row?.updated ?? 0), latest?.time ?? 0),
      row?.created ?? environment.now(),
      Math.max(Number(row?.records ?? 0), records),
    ];
    insert.run(...columns, rowChecksum(...columns));
  }
}

/**
 * Removes records whose project has neither a row nor a project record: they belong to an incomplete project whose row is lost. Otherwise a
 * new project would get their number, and with it these records. Records with a damaged project number remain, because their checksum shows
 * to which project they belong. Returns the number of removed records.
 */
function removeIncompleteProjects(target: Database): number {
  const remove = target.prepare(
    `DELETE FROM record WHERE project NOT IN (SELECT id FROM project UNION SELECT project FROM record WHERE id = 'project')
     AND checksum = row_checksum(${checkedColumns.record.join(', ')})`,
  );
  return remove.run().changes;
}

/** Undefined if the backup does not contain the row, or is damaged itself. */
function readBackup(read: () => SalvagedRow | undefined): SalvagedRow | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
