/** Reads a whole database to find damage, without changing anything, and describes it. Reading runs in database-worker.ts. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { damageStoreName } from '../damage/damage-reports.ts';
import { titleOfRecord } from '../damage/repair-project.ts';
import { checksumVersion, findForeignObject, readSchemaVersion } from '../storage/schema-upgrade.ts';
import { checkDatabase, type Database, openReadOnlyDatabase } from '../storage/sqlite.ts';
import {
  type CheckedTable,
  checkedColumns,
  checkedTables,
  defineRowChecksum,
  isCompleteProject,
  parseRecordRow,
  type RecordRow,
} from '../storage/stored-rows.ts';
import type { StopCheck } from './database-task.ts';

/** Throws an SQLite error if the file is not a database. `throwIfStopped` is called for each row. */
export function examineDatabase(file: string, throwIfStopped: StopCheck = () => undefined): DatabaseExamination {
  const database = openReadOnlyDatabase(file);
  try {
    const found = checkDatabase(database, 'integrity_check');
    const integrity = found === 'ok' && !isWritable(file) ? 'malformed header' : found;
    const bytes = Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true }));
    throwIfStopped();
    const foreignObject = ignoreErrors(() => findForeignObject(database, file), integrity) ?? null;
    // Reading from a table that another program has replaced by a view could compute without end.
    const rest = foreignObject === null ? ignoreErrors(() => examineRows(database, file, throwIfStopped), integrity) : {};
    throwIfStopped();
    return { integrity, foreignObject, bytes, damagedRows: {}, damagedRecords: [], openDamage: 0, projects: [], records: {}, ...rest };
  } finally {
    database.close();
  }
}

/**
 * Whether SQLite would write to the file. It reads a file of a newer format, as named in its header, but refuses to write to it. If there
 * is a log, the log contains the current header.
 */
function isWritable(file: string): boolean {
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return true;
  const [header, handle] = [Buffer.alloc(20), openSync(file, 'r')];
  try {
    return readSync(handle, header, 0, header.length, 0) < header.length || header.readUInt8(18) <= 2;
  } finally {
    closeSync(handle);
  }
}

/** The result of `read`; undefined if it throws because the structure is damaged, which `integrity` already says. */
function ignoreErrors<T>(read: () => T, integrity: string): T | undefined {
  try {
    return read();
  } catch (error) {
    if (integrity === 'ok') throw error;
    return undefined;
  }
}

function examineRows(database: Database, file: string, throwIfStopped: StopCheck) {
  const hasChecksums = readSchemaVersion(database, file) >= checksumVersion;
  const rows = database
    .prepare<[], { kind: string; count: number }>(
      `SELECT kind, count(*) AS count FROM record
       WHERE project NOT IN (SELECT id FROM project WHERE NOT ${isCompleteProject}) GROUP BY kind`,
    )
    .all();
  const projects = database
    .prepare<[], { hash: string; name: string }>(
      `SELECT hash, coalesce((SELECT json ->> '$.name' FROM record WHERE project = project.id AND id = 'project' AND json_valid(json)), '') AS name
       FROM project WHERE ${isCompleteProject}`,
    )
    .all();
  const records = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  return hasChecksums ? { projects, records, ...examineChecksums(database, throwIfStopped) } : { projects, records };
}

function examineChecksums(database: Database, throwIfStopped: StopCheck) {
  defineRowChecksum(database, throwIfStopped);
  const damagedRows: Partial<Record<CheckedTable, number>> = {};
  for (const table of checkedTables) {
    const count = Number(
      database
        .prepare(`SELECT count(*) FROM ${table} WHERE ${isDamaged(table)}`)
        .pluck()
        .get(),
    );
    if (count > 0) damagedRows[table] = count;
  }
  const damaged = database
    .prepare<[], RecordRow & { hash: string }>(
      `SELECT *, coalesce((SELECT hash FROM project WHERE id = record.project), '') AS hash FROM record WHERE ${isDamaged('record')}`,
    )
    .all();
  const damagedRecords = damaged.map(({ hash, ...row }): ExaminedRecord => {
    const record = parseRecordRow(row);
    return { hash, id: row.id, kind: row.kind, title: record ? titleOfRecord(record) : '' };
  });
  const openDamage = database
    .prepare("SELECT count(DISTINCT json ->> '$.hash') FROM key_value WHERE store = ? AND json_valid(json) AND json ->> '$.isOpen'")
    .pluck()
    .get(damageStoreName);
  return { damagedRows, damagedRecords, openDamage: Number(openDamage) };
}

/** An SQL condition for rows that differ from what was written. */
const isDamaged = (table: CheckedTable): string => `checksum <> row_checksum(${checkedColumns[table].join(', ')})`;

interface ExaminedRecord {
  /** The hash of its project. */
  readonly hash: string;
  readonly id: string;
  readonly kind: string;
  /** Empty if the title cannot be read. */
  readonly title: string;
}

export interface DatabaseExamination {
  /** The result of checking the structure of the file: `ok`, or the first errors. */
  readonly integrity: string;
  /** An object in the schema that Taleport did not create (`findForeignObject`); null if there is none. The rows are not examined then. */
  readonly foreignObject: string | null;
  /** The number of damaged rows by table. Empty for a file of an earlier version, which has no checksums. */
  readonly damagedRows: Partial<Record<CheckedTable, number>>;
  readonly damagedRecords: readonly ExaminedRecord[];
  /** The number of projects with damaged records about which the user has not decided. */
  readonly openDamage: number;
  /** The names of projects, by hash. */
  readonly projects: readonly { readonly hash: string; readonly name: string }[];
  /** The number of records of all projects, by kind. */
  readonly records: Readonly<Record<string, number>>;
  readonly bytes: number;
}

/** `ok`, or a description of the damage: of the structure of the file, or else the number of damaged rows by table. */
export function describeDatabaseDamage({
  integrity,
  foreignObject,
  damagedRows,
}: Pick<DatabaseExamination, 'integrity' | 'foreignObject' | 'damagedRows'>): string {
  if (integrity !== 'ok') return integrity;
  if (foreignObject !== null) return foreignObject;
  const rows = Object.entries(damagedRows).map(([table, count]) => `${table}: ${count}`);
  return rows.length > 0 ? rows.join('; ') : 'ok';
}

/**
 * Like `describeDatabaseDamage`, but without damaged records: opening their project replaces or reports them, so the file needs no repair.
 */
export function describeFileDamage({ damagedRows, ...examination }: DatabaseExamination): string {
  const { record: _records, ...otherRows } = damagedRows;
  return describeDatabaseDamage({ ...examination, damagedRows: otherRows });
}
