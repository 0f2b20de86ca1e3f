/** Reads and rewrites the table of records when some of its rows are damaged. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Database } from './sqlite.ts';
import { type RecordRow, readRecordRow, recordChecksum, recordColumns, withStorableTypes } from './stored-rows.ts';

export type ScannedRow = RecordRow & { readonly project: number };

export interface RecordScan {
  readonly intact: readonly AnyRecord[];
  readonly damaged: readonly RecordRow[];
}

/** The rows of a project among all rows, including those whose project number is damaged. `projects` are the ids of all projects. */
export function scanRecords(rows: Iterable<ScannedRow>, project: number, projects: ReadonlySet<number>): RecordScan {
  const intact: AnyRecord[] = [];
  const damaged: RecordRow[] = [];
  for (const scanned of rows) {
    const row = withStorableTypes(scanned);
    const owner = ownerOf(row, scanned.project, projects);
    if (owner !== project && projects.has(owner)) continue;
    const record = readRecordRow(project, row);
    if (record) intact.push(record);
    else damaged.push(row);
  }
  return { intact, damaged };
}

/**
 * The project with which the checksum of a row is correct. If there is none, another value of the row is damaged, and the stored project is
 * returned.
 */
function ownerOf(row: RecordRow, stored: number, projects: ReadonlySet<number>): number {
  const isRight = (project: number): boolean => recordChecksum(project, row) === row.checksum;
  return isRight(stored) ? stored : ([...projects].find(isRight) ?? stored);
}

/** Creates the table of records again, with these rows of the project and those of all others. Must be run in a transaction. */
export function rebuildRecordTable(database: Database, project: number, damaged: readonly RecordRow[]): void {
  // The text of the definition, which upgrades may have extended.
  const definition = String(database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'record'").pluck().get());
  database.exec('DROP TABLE IF EXISTS record_before');
  database.exec('ALTER TABLE record RENAME TO record_before');
  database.exec(definition);
  const insert = database.prepare(`INSERT OR IGNORE INTO record (project, ${recordColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const excluded = new Set(damaged.map(({ id, checksum }) => `${id} ${checksum}`));
  const projects = new Set(database.prepare<[], number>('SELECT id FROM project').pluck().all());
  const rows = database.prepare<[], ScannedRow>(`SELECT project, ${recordColumns} FROM record_before`).all();
  for (const scanned of rows) {
    const row = withStorableTypes(scanned);
    const owner = ownerOf(row, scanned.project, projects);
    if (owner === project || excluded.has(`${row.id} ${row.checksum}`)) continue;
    insert.run(owner, row.id, row.kind, row.parent, row.rank, row.json, row.checksum);
  }
  database.exec('DROP TABLE record_before');
}
