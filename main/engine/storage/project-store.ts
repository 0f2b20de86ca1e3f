/** The durable copy of all projects in one SQLite file. A commit is one transaction. No rules are applied here: the engine has decided before. */

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import { completeFields } from '../../../shared/model/complete-fields.ts';
import type { IdMapping } from '../../../shared/model/id-mapping.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { checkDatabaseFiles, openDatabaseWitness } from './database-witness.ts';
import { backUpDatabase, readSchemaVersion, upgradeSchema } from './schema-upgrade.ts';
import {
  checkDatabase,
  closeOnError,
  type Database,
  openDatabase,
  openReadOnlyDatabase,
  toDatabaseProblem,
  wrapDatabaseErrors,
} from './sqlite.ts';

export interface ProjectRow {
  readonly id: number;
  readonly hash: string;
  readonly status: 'active';
  readonly version: number;
  /** When it was last changed and created, in microseconds since 1970. */
  readonly updated: number;
  readonly created: number;
}

/** A row of the journal. `step` is `do` for a command; `undo` and `redo` reverted the row with the version `reverts`. */
export interface JournalRow {
  readonly version: number;
  readonly time: number;
  readonly origin: string;
  /** JSON of its label (history/journal-label.ts). */
  readonly label: string;
  readonly step: 'do' | 'undo' | 'redo';
  readonly reverts: number | null;
  /** JSON of the entries that revert it (history/journal-entry.ts). */
  readonly changes: string;
}

/** A record that a step touched. */
export interface TouchedRecord {
  readonly id: string;
  readonly isRemoved: boolean;
}

/** Writes that belong to the transaction of a commit. */
export interface TransactionExtras {
  readonly extraRows?: readonly KeyValueWrites[];
  readonly journal?: JournalRow & { readonly touched: readonly TouchedRecord[] };
  /** Removes the journal up to this version. */
  readonly forgetUpTo?: number | undefined;
  /** Ids that are replaced everywhere, also in the journal. */
  readonly renamed?: IdMapping;
}

export type ProjectStore = ReturnType<typeof openProjectStore>;

export const databaseFileIn = (folder: string): string => join(folder, 'taleport.sqlite');

