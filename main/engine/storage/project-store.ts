/** The durable copy of all projects in one SQLite file. A commit is one transaction. No rules are applied here: the engine has decided before. */

import { existsSync } from 'node:fs';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { IdMapping } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { createDataFolder, databaseFileIn, restrictToUser } from '../../platform/data-folder.ts';
import { hasLessSpace } from '../../platform/disk-error.ts';
import { describeError } from '../../platform/errors.ts';
import { expectNoLog, openDatabaseWitness } from './database-witness.ts';
import { createProjectInsertion } from './insert-project.ts';
import { checkClosedCleanly, findLostChanges, upgradeWithBackup } from './open-checks.ts';
import { type ProjectRow, projectChecksum } from './project-rows.ts';
import { prepareStatements } from './project-statements.ts';
import { type RecordRow, readRecordRow, toRecordRow } from './record-rows.ts';
import { type RecordScan, rebuildRecordTable, type ScannedRow, scanRecords } from './record-scan.ts';
import { defineRowChecksum, rowChecksum } from './row-checksum.ts';
import { becomeSingleWriter } from './single-writer.ts';
import { closeOnError, damagedRowProblem, openDatabase, toDatabaseProblem, wrapDatabaseErrors, wrapDiskErrors } from './sqlite.ts';

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

/** A record as far as an overview of its project needs it. */
export interface OverviewRow extends Omit<RecordRow, 'json'> {
  readonly json: string | null;
}
/** Few enough that reading them takes about a millisecond. */
const overviewPageSize = 400;

interface ValueRow {
  readonly id: string;
  readonly json: string;
  readonly checksum: number;
}

export type ProjectStore = ReturnType<typeof openProjectDatabase>;

/**
 * Opens the database of a data folder; null opens one in memory. After an unclean shutdown it is checked first. Throws a Problem `store` if it is damaged or
 * of a newer version. `onReplaced` is called when a write finds that another process has opened it since.
 */
