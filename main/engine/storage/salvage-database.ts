/**
 * Copies everything that can be read from a damaged database to a new file, row by row. Damaged records are copied as they are, and opening their project
 * replaces or reports them (main/engine/damage); other damaged rows are taken from the newest backup, or left out.
 */
import { chmodSync, closeSync, copyFileSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Environment } from '../../../shared/environment.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeDiskError } from '../../platform/disk-error.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { isCompleteProject, isIncompleteRow } from './project-rows.ts';
import { type CheckedTable, checkedColumns, checkedTables, defineRowChecksum, rowChecksum, withStorableTypes } from './row-checksum.ts';
import { type ScannedValue, scanRows } from './scan-pages.ts';
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

/** As the file is, then with a header that is known to be right, then page by page. */
function salvageInto(file: string, to: string, backup: string | null, environment: Environment): SalvageResult {
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
        return salvageFrom({ file, openSource, older, scansPages: attempt > 0 }, to, environment);
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

/** The disk is the reason, or the file belongs to a newer version, which can repair it. */
const isFinal = (error: unknown): boolean =>
  error instanceof Problem && (error.text.key === 'problem.store.newerVersion' || describeDiskError(error.cause, '') !== null);

interface SalvageSource {
  readonly file: string;
  /** null: only its pages can be read. */
  readonly openSource: () => Database | null;
  readonly older: Database | null;
  /** Whether unread parts of tables are searched in all pages. Those of a file with an intact header also contain outdated rows, which are worse than a reported gap. */
  readonly scansPages: boolean;
}

function salvageFrom({ file, openSource, older, scansPages }: SalvageSource, to: string, environment: Environment): SalvageResult {
  return wrapDatabaseErrors(file, () => {
    const opened: Database[] = [];
    try {
      const source = openSource();
      if (source) opened.push(source);
      const target = openDatabaseFile(to);
      opened.push(target);
      const version = source ? readPlausibleVersion(source, file) : checksumVersion;
      defineRowChecksum(target);
      target.pragma('foreign_keys = OFF');
      target.pragma('synchronous = FULL');
      target.pragma('fullfsync = ON');
      return target.transaction(() => {
        if (source && !hasChecksums(source)) return copyEarlierTables(source, target, version, older, environment);
        // The number of the source's version may be damaged: its rows are upgraded even if they were already.
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

/** Throws a Problem for a file of a newer Taleport. A number that none will ever have is damage. */
function readPlausibleVersion(source: Database, file: string): number {
  const isPlausible = Number(source.pragma('user_version', { simple: true })) < 1000;
  return isPlausible ? readSchemaVersion(source, file) : schemaUpgrades.length;
}

const [tableInterior, tableLeaf] = [0x05, 0x0d];
const [headerBytes, pageBytes] = [100, 4096];

/**
 * A copy with the header of a new database of Taleport, for as many pages as there are. `pageType`: of the first page, where that is damaged, too. The log
 * goes with it.
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
  // No list of free pages: they need not be known to read the others.
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

function copyTables(
  { file, source, older, scansPages }: Omit<SalvageSource, 'openSource'> & { readonly source: Database | null },
  target: Database,
  environment: Environment,
): LostRows {
  const lostRows: Record<string, number | null> = {};
  const damagedProjects = new Map<unknown, Row>();
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
    for (const row of source ? readableRows(source, table, onInterrupted) : []) {
      // Damaged records are left to their project.
      if ((table === 'record' || table === 'touched' || isIntact(table, row)) && put(row)) continue;
      // Copied nevertheless: the upgrade gives it the name by which it is found in the backup.
      if (table === 'key_value' && (put(row) || put({ ...row, json: '', checksum: -1 }))) continue;
      lost += 1;
      if (table === 'project') damagedProjects.set(row.id, row);
    }
    if (isInterrupted || lost > 0) lostRows[table] = isInterrupted ? null : lost;
    if (source && !isInterrupted) continue;
    lostRows[table] = null;
    unread.add(table);
  }
  if (unread.size > 0 && scansPages) addScannedRows(file, target, unread);
  addMissingProjects(target, older, damagedProjects, environment);
  const removed = removeIncompleteProjects(target);
  if (removed > 0 && lostRows.record !== null) lostRows.record = (lostRows.record ?? 0) + removed;
  verifyNotEmpty(file, target, readErrors[0]);
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
  verifyNotEmpty(source.name, target, readErrors[0]);
  return { lostRows: replaceDamagedValues(target, older, lostRows) };
}

type ScannedTable = CheckedTable | 'touched';

/**
 * The rows of these tables that only their pages still have. They are recognised by their checksum. Where a page that is no longer used has another version of a
 * record, nobody can say which one is right: opening the project reports it.
 */
function addScannedRows(file: string, target: Database, tables: ReadonlySet<ScannedTable>): void {
  const known = [...tables].map((table) => {
    // The query returns one text column.
    const columns = target.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
    return { table, columns, put: prepareInsert(target, table) };
  });
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

/** `id`: of a row whose number is its first column. */
function toRow(columns: readonly string[], values: readonly ScannedValue[], id: number | null): Row | null {
  if (columns.length !== values.length) return null;
  return Object.fromEntries(columns.map((column, at) => [column, at === 0 && id !== null ? id : (values[at] ?? null)]));
}

/** These rows have no checksum: they are an index of the journal. */
const isTouched = ({ project, record, version, gone }: Row, rowid: number | null): boolean =>
  rowid === null && Number.isInteger(project) && typeof record === 'string' && Number.isInteger(version) && (gone === 0 || gone === 1);

/** An empty database would be taken for a new one. */
function verifyNotEmpty(file: string, target: Database, readError: unknown): void {
  if (target.prepare(`SELECT count(*) FROM project WHERE ${isCompleteProject}`).pluck().get() === 0)
    throw damagedRowProblem(file, 'project', readError);
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
