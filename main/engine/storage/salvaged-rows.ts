/** Adds rows to a salvaged database one by one, including those that can only be found in the pages of the damaged file. */
import { errorCodeOf } from '../../platform/errors.ts';
import { type CheckedTable, checkedColumns, rowChecksum } from './row-checksum.ts';
import { type ScannedValue, scanRows } from './scan-pages.ts';
import type { Database } from './sqlite.ts';

export type SalvagedRow = Readonly<Record<string, string | number | null>>;

const unstorableValueCodes: ReadonlySet<string> = new Set(['DATATYPE', 'NOTNULL', 'CHECK'].map((name) => `SQLITE_CONSTRAINT_${name}`));

/**
 * Inserts rows unless there is one with the same key. The function returns false if a value is missing or does not have the type of its
 * column.
 */
export function prepareInsert(target: Database, table: string): (row: SalvagedRow) => boolean {
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

export const isIntact = (table: CheckedTable, row: SalvagedRow): boolean =>
  rowChecksum(...checkedColumns[table].map((column) => row[column] ?? null)) === row.checksum;

export type ScannedTable = CheckedTable | 'touched';

/**
 * Adds the rows of these tables that can only be found in the pages of the file, where they are recognised by their checksums. If an unused
 * page contains another version of a record, it cannot be determined which one is right; opening the project reports the record.
 */
export function addScannedRows(file: string, target: Database, tables: ReadonlySet<ScannedTable>): void {
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
