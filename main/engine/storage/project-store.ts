/**
 * The durable copy of all projects in one SQLite file. A commit is one transaction. No rules are checked here; the engine has already done
 * that.
 */

import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { parseStoredJson } from '../../../shared/json.ts';
import { runSteps, sortInSteps } from '../../../shared/lists.ts';
import { type Change, type ChangeSet, changedRecordId } from '../../../shared/model/change-set.ts';
import type { IdMapping } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { type DatabaseConnection, openDatabaseConnection, type WriteListeners } from './database-connection.ts';
import { createProjectInsertion, IncompleteProjects } from './insert-project.ts';
import type { KeyValueRow, Statements } from './project-statements.ts';
import { type RecordScan, rebuildRecordTable, scanRecords } from './record-scan.ts';
import { closeOnError, damagedRowProblem, wrapDatabaseErrors } from './sqlite.ts';
import {
  type JournalRow,
  journalPartId,
  journalPartRange,
  journalPartStore,
  type ProjectRow,
  projectChecksum,
  type RecordRow,
  readRecordRow,
  rowChecksum,
  serializeRecordInSteps,
  type TouchedRecord,
  withChecksum,
} from './stored-rows.ts';

export type ProjectStore = ReturnType<typeof openProjectDatabase>;

/**
 * Opens the database of a data folder, or one in memory for null. After an unclean shutdown, it is checked first. Throws a Problem `store`
 * if it is damaged or of a newer version. The listeners are those of `openDatabaseConnection`.
 */
export function openProjectDatabase(
  folder: string | null,
  log: (line: string) => void,
  {
    onReplaced = () => undefined,
    completeLongTransaction = () => undefined,
    checkpoint = async () => undefined,
  }: Partial<WriteListeners> = {},
) {
  const connection = openDatabaseConnection(folder, log, { onReplaced, completeLongTransaction, checkpoint });
  const { file, database, sql, inTransaction, inLongTransaction } = connection;
  const writes = createProjectWrites(sql);
  const slices = { ...connection, ...writes, writesThrough: createProjectWrites, log };
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
    commit: inTransaction((...values: Commit) => runSteps(writes.commitInSteps(...values))),
    /**
     * The same in short steps, between which others read and may write; if they do, the listener `completeLongTransaction` is called. If it
     * throws, or the process ends before the last step, nothing is written.
     */
    *commitInSteps(row: ProjectRow, changes: ChangeSet, extras: TransactionExtras): Generator<void, void> {
      // Rows that are adjacent in the tables are written several times faster.
      const ordered = yield* sortInSteps([...changes], byChangedId);
      const { journal } = extras;
      const touched = journal && (yield* sortInSteps([...journal.touched], byId));
      yield* inLongTransaction((ownSql) =>
        createProjectWrites(ownSql).commitInSteps(row, ordered, {
          ...extras,
          ...(journal && touched && { journal: { ...journal, touched } }),
        }),
      );
    },
    removeProject: (id: number, extraRows: readonly KeyValueWrites[]) => incomplete.removeProject(id, extraRows),
    removeIncompleteProjects: () => incomplete.discardRemaining(),
    /** Writes all rows in one transaction. */
    writeRows: inTransaction(writes.writeRows),
    close: connection.close,
  };
}

const byId = (one: { readonly id: string }, two: { readonly id: string }): number => (one.id < two.id ? -1 : 1);
const byChangedId = (one: Change, two: Change): number => (changedRecordId(one) < changedRecordId(two) ? -1 : 1);

const lastCodePoint = '\u{10ffff}';

/** A key-value store (shared/contracts/key-value-store.ts) in a table of the same database. */
export const createKeyValueStore = (store: ProjectStore, name: string): KeyValueStore => ({
  get(id) {
    const json = store.readValue(name, id);
    return json === undefined ? undefined : parseStoredJson(json);
  },
  list: (prefix = '') =>
    store
      .listValues(name, prefix, `${prefix}${lastCodePoint}`)
      .map(({ id, json }): { id: string; value: unknown } => ({ id, value: parseStoredJson(json) })),
  *listInPages(prefix) {
    for (let after = prefix; ; ) {
      const rows = store.listValuesAfter(name, after, `${prefix}${lastCodePoint}`, valuesPerPage);
      if (rows.length > 0) yield rows.map(({ id, json }) => ({ id, value: parseStoredJson(json) }));
      const last = rows.at(-1);
      if (rows.length < valuesPerPage || !last) return;
      after = last.id;
    }
  },
  put: (entries) => store.writeRows([{ store: name, put: entries }]),
  remove: (ids) => store.writeRows([{ store: name, remove: ids }]),
});

