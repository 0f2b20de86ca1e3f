/** The rows of a salvaged database: inserted one by one, also those that only the pages of the damaged file still have. */
import { errorCodeOf } from '../../platform/errors.ts';
import { type CheckedTable, checkedColumns, rowChecksum } from './row-checksum.ts';
import { type ScannedValue, scanRows } from './scan-pages.ts';
import type { Database } from './sqlite.ts';

export type SalvagedRow = Readonly<Record<string, string | number | null>>;

const unstorableValueCodes: ReadonlySet<string> = new Set(['DATATYPE', 'NOTNULL', 'CHECK'].map((name) => `SQLITE_CONSTRAINT_${name}`));

/** Inserts rows unless there is one with the same key. Returns false if a value is missing or not of the type of its column. */
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
 * The rows of these tables that only their pages still have. They are recognised by their checksum. Where a page that is no longer used has another version of a
 * record, nobody can say which one is right: opening the project reports it.
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

/** `id`: of a row whose number is its first column. */
function toRow(columns: readonly string[], values: readonly ScannedValue[], id: number | null): SalvagedRow | null {
  if (columns.length !== values.length) return null;
  return Object.fromEntries(columns.map((column, at) => [column, at === 0 && id !== null ? id : (values[at] ?? null)]));
}

/** These rows have no checksum: they are an index of the journal. */
const isTouched = ({ project, record, version, gone }: SalvagedRow, rowid: number | null): boolean =>
  rowid === null && Number.isInteger(project) && typeof record === 'string' && Number.isInteger(version) && (gone === 0 || gone === 1);
