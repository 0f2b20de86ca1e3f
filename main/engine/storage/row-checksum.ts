/**
 * Checksums of rows: SQLite notices damage to the structure of its file, but not to the values in it. Each row has a checksum of its other columns, which is
 * written by the same statement and verified when the row is read (ADR 0150).
 */
import { crc32 } from 'node:zlib';
import type { Database } from './sqlite.ts';

/** The values of a row in the order of its columns. It is stored, so it must never change. */
export const rowChecksum = (...columns: readonly (string | number | null)[]): number =>
  // A damaged type turns a text into a blob with the same bytes, which no column has.
  columns.some((column) => ArrayBuffer.isView(column)) ? -1 : crc32(columns.join('\0'));

/**
 * The same row as the tables can store it, which are strict: with texts where a damaged type has turned them into blobs, and with a number as checksum,
 * which is never right if there was none.
 */
export const withStorableTypes = <T extends object>(row: T): T =>
  // The same columns; their types are those that the tables declare.
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

/** Makes the SQL function `row_checksum` available on this connection. */
export function defineRowChecksum(database: Database): void {
  // The columns of all tables are texts, integers and null.
  database.function('row_checksum', { deterministic: true, varargs: true }, (...columns) =>
    rowChecksum(...(columns as (string | number | null)[])),
  );
}

/** The upgrade to version 4. To be run in the transaction of the upgrade. */
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
