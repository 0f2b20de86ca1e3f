/** Reads the projects of a database file that is not in use, such as a backup, without opening it as the data of a folder. */
import { copyFile } from 'node:fs/promises';
import { completeFields } from '../../../shared/model/complete-fields.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { readSchemaVersion, schemaUpgrades, upgradeSchema } from './schema-upgrade.ts';
import { type Database, openDatabaseFile, openReadOnlyDatabase, toDatabaseProblem, wrapDatabaseErrors } from './sqlite.ts';

export interface StoredProjects {
  readonly hashes: readonly string[];
  readonly nameOf: (hash: string) => string;
  /** The records of a project, in no particular order. Throws a Problem `store` if the file is damaged. */
  readRecords(hash: string): Generator<AnyRecord>;
  /** The values of a key-value store whose ids start with the prefix. */
  listValues(store: string, prefix: string): unknown[];
  close(): void;
}

/**
 * `temporary` is a path at which no file exists: a file of an earlier version is copied there and upgraded; the caller removes it. Throws a Problem `store` if the
 * file is damaged or of a newer version.
 */
export async function openStoredProjects(file: string, temporary: string): Promise<StoredProjects> {
  const database = openReadOnlyDatabase(file);
  try {
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
  // The casts state the columns that the statements select.
  const projects = wrapDatabaseErrors(file, () => database.prepare('SELECT id, hash FROM project').all() as { id: number; hash: string }[]);
  const ids = new Map(projects.map(({ id, hash }) => [hash, id]));
  const names = database.prepare("SELECT json ->> '$.name' FROM record WHERE project = ? AND id = ?").pluck();
  const records = database.prepare('SELECT id, kind, rank, json FROM record WHERE project = ?');
  const values = database.prepare('SELECT json FROM key_value WHERE store = ? AND substr(id, 1, length(?)) = ? ORDER BY id').pluck();
  return {
    hashes: [...ids.keys()],
    nameOf: (hash) => String(wrapDatabaseErrors(file, () => names.get(ids.get(hash), PROJECT_RECORD_ID)) ?? ''),
    *readRecords(hash) {
      try {
        // Only records of the engine are stored.
        for (const row of records.iterate(ids.get(hash)) as Iterable<{ id: string; kind: string; rank: string; json: string }>)
          yield completeFields({ kind: row.kind, id: row.id, rank: row.rank, ...JSON.parse(row.json) } as AnyRecord);
      } catch (error) {
        throw toDatabaseProblem(file, error);
      }
    },
    listValues: (store, prefix) =>
      wrapDatabaseErrors(file, () => values.all(store, prefix, prefix) as string[]).map((json) => JSON.parse(json)),
    close: () => void database.close(),
  };
}