const valuesPerPage = 200;

/** Rows on a page. Reading a page takes about a millisecond. */
const overviewPageSize = 400;

/** Characters of JSON that are read at once, which takes a few milliseconds. */
const charactersPerRead = 256 * 1024;
/** The number of characters that take as long to read as the rest of a record. */
const charactersOfShortRecord = 256;

/** Damaged rows are detected by their checksums. */
const createProjectReads = (connection: ReadConnection) => ({
  ...createTableReads(connection),
  ...createRecordReads(connection),
  ...createJournalReads(connection),
  ...createValueReads(connection),
});

type ReadConnection = Pick<DatabaseConnection, 'file' | 'sql'>;

const createTableReads = ({ file, sql }: ReadConnection) => ({
  /** Throws a Problem `store` if a row is damaged. */
  listProjects: () =>
    wrapDatabaseErrors(file, () =>
      sql.projects.all().map(({ checksum, ...row }): ProjectRow => {
        if (projectChecksum(row) !== checksum) throw damagedRowProblem(file, `project ${row.id}`);
        return row;
      }),
    ),
  /** All records of a damaged project from a scan of all rows, including intact rows that a search by key does not find. */
  scanRecords: (project: number): RecordScan =>
    wrapDatabaseErrors(file, () => scanRecords(sql.scanRecords.iterate(), project, new Set(sql.projectIds.all()))),
});

const createRecordReads = ({ file, sql }: ReadConnection) => ({
  /**
   * The next records of a project in the order of their ids, read in one step and parsed in another; empty after the last one, undefined if one of them is
   * damaged.
   */
  *readRecordsAfterInSteps(project: number, after: string): Generator<void, AnyRecord[] | undefined> {
    const rows: RecordRow[] = [];
    wrapDatabaseErrors(file, () => {
      let work = 0;
      for (const row of sql.recordsAfter.iterate(project, after)) {
        rows.push(row);
        work += charactersOfShortRecord + row.json.length;
        if (work >= charactersPerRead) break;
      }
    });
    yield;
    const records: AnyRecord[] = [];
    for (const row of rows) {
      const record = readRecordRow(project, row);
      // If a key is damaged, a search may end early or find the same rows again.
      if (!record || record.id <= after) return undefined;
      records.push(record);
    }
    return records;
  },
  /** The name of a project, read without opening it; undefined if its record is damaged. */
  readProjectName: guardRead(file, (project: number): string | undefined => {
    const row = sql.readRecord.get(project, projectRecordId);
    const name = row && readRecordRow(project, row)?.name;
    return typeof name === 'string' ? name : undefined;
  }),
  /** A record, read without opening its project; undefined if it is damaged or does not exist. */
  readRecord: guardRead(file, (project: number, id: string): AnyRecord | undefined => {
    const row = sql.readRecord.get(project, id);
    return row && readRecordRow(project, row);
  }),
  /** The next records of a project in the order of their ids. Only boards and the items of `board` have a `json`. */
  readOverviewPage: guardRead(file, (project: number, { board, after }: { board: string | null; after: string }) =>
    sql.overviewPage.all({ project, board, after, limit: overviewPageSize }),
  ),
  /** The stored filenames to which the assets of a project refer; null if one of them is damaged. */
  listReferencedFiles: guardRead(file, (project: number): string[] | null => {
    const assets = sql.recordsOfKind.all(project, 'asset').map((row) => readRecordRow(project, row));
    if (assets.includes(undefined)) return null;
    return assets.flatMap((asset) => (typeof asset?.file === 'string' ? [asset.file] : []));
  }),
});

