/**
 * Reads single records of a database file that is not in use, such as a backup of any earlier version: their table has not changed since
 * version 1.
 */
import { type RecordRow, recordChecksum } from './record-rows.ts';
import { closeOnError, type Database, openReadOnlyDatabase, wrapDatabaseErrors } from './sqlite.ts';

export interface StoredRecords {
  /** Undefined if there is no such record, or if it is damaged. The checksum is the one that this version would write. */
  read(id: string): RecordRow | undefined;
  /** Finds records whose ids are damaged. Reads all records of the project. */
  findByChecksums(checksums: ReadonlySet<number>): RecordRow[];
  listIds(): string[];
  close(): void;
}

/** Rows before version 4 have no checksum. */
type StoredRow = Omit<RecordRow, 'checksum'> & { readonly checksum?: number };

/** The records of a project; undefined if the file does not contain it. Throws a Problem `store` if the file cannot be read. */
export function openStoredRecords(file: string, hash: string): StoredRecords | undefined {
  const database = openReadOnlyDatabase(file);
  return closeOnError(database, () => wrapDatabaseErrors(file, () => prepareReads(database, file, hash)));
}

function prepareReads(database: Database, file: string, hash: string): StoredRecords | undefined {
  const project = database.prepare('SELECT id FROM project WHERE hash = ?').pluck().get(hash);
  if (typeof project !== 'number') return void database.close();
  const record = database.prepare<unknown[], StoredRow>('SELECT * FROM record WHERE project = ? AND id = ?');
  const all = database.prepare<unknown[], StoredRow>('SELECT * FROM record WHERE project = ?');
  const ids = database.prepare<unknown[], string>('SELECT id FROM record WHERE project = ?').pluck();
  const verify = (row: StoredRow | undefined): RecordRow | undefined => {
    if (!row) return undefined;
    const { id, kind, parent, rank, json } = row;
    const checksum = recordChecksum(project, row);
    return (row.checksum ?? checksum) === checksum ? { id, kind, parent, rank, json, checksum } : undefined;
  };
  return {
    read: (id) => wrapDatabaseErrors(file, () => verify(record.get(project, id))),
    findByChecksums: (checksums) =>
      wrapDatabaseErrors(file, () => {
        const found: RecordRow[] = [];
        for (const row of all.iterate(project)) {
          const verified = verify(row);
          if (verified && checksums.has(verified.checksum)) found.push(verified);
        }
        return found;
      }),
    listIds: () => wrapDatabaseErrors(file, () => ids.all(project)),
    close: () => void database.close(),
  };
}
