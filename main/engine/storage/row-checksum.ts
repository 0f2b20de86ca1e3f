/**
 * Checksums of rows: SQLite detects damage to the structure of its file, but not to the values in it. Each row contains a checksum of its
 * other columns, which is written by the same statement and verified when the row is read (ADR 0150).
 */
import { crc32 } from 'node:zlib';
import type { Database } from './sqlite.ts';

/** The checksum of the values of a row in the order of its columns. It is stored, so its definition must never change. */
export const rowChecksum = (...columns: readonly (string | number | null)[]): number =>
  // A damaged type turns text into a blob with the same bytes, and no column contains blobs.
  columns.some((column) => ArrayBuffer.isView(column)) ? -1 : crc32(columns.join('\0'));

/**
 * The row with values that the strict tables can store: text where a damaged type has turned it into a blob, and a number as checksum,
 * which is wrong if there was none.
 */
export const withStorableTypes = <T extends object>(row: T): T =>
  // The columns are the same, with the types that the tables declare.
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toStorableValue(column, value)])) as T;

function toStorableValue(column: string, value: unknown): unknown {
  if (column === 'checksum') return Number.isSafeInteger(value) ? value : -1;
  return Buffer.isBuffer(value) ? value.toString() : value;
}

/** The columns that a checksum covers, by table. */
export const checkedColumns = {
  project: ['id', 'hash', 'status', 'version', 'updated', 'created', 'records'],
  record: ['project', 'id', 'kind', 'parent', 'rank', 'json'],
  journal: ['project', 'version', 'time', 'origin', 'label', 'step', 'reverts', 'changes'],
  key_value: ['store', 'id', 'json'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type CheckedTable = keyof typeof checkedColumns;
export const checkedTables = ['project', 'record', 'journal', 'key_value'] as const satisfies readonly CheckedTable[];

/** Defines the SQL function `row_checksum` on this connection. An error of `beforeRow` ends the statement. */
export function defineRowChecksum(database: Database, beforeRow: () => void = () => undefined): void {
  // The columns of all tables contain only text, integers and null.
  database.function('row_checksum', { deterministic: true, varargs: true }, (...columns) => {
    beforeRow();
    return rowChecksum(...(columns as (string | number | null)[]));
  });
}

/** The upgrade to version 4. Must be run in the transaction of the upgrade. */
export function addChecksums(database: Database): void {
  defineRowChecksum(database);
  database.exec(`
    ALTER TABLE project ADD COLUMN records INTEGER NOT NULL DEFAULT 0;
    UPDATE project AS outer SET records = (SELECT count(*) FROM record WHERE project = outer.id);`);
  for (const table of checkedTables)
    database.exec(`
      ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
      UPDATE ${table} SET checksum = row_checksum(${checkedColumns[table].join(', ')});`);
}