/** Opens the database of a data folder; null opens one in memory. After an unclean shutdown it is checked first. Throws a Problem `store` if it is damaged or of a newer version. */
export function openProjectStore(folder: string | null, log: (line: string) => void) {
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = folder === null ? null : databaseFileIn(folder);
  const { lostChanges } = file === null ? { lostChanges: false } : checkDatabaseFiles(file);
  if (lostChanges) log(`The end of the write-ahead log of ${file} is missing: the last changes before the unclean shutdown may be lost`);
  const wasClosedCleanly = file === null || !existsSync(file) || checkClosedCleanly(file, log);
  const database = openDatabase(file);
  closeOnError(database, () => wrapDatabaseErrors(file, () => upgradeWithBackup(database, file, log)));
  const sql = prepareStatements(database);
  const witness = file === null ? null : openDatabaseWitness(file, () => sql.projects.all().length, log);

  const writeRows = (writes: readonly KeyValueWrites[]) => {
    for (const { store, put = [], remove = [] } of writes) {
      for (const { id, value } of put) sql.putValue.run(store, id, JSON.stringify(value));
      for (const id of remove) sql.deleteValue.run(store, id);
    }
  };
  /** Runs `work` in a transaction; it is on the disk when this returns. */
  const inTransaction = <A extends unknown[], R>(work: (...values: A) => R): ((...values: A) => R) => {
    const run = database.transaction(work);
    return (...values) => {
      const result = run(...values);
      witness?.noteChange();
      return result;
    };
  };
  const write = inTransaction(
    (row: ProjectRow, changes: ChangeSet, { extraRows = [], journal, forgetUpTo, renamed = [] }: TransactionExtras = {}) => {
      writeRows(extraRows);
      for (const [from, to] of renamed) {
        sql.renameInJournal.run({ project: row.id, from: `"${from}"`, to: `"${to}"`, mention: `\\"${from}\\"`, named: `\\"${to}\\"` });
        sql.renameTouched.run(to, row.id, from);
      }
      for (const { before, after } of changes) {
        if (after) sql.putRecord.run(row.id, after.id, after.kind, primaryParentOf(after), after.rank, recordBody(after));
        else if (before) sql.deleteRecord.run(row.id, before.id);
      }
      sql.updateProject.run(row.version, row.updated, row.id);
      if (journal) {
        sql.insertJournalRow.run(
          row.id,
          journal.version,
          journal.time,
          journal.origin,
          journal.label,
          journal.step,
          journal.reverts,
          journal.changes,
        );
        for (const { id, isRemoved } of journal.touched) sql.insertTouched.run(row.id, id, journal.version, isRemoved ? 1 : 0);
      }
      if (forgetUpTo !== undefined) for (const forget of [sql.deleteOldJournalRows, sql.deleteOldTouched]) forget.run(row.id, forgetUpTo);
    },
  );

  // The casts below state the columns that the statements select: better-sqlite3 returns rows as unknown.
  return {
    wasClosedCleanly,
    /** Whether the last changes before an unclean shutdown are missing from the file. */
    lostChanges,
    file,
    listProjects: () => wrapDatabaseErrors(file, () => sql.projects.all() as ProjectRow[]),
    /** A project's name without opening it. */
    readProjectName: (project: number) => sql.readProjectName.get(project, PROJECT_RECORD_ID) as string | undefined,
    /** The records of a project, in no particular order. Throws a Problem `store` if the file is damaged. */
    *readRecords(project: number): Generator<AnyRecord> {
      try {
        // Only records of the engine are stored.
        for (const row of sql.records.iterate(project) as Iterable<{ id: string; kind: string; rank: string; json: string }>)
          yield completeFields({ kind: row.kind, id: row.id, rank: row.rank, ...JSON.parse(row.json) } as AnyRecord);
      } catch (error) {
        throw toDatabaseProblem(file, error);
      }
    },
    insertProject: inTransaction((row: Omit<ProjectRow, 'id'>, changes: ChangeSet, extraRows: readonly KeyValueWrites[]): ProjectRow => {
      const id = Number(sql.create.run(row.hash, row.status, row.version, row.updated, row.created).lastInsertRowid);
      const created = { ...row, id };
      write(created, changes, { extraRows });
      return created;
    }),
    /** Writes records, version, journal row and extra rows in one transaction; they are on the disk when it returns. */
    commit: (row: ProjectRow, changes: ChangeSet, extras: TransactionExtras): void => write(row, changes, extras),
    deleteProject: inTransaction((project: number, extraRows: readonly KeyValueWrites[]): void => {
      writeRows(extraRows);
      sql.remove.run(project);
    }),
    /** The stored filenames to which the assets of a project refer. */
    listReferencedFiles: (project: number) => sql.listReferencedFiles.all(project) as string[],
    /** Whether any step in the journal of a project contains this text. */
    isTextInJournal: (project: number, text: string) => sql.isTextInJournal.get(project, text) !== undefined,
    /** The steps of a project without their changes, oldest first. */
    listJournalSummaries: (project: number) => sql.listJournalSummaries.all(project) as (Omit<JournalRow, 'changes'> & { bytes: number })[],
    /** The steps that touched a record, newest first. */
    listJournalRowsFor: (project: number, id: string) => sql.journalOf.all(project, id) as Omit<JournalRow, 'label'>[],
    /** The steps before a version that removed a record which has not been restored since, newest first. */
    listRemovalVersions: (project: number, before: number, limit: number) => sql.removals.all(project, before, limit) as number[],
    /** The records that a step removed and that have not been restored since. */
    listIdsRemovedBy: (project: number, version: number) => sql.removedBy.all(project, version) as string[],
    readFirstJournalVersion: (project: number) => sql.firstVersion.get(project) as number | null,
    readJournalRow: (project: number, version: number) => sql.readJournalRow.get(project, version) as JournalRow | undefined,
    readValue: (name: string, id: string) => sql.readValue.get(name, id) as string | undefined,
    listValues: (name: string, from: string, to: string) => sql.listValues.all(name, from, to) as { id: string; json: string }[],
    /** Writes all rows in one transaction. */
    writeRows: inTransaction(writeRows),
    close(): void {
      database.prepare('UPDATE session SET closed_cleanly = 1').run();
      database.pragma('wal_checkpoint(TRUNCATE)');
      witness?.close();
      database.close();
    },
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

/** SQL condition: no later step has touched the record. */
const isLatestTouchCondition =
  'NOT EXISTS (SELECT 1 FROM touched AS later WHERE later.project = each.project AND later.record = each.record AND later.version > each.version)';

const prepareStatements = (database: Database) => ({
  projects: database.prepare('SELECT id, hash, status, version, updated, created FROM project'),
  create: database.prepare('INSERT INTO project (hash, status, version, updated, created) VALUES (?, ?, ?, ?, ?)'),
  remove: database.prepare('DELETE FROM project WHERE id = ?'),
  updateProject: database.prepare('UPDATE project SET version = ?, updated = ? WHERE id = ?'),
  records: database.prepare('SELECT id, kind, rank, json FROM record WHERE project = ?'),
  readProjectName: database.prepare("SELECT json ->> '$.name' FROM record WHERE project = ? AND id = ?").pluck(),
  putRecord: database.prepare(
    'INSERT INTO record VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind, parent = excluded.parent, rank = excluded.rank, json = excluded.json',
  ),
  deleteRecord: database.prepare('DELETE FROM record WHERE project = ? AND id = ?'),
  insertJournalRow: database.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  listJournalSummaries: database.prepare(
    'SELECT version, time, origin, label, step, reverts, length(changes) AS bytes FROM journal WHERE project = ? ORDER BY version',
  ),
  readJournalRow: database.prepare(
    'SELECT version, time, origin, label, step, reverts, changes FROM journal WHERE project = ? AND version = ?',
  ),
  insertTouched: database.prepare('INSERT INTO touched VALUES (?, ?, ?, ?)'),
  renameTouched: database.prepare('UPDATE OR REPLACE touched SET record = ? WHERE project = ? AND record = ?'),
  deleteOldTouched: database.prepare('DELETE FROM touched WHERE project = ? AND version <= ?'),
  journalOf: database.prepare(
    `SELECT journal.version, time, origin, step, reverts, changes FROM touched JOIN journal USING (project, version)
     WHERE touched.project = ? AND touched.record = ? ORDER BY touched.version DESC`,
  ),
  removals: database
    .prepare(
      `SELECT DISTINCT version FROM touched AS each WHERE project = ? AND removed = 1 AND version < ? AND ${isLatestTouchCondition} ORDER BY version DESC LIMIT ?`,
    )
    .pluck(),
  removedBy: database
    .prepare(`SELECT record FROM touched AS each WHERE project = ? AND removed = 1 AND version = ? AND ${isLatestTouchCondition}`)
    .pluck(),
  firstVersion: database.prepare('SELECT min(version) FROM journal WHERE project = ?').pluck(),
  isTextInJournal: database.prepare('SELECT 1 FROM journal WHERE project = ? AND instr(changes, ?) > 0 LIMIT 1').pluck(),
  listReferencedFiles: database
    .prepare("SELECT json ->> '$.file' AS file FROM record WHERE project = ? AND kind = 'asset' AND file IS NOT NULL")
    .pluck(),
  /** Replaces whole strings, and ids in mentions, whose quotes are escaped. */
  renameInJournal: database.prepare(
    'UPDATE journal SET changes = replace(replace(changes, @from, @to), @mention, @named) WHERE project = @project AND (instr(changes, @from) > 0 OR instr(changes, @mention) > 0)',
  ),
  deleteOldJournalRows: database.prepare('DELETE FROM journal WHERE project = ? AND version <= ?'),
  readValue: database.prepare('SELECT json FROM key_value WHERE store = ? AND id = ?').pluck(),
  listValues: database.prepare('SELECT id, json FROM key_value WHERE store = ? AND id >= ? AND id < ? ORDER BY id'),
  putValue: database.prepare('INSERT INTO key_value VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json'),
  deleteValue: database.prepare('DELETE FROM key_value WHERE store = ? AND id = ?'),
});

const primaryParentOf = (record: AnyRecord): string | null => parentIdOf(record, getKind(record.kind).orders[0]?.parentField ?? null);

/** The JSON of the fields that are not columns. */
function recordBody(record: AnyRecord): string {
  const { kind: _kind, id: _id, rank: _rank, ...body } = record;
  return JSON.stringify(body);
}

/**
 * Checks a file through a read-only connection before it is opened: it must not be of a newer version and, after an unclean shutdown, not be
 * damaged. Returns whether it was closed properly.
 */
function checkClosedCleanly(file: string, log: (line: string) => void): boolean {
  const database = openReadOnlyDatabase(file);
  try {
    return wrapDatabaseErrors(file, () => {
      const version = readSchemaVersion(database, file);
      if (version === 0) return true;
      // The table was called `running` before version 3.
      const [table, column] = version < 3 ? ['running', 'clean'] : ['session', 'closed_cleanly'];
      const clean = database.prepare(`SELECT ${column} FROM ${table}`).pluck().get() === 1;
      if (!clean) checkAfterUncleanShutdown(database, file, log);
      return clean;
    });
  } finally {
    database.close();
  }
}

function upgradeWithBackup(database: Database, file: string | null, log: (line: string) => void): void {
  upgradeSchema(database, (version) => {
    if (file === null) return;
    const to = `${file}.before-${version + 1}.backup`;
    backUpDatabase(database, to);
    log(`A backup of the project data was written to ${to} before the upgrade`);
  });
  database.prepare('UPDATE session SET closed_cleanly = 0').run();
}

function checkAfterUncleanShutdown(database: Database, file: string, log: (line: string) => void): void {
  const result = checkDatabase(database, 'quick_check');
  log(`Taleport did not end cleanly last time; quick check: ${result}`);
  if (result !== 'ok') throw new Problem('store', message('problem.store.damaged', { file, found: result }));
}