export function openProjectDatabase(folder: string | null, log: (line: string) => void, onReplaced: () => void = () => undefined) {
  if (folder !== null) createDataFolder(folder);
  const file = folder === null ? null : databaseFileIn(folder);
  const lostChanges = file === null ? null : findLostChanges(file, log);
  const wasClosedCleanly = file === null || !existsSync(file) || checkClosedCleanly(file, log);
  if (file !== null && lostChanges === null) wrapDiskErrors(file, () => expectNoLog(file));
  const database = openDatabase(file);
  // SQLite creates its files with the permissions of the database.
  if (folder !== null) restrictToUser(folder);
  closeOnError(database, () =>
    wrapDatabaseErrors(file, () => {
      // What follows the damage must not be found again at the next start.
      if (lostChanges !== null) database.pragma('wal_checkpoint(TRUNCATE)');
      upgradeWithBackup(database, file, log);
    }),
  );
  defineRowChecksum(database);
  const sql = prepareStatements(database);
  const assertSingleWriter = closeOnError(database, () => wrapDatabaseErrors(file, () => becomeSingleWriter(sql, file, onReplaced)));
  const witness = file === null ? null : openDatabaseWitness(file, () => sql.projects.all().length, log);

  const writeRows = (writes: readonly KeyValueWrites[]) => {
    for (const { store, put = [], remove = [] } of writes) {
      for (const { id, value } of put) {
        const json = JSON.stringify(value);
        sql.putValue.run(store, id, json, rowChecksum(store, id, json));
      }
      for (const id of remove) sql.deleteValue.run(store, id);
    }
  };
  /** Runs `work` in a transaction; it is on the disk when this returns. Throws a Problem `store` if the disk prevents it, or another process has opened the file. */
  const inTransaction = <A extends unknown[], R>(work: (...values: A) => R): ((...values: A) => R) => {
    const run = database.transaction((...values: A) => {
      assertSingleWriter();
      return work(...values);
    });
    return (...values) => {
      const result = wrapDiskErrors(file, () => run(...values));
      witness?.noteChange();
      return result;
    };
  };
  const putRecord = (project: number, { id, kind, parent, rank, json, checksum }: RecordRow) =>
    sql.putRecord.run(project, id, kind, parent, rank, json, checksum);
  const updateProject = (row: ProjectRow) => sql.updateProject.run(row.version, row.updated, row.records, projectChecksum(row), row.id);
  const write = inTransaction(
    (row: ProjectRow, changes: ChangeSet, { extraRows = [], journal, forgetUpTo, renamed = [] }: TransactionExtras = {}) => {
      writeRows(extraRows);
      for (const [from, to] of renamed) {
        sql.renameInJournal.run({ project: row.id, from: `"${from}"`, to: `"${to}"`, mention: `\\"${from}\\"`, named: `\\"${to}\\"` });
        sql.renameTouched.run(to, row.id, from);
      }
      for (const { before, after } of changes) {
        if (after) putRecord(row.id, toRecordRow(row.id, after));
        else if (before) sql.deleteRecord.run(row.id, before.id);
      }
      updateProject(row);
      if (journal) {
        const { version, time, origin, label, step, reverts } = journal;
        const columns = [row.id, version, time, origin, label, step, reverts, journal.changes] as const;
        sql.insertJournalRow.run(...columns, rowChecksum(...columns));
        for (const { id, isRemoved } of journal.touched) sql.insertTouched.run(row.id, id, journal.version, isRemoved ? 1 : 0);
      }
      if (forgetUpTo !== undefined) for (const forget of [sql.deleteOldJournalRows, sql.deleteOldTouched]) forget.run(row.id, forgetUpTo);
    },
  );

  const assertFreeSpace = (bytes: number): void => {
    if (file !== null && hasLessSpace(file, bytes))
      throw toDatabaseProblem(file, Object.assign(new Error('disk is full'), { code: 'ENOSPC' }));
  };
  const insertion = createProjectInsertion({ sql, inTransaction, putRecord, writeRows, assertFreeSpace, log });
  const closeAll = (): void => {
    database.close();
    witness?.release();
  };
  closeOnError({ close: closeAll }, () => wrapDatabaseErrors(file, insertion.removeIncompleteProjects));

  // The casts below state the columns that the statements select: better-sqlite3 returns rows as unknown.
  return {
    wasClosedCleanly,
    /** The last changes before an unclean shutdown, if they are missing from the file; null if nothing is. */
    lostChanges,
    file,
    /** Throws a Problem `store` if a row is damaged. */
    listProjects: () =>
      wrapDatabaseErrors(file, () =>
        (sql.projects.all() as (ProjectRow & { checksum: number })[]).map(({ checksum, ...row }): ProjectRow => {
          if (projectChecksum(row) !== checksum) throw damagedRowProblem(file, `project ${row.id}`);
          return row;
        }),
      ),
    /** The records of a project, in no particular order, without damaged ones. Throws a Problem `store` if the structure of the file is damaged. */
    *readRecords(project: number, onDamaged: (row: RecordRow) => void): Generator<AnyRecord> {
      try {
        for (const row of sql.records.iterate(project) as Iterable<RecordRow>) {
          const record = readRecordRow(project, row);
          if (record) yield record;
          else onDamaged(row);
        }
      } catch (error) {
        throw toDatabaseProblem(file, error);
      }
    },
    /** The same from a scan of all rows, for a project with damage: also intact rows that a search does not find. */
    scanRecords: (project: number): RecordScan =>
      wrapDatabaseErrors(file, () =>
        scanRecords(sql.scanRecords.iterate() as Iterable<ScannedRow>, project, new Set(sql.projectIds.all() as number[])),
      ),
    /** Writes the table of records anew, with these rows of one project, and without damaged ones: a damaged key may hide others. */
    rebuildRecords: wrapFunction(
      file,
      inTransaction(
        (row: ProjectRow, rows: readonly RecordRow[], damaged: readonly RecordRow[], extraRows: readonly KeyValueWrites[]): void => {
          rebuildRecordTable(database, row.id, damaged);
          for (const each of rows) putRecord(row.id, each);
          updateProject(row);
          writeRows(extraRows);
        },
      ),
    ),
    insertProject: insertion.insertProject,
    /** Writes records, version, journal row and extra rows in one transaction; they are on the disk when it returns. */
    commit: (row: ProjectRow, changes: ChangeSet, extras: TransactionExtras): void => write(row, changes, extras),
    deleteProject: inTransaction((project: number, extraRows: readonly KeyValueWrites[]): void => {
      writeRows(extraRows);
      sql.remove.run(project);
    }),
    ...wrapReads(file, {
      /** A project's name without opening it; undefined if its record is damaged. */
      readProjectName(project: number): string | undefined {
        const row = sql.readRecord.get(project, PROJECT_RECORD_ID) as RecordRow | undefined;
        const name = row && readRecordRow(project, row)?.name;
        return typeof name === 'string' ? name : undefined;
      },
      /** One record without opening the project; undefined if it is damaged or does not exist. */
      readRecord(project: number, id: string): AnyRecord | undefined {
        const row = sql.readRecord.get(project, id) as RecordRow | undefined;
        return row && readRecordRow(project, row);
      },
      /** The next records of a project in the order of their ids. Only those of `board` and boards have a `json`. */
      readOverviewPage: (project: number, { board, after }: { board: string | null; after: string }) =>
        sql.overviewPage.all({ project, board, after, limit: overviewPageSize }) as OverviewRow[],
      /** Whether the last step that touched a record removed it. */
      wasRemoved: (project: number, id: string): boolean => sql.lastTouch.get(project, id) === 1,
      /** The stored filenames to which the assets of a project refer; null if one of them is damaged. */
      listReferencedFiles(project: number): string[] | null {
        const assets = (sql.recordsOfKind.all(project, 'asset') as RecordRow[]).map((row) => readRecordRow(project, row));
        if (assets.includes(undefined)) return null;
        return assets.flatMap((asset) => (typeof asset?.file === 'string' ? [asset.file] : []));
      },
      /** Whether any step in the journal of a project contains this text. */
      isTextInJournal: (project: number, text: string) => sql.isTextInJournal.get(project, text) !== undefined,
      /** The steps of a project without their changes, oldest first. */
      listJournalSummaries: (project: number) =>
        sql.listJournalSummaries.all(project) as (Omit<JournalRow, 'changes'> & { bytes: number })[],
      /** The steps that touched a record, newest first. */
      listJournalRowsFor: (project: number, id: string) => sql.journalOf.all(project, id) as Omit<JournalRow, 'label'>[],
      /** The steps before a version that removed a record which has not been restored since, newest first. */
      listRemovalVersions: (project: number, before: number, limit: number) => sql.removals.all(project, before, limit) as number[],
      /** The records that a step removed and that have not been restored since. */
      listIdsRemovedBy: (project: number, version: number) => sql.removedBy.all(project, version) as string[],
      readFirstJournalVersion: (project: number) => sql.firstVersion.get(project) as number | null,
      readJournalRow: (project: number, version: number) => sql.readJournalRow.get(project, version) as JournalRow | undefined,
      /** The JSON of a row of a key-value store. Throws a Problem `store` if it is damaged. */
      readValue(store: string, id: string): string | undefined {
        const row = sql.readValue.get(store, id) as ValueRow | undefined;
        return row && verifyValue(file, store, row).json;
      },
      /** As above. */
      listValues: (store: string, from: string, to: string): { id: string; json: string }[] =>
        (sql.listValues.all(store, from, to) as ValueRow[]).map((row) => verifyValue(file, store, row)),
    }),
    /** Writes all rows in one transaction. */
    writeRows: inTransaction(writeRows),
    close(): void {
      try {
        database.transaction(() => {
          assertSingleWriter();
          database.prepare('UPDATE session SET closed_cleanly = 1').run();
        })();
        witness?.close();
        // Files that were moved away keep their log: the witness among them expects it.
        if (witness?.isInPlace()) database.pragma('wal_checkpoint(TRUNCATE)');
      } catch (error) {
        // On a full disk, or while another process uses the file. Every commit is in the log, which the next start reads as after an unclean shutdown.
        witness?.stop();
        log(`${file} could not be closed cleanly: ${describeError(error)}`);
      }
      database.close();
      witness?.release();
    },
  };
}

/** The same functions; errors of SQLite become Problems `store`. */
const wrapReads = <T extends Record<string, (...values: never[]) => unknown>>(file: string | null, reads: T): T =>
  // Each function keeps its type.
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, wrapFunction(file, read as (...values: unknown[]) => unknown)]),
  ) as unknown as T;

const wrapFunction =
  <A extends unknown[], R>(file: string | null, run: (...values: A) => R) =>
  (...values: A): R =>
    wrapDatabaseErrors(file, () => run(...values));

function verifyValue(file: string | null, store: string, row: ValueRow): ValueRow {
  if (rowChecksum(store, row.id, row.json) !== row.checksum) throw damagedRowProblem(file, `${store} ${row.id}`);
  return row;
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