const createJournalReads = ({ file, sql }: ReadConnection) => ({
  /** Whether the last step that changed a record removed it. */
  wasRemoved: guardRead(file, (project: number, id: string): boolean => sql.lastTouch.get(project, id) === 1),
  /** The version of the last step in the journal that changed a record; null if there is none. */
  readLastTouch: guardRead(file, (project: number, id: string): number | null => sql.lastTouchVersion.get(project, id) ?? null),
  /** Whether any step in the journal of a project contains this text. */
  isTextInJournal: guardRead(
    file,
    (project: number, text: string) =>
      sql.isTextInJournal.get(project, text) !== undefined || sql.journalPartsWith.get(...journalPartRange(project), text) !== undefined,
  ),
  /** The steps of a project without their changes, oldest first. `bytes` is the size of these. */
  listJournalSummaries: guardRead(file, (project: number) => {
    const bytesOfParts = new Map<number, number>();
    for (const { id, bytes } of sql.journalPartSizes.iterate(...journalPartRange(project))) {
      const version = Number(id.split('/')[1]);
      bytesOfParts.set(version, (bytesOfParts.get(version) ?? 0) + bytes);
    }
    return sql.listJournalSummaries.all(project).map((row) => ({ ...row, bytes: row.bytes + (bytesOfParts.get(row.version) ?? 0) }));
  }),
  /** The steps that changed a record, newest first. Of a step with several lists of entries, only those that contain the id. */
  listJournalRowsFor: guardRead(file, (project: number, id: string): StepOfRecord[] =>
    sql.journalOf.all(project, id).map(({ changes, ...row }) => ({
      ...row,
      lists:
        countParts(changes) === 0 ? [changes] : sql.journalPartsWith.all(...journalPartRange(project, row.version, row.version), `"${id}"`),
    })),
  ),
  /** The steps before a version that removed a record which has not been restored since, newest first. */
  listRemovalVersions: guardRead(file, (project: number, before: number, limit: number) => sql.removals.all(project, before, limit)),
  /** The records that a step removed and that have not been restored since. */
  listIdsRemovedBy: guardRead(file, (project: number, version: number) => sql.removedBy.all(project, version)),
  readFirstJournalVersion: guardRead(file, (project: number) => sql.firstVersion.get(project)),
  /** The JSON lists of the entries of a step, read in steps of one list each; undefined if there is no such step or a part of it is damaged. */
  *readJournalListsInSteps(project: number, version: number): Generator<void, JournalLists | undefined> {
    const row = wrapDatabaseErrors(file, () => sql.readJournalRow.get(project, version));
    if (!row) return undefined;
    const parts = countParts(row.changes);
    if (parts === 0) return { ...row, lists: [row.changes] };
    const lists: string[] = [];
    for (let part = 0; part < parts; part++) {
      yield;
      const id = journalPartId(project, version, part);
      const found = wrapDatabaseErrors(file, () => sql.readValue.get(journalPartStore, id));
      if (!found || rowChecksum(journalPartStore, id, found.json) !== found.checksum) return undefined;
      lists.push(found.json);
    }
    return { ...row, lists };
  },
});

/** The number of parts of a step; 0 if its row contains the entries. */
const countParts = (changes: string): number => (changes.startsWith('[') ? 0 : Number(changes));

/** A step with the JSON lists of its entries. */
export interface JournalLists extends Omit<JournalRow, 'changes'> {
  readonly lists: readonly string[];
}

type StepOfRecord = Omit<JournalLists, 'label'>;

const createValueReads = ({ file, sql }: ReadConnection) => ({
  /** The JSON of a row of a key-value store; undefined if there is none. Throws a Problem `store` if it is damaged. */
  readValue: guardRead(file, (store: string, id: string): string | undefined => {
    const row = sql.readValue.get(store, id);
    return row && verifyValue(file, store, row).json;
  }),
  /** Also of damaged rows. */
  listValueIds: guardRead(file, (store: string, prefix: string): string[] =>
    sql.listValues.all(store, prefix, `${prefix}${lastCodePoint}`).map(({ id }) => id),
  ),
  listValues: guardRead(file, (store: string, from: string, to: string): { id: string; json: string }[] =>
    sql.listValues.all(store, from, to).map((row) => verifyValue(file, store, row)),
  ),
  /** As many rows as `count`, after the id `after` and before `to`. */
  listValuesAfter: guardRead(file, (store: string, after: string, to: string, count: number): { id: string; json: string }[] =>
    sql.listValuesAfter.all(store, after, to, count).map((row) => verifyValue(file, store, row)),
  ),
});

/** The function, with errors of SQLite as Problems `store`. */
const guardRead =
  <A extends readonly unknown[], R>(file: string | null, read: (...values: A) => R): ((...values: A) => R) =>
  (...values) =>
    wrapDatabaseErrors(file, () => read(...values));

function verifyValue(file: string | null, store: string, row: KeyValueRow): KeyValueRow {
  if (rowChecksum(store, row.id, row.json) !== row.checksum) throw damagedRowProblem(file, `${store} ${row.id}`);
  return row;
}

