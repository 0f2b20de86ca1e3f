/**
 * The durable copy of all projects in one SQLite file. A commit is one transaction. No rules are checked here; the engine has already done
 * that.
 */

import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { openDatabaseConnection } from './database-connection.ts';
import { IncompleteProjects } from './incomplete-projects.ts';
import { createProjectInsertion } from './insert-project.ts';
import { createProjectReads } from './project-reads.ts';
import type { ProjectRow } from './project-rows.ts';
import { createProjectWrites } from './project-writes.ts';
import type { RecordRow } from './record-rows.ts';
import { rebuildRecordTable } from './record-scan.ts';
import { closeOnError, wrapDatabaseErrors } from './sqlite.ts';

export type ProjectStore = ReturnType<typeof openProjectDatabase>;

/**
 * Opens the database of a data folder, or one in memory for null. After an unclean shutdown, it is checked first. Throws a Problem `store`
 * if it is damaged or of a newer version. `onReplaced` is called when a write finds that another process has opened the database since.
 */
export function openProjectDatabase(folder: string | null, log: (line: string) => void, onReplaced: () => void = () => undefined) {
  const connection = openDatabaseConnection(folder, log, onReplaced);
  const { file, database, sql, inTransaction } = connection;
  const writes = createProjectWrites(sql);
  const slices = { ...connection, ...writes, log };
  const incomplete = closeOnError({ close: connection.closeAtOnce }, () => wrapDatabaseErrors(file, () => new IncompleteProjects(slices)));
  const rebuildRecords = inTransaction(
    (row: ProjectRow, rows: readonly RecordRow[], damaged: readonly RecordRow[], extraRows: readonly KeyValueWrites[]): void => {
      rebuildRecordTable(database, row.id, damaged);
      for (const each of rows) writes.putRecord(row.id, each);
      writes.updateProject(row);
      writes.writeRows(extraRows);
    },
  );

  return {
    wasClosedCleanly: connection.wasClosedCleanly,
    lostChanges: connection.lostChanges,
    file,
    ...createProjectReads(connection),
    /** Rewrites the table of records with these rows of one project and without damaged ones, because a damaged key may hide other rows. */
    rebuildRecords: (...values: Parameters<typeof rebuildRecords>): void => wrapDatabaseErrors(file, () => rebuildRecords(...values)),
    insertProject: createProjectInsertion(slices, incomplete),
    /** Writes records, the version, a journal row and extra rows in one transaction, which is on the disk when this returns. */
    commit: inTransaction(writes.commit),
    removeProject: (id: number, extraRows: readonly KeyValueWrites[]) => incomplete.removeProject(id, extraRows),
    removeIncompleteProjects: () => incomplete.discardRemaining(),
    /** Writes all rows in one transaction. */
    writeRows: inTransaction(writes.writeRows),
    close: connection.close,
  };
}

const lastCodePoint = '\u{10ffff}';

/** A key-value store (shared/contracts/key-value-store.ts) in a table of the same database. */
export const createKeyValueStore = (store: ProjectStore, name: string): KeyValueStore => ({
  get(id) {
    const json = store.readValue(name, id);
    return json === undefined ? undefined : JSON.parse(json);
  },
  list: (prefix = '') =>
    store
      .listValues(name, prefix, `${prefix}${lastCodePoint}`)
      .map(({ id, json }): { id: string; value: unknown } => ({ id, value: JSON.parse(json) })),
  put: (entries) => store.writeRows([{ store: name, put: entries }]),
  remove: (ids) => store.writeRows([{ store: name, remove: ids }]),
});
