/** Reads the projects of a database file that is not in use, such as a backup, without the effects of opening it as a data folder. */
import { copyFile } from 'node:fs/promises';
import { parseStoredJson } from '../../../shared/json.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { readSchemaVersion, schemaUpgrades, upgradeSchema, verifySchema } from './schema-upgrade.ts';
import { closeOnError, type Database, openDatabaseFile, openReadOnlyDatabase, toDatabaseProblem, wrapDatabaseErrors } from './sqlite.ts';
import { isCompleteProject, type RecordRow, readRecordRow, recordChecksum, recordColumns, withStorableTypes } from './stored-rows.ts';

export interface StoredProjects {
  readonly hashes: readonly string[];
  readonly nameOf: (hash: string) => string;
  /** The intact records of a project, in no particular order. Throws a Problem `store` if the structure of the file is damaged. */
  readRecords(hash: string, onDamaged: (row: RecordRow) => void): Generator<AnyRecord>;
  /** The values of a key-value store whose ids start with the prefix; undefined for one that is damaged. */
  listValues(store: string, prefix: string): unknown[];
  close(): void;
}

/**
 * `temporary` is a path where no file exists. A file of an earlier version is copied there and upgraded; the caller removes the copy.
 * Throws a Problem `store` if the file is damaged or of a newer version.
 */
export async function openStoredProjects(file: string, temporary: string): Promise<StoredProjects> {
  const database = openReadOnlyDatabase(file);
  try {
    wrapDatabaseErrors(file, () => verifySchema(database, file));
    if (wrapDatabaseErrors(file, () => readSchemaVersion(database, file)) === schemaUpgrades.length) return readDatabase(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  await copyFile(file, temporary);
  const upgraded = openDatabaseFile(temporary);
  try {
    wrapDatabaseErrors(file, () => upgradeSchema(upgraded, () => undefined));
    return readDatabase(upgraded, file);
  } catch (error) {
    upgraded.close();
    throw error;
  }
}

function readDatabase(database: Database, file: string): StoredProjects {
  const projects = wrapDatabaseErrors(file, () =>
    database.prepare<[], { id: number; hash: string }>(`SELECT id, hash FROM project WHERE ${isCompleteProject}`).all(),
  );
  const ids = new Map(projects.map(({ id, hash }) => [hash, id]));
  const record = database.prepare<unknown[], RecordRow>(`SELECT ${recordColumns} FROM record WHERE project = ? AND id = ?`);
  const records = database.prepare<unknown[], RecordRow>(`SELECT ${recordColumns} FROM record WHERE project = ?`);
  const values = database
    .prepare<[string, string, string], string>('SELECT json FROM key_value WHERE store = ? AND substr(id, 1, length(?)) = ? ORDER BY id')
    .pluck();
  return {
    hashes: [...ids.keys()],
    nameOf(hash) {
      const id = ids.get(hash) ?? 0;
      const row = wrapDatabaseErrors(file, () => record.get(id, projectRecordId));
      return String((row && readRecordRow(id, row)?.name) ?? '');
    },
    *readRecords(hash, onDamaged) {
      const project = ids.get(hash) ?? 0;
      try {
        for (const row of records.iterate(project)) {
          const storable = withStorableTypes(row);
          const record = readRecordRow(project, storable);
          if (record) yield record;
          else onDamaged(storable);
        }
      } catch (error) {
        throw toDatabaseProblem(file, error);
      }
    },
    listValues: (store, prefix) => wrapDatabaseErrors(file, () => values.all(store, prefix, prefix)).map(parseOrUndefined),
    close: () => void database.close(),
  };
}

function parseOrUndefined(json: string): unknown {
  try {
    return parseStoredJson(json);
  } catch {
    return undefined;
  }
}

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
  verifySchema(database, file);
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