/** Writes that are part of the transaction of a commit. */
interface TransactionExtras {
  readonly extraRows?: readonly KeyValueWrites[];
  readonly journal?: JournalLists & { readonly touched: readonly TouchedRecord[] };
  /** Removes the journal up to this version. */
  readonly forgetUpTo?: number | undefined;
  /** Ids that are replaced everywhere, including the journal. */
  readonly renamed?: IdMapping;
}

/** Rows of `touched` that are examined at once, which takes about a millisecond. */
const touchedPerStep = 500;

type Commit = [row: ProjectRow, changes: ChangeSet, extras: TransactionExtras];

/** Each of these functions must be called within a transaction. */
function createProjectWrites(sql: Statements) {
  function* writeRowsInSteps(writes: readonly KeyValueWrites[]): Generator<void, void> {
    for (const { store, put = [], remove = [] } of writes) {
      for (const { id, value } of put) {
        const json = JSON.stringify(value);
        sql.putValue.run(store, id, json, rowChecksum(store, id, json));
        yield;
      }
      for (const id of remove) {
        sql.deleteValue.run(store, id);
        yield;
      }
    }
  }

  const writeRows = (writes: readonly KeyValueWrites[]): void => runSteps(writeRowsInSteps(writes));

  function putRecord(project: number, { id, kind, parent, rank, json, checksum }: RecordRow): void {
    sql.putRecord.run(project, id, kind, parent, rank, json, checksum);
  }

  function updateProject(row: ProjectRow): void {
    sql.updateProject.run(row.version, row.updated, row.records, projectChecksum(row), row.id);
  }

  function replaceIdsInJournal(project: number, renamed: IdMapping): void {
    const [first, last] = journalPartRange(project);
    for (const [from, to] of renamed) {
      const names = { from: `"${from}"`, to: `"${to}"`, mention: `\\"${from}\\"`, named: `\\"${to}\\"` };
      sql.renameInJournal.run({ project, ...names });
      sql.renameInJournalParts.run({ first, last, ...names });
      sql.renameTouched.run(to, project, from);
    }
  }

  function* addJournalRow(project: number, row: NonNullable<TransactionExtras['journal']>): Generator<void, void> {
    const { version, time, origin, label, step, reverts, lists, touched } = row;
    const [only] = lists;
    const isWhole = lists.length === 1 && only !== undefined;
    if (!isWhole)
      for (const [part, list] of lists.entries()) {
        const id = journalPartId(project, version, part);
        const checksum = rowChecksum(journalPartStore, id, list);
        yield;
        sql.putValue.run(journalPartStore, id, list, checksum);
        yield;
      }
    const changes = isWhole ? only : String(lists.length);
    const columns = [project, version, time, origin, label, step, reverts, changes] as const;
    const checksum = rowChecksum(...columns);
    yield;
    sql.insertJournalRow.run(...columns, checksum);
    for (const { id, isRemoved } of touched) {
      yield;
      sql.insertTouched.run(project, id, version, isRemoved ? 1 : 0);
    }
  }

  function* commitInSteps(...[row, changes, { extraRows = [], journal, forgetUpTo, renamed = [] }]: Commit): Generator<void, void> {
    yield* writeRowsInSteps(extraRows);
    replaceIdsInJournal(row.id, renamed);
    for (const { before, after } of changes) {
      if (after) {
        const serialized = yield* serializeRecordInSteps(after);
        yield;
        const written = withChecksum(row.id, serialized);
        yield;
        putRecord(row.id, written);
      } else if (before) sql.deleteRecord.run(row.id, before.id);
      yield;
    }
    updateProject(row);
    if (journal) yield* addJournalRow(row.id, journal);
    yield;
    if (forgetUpTo !== undefined) yield* forgetInSteps(row.id, forgetUpTo);
  }

  /** Removes the journal of a project up to a version. */
  function* forgetInSteps(project: number, version: number): Generator<void, void> {
    for (const { id } of sql.journalPartSizes.all(...journalPartRange(project, 0, version))) {
      sql.deleteValue.run(journalPartStore, id);
      yield;
    }
    sql.deleteOldJournalRows.run(project, version);
    for (let after = '', last: string | null | undefined; ; after = last) {
      yield;
      last = sql.lastOfNextTouched.get(project, after, touchedPerStep);
      // In a damaged table, a search may find the same rows again.
      if (last === null || last === undefined || last <= after) return;
      sql.deleteOldTouched.run({ project, after, last, version });
    }
  }

  return { writeRows, writeRowsInSteps, putRecord, updateProject, commitInSteps };
}
