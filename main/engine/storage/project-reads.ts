/**
 * Reads from the database of projects: the rows of projects, records, the journal and key-value stores. Damaged rows are detected by their
 * checksums.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { type ProjectRow, projectChecksum } from './project-rows.ts';
import type { KeyValueRow } from './project-statements.ts';
import { readRecordRow } from './record-rows.ts';
import { type RecordScan, scanRecords } from './record-scan.ts';
import { rowChecksum } from './row-checksum.ts';
import { damagedRowProblem, wrapDatabaseErrors } from './sqlite.ts';

/** Rows on a page. Reading a page takes about a millisecond. */
const overviewPageSize = 400;

/** Characters of JSON that are read at once, which takes a few milliseconds. */
const charactersPerRead = 256 * 1024;
/** The number of characters that take as long to read as the rest of a record. */
const charactersOfShortRecord = 256;

type Statements = DatabaseConnection['sql'];

export const createProjectReads = (connection: Pick<DatabaseConnection, 'file' | 'sql'>) => ({
  ...createTableReads(connection),
  ...wrapReads(connection.file, {
    ...createRecordReads(connection.sql),
    ...createJournalReads(connection.sql),
    ...createValueReads(connection),
  }),
});

const createTableReads = ({ file, sql }: Pick<DatabaseConnection, 'file' | 'sql'>) => ({
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

const createRecordReads = (sql: Statements) => ({
  /** The next records of a project in the order of their ids; empty after the last one, undefined if one of them is damaged. */
  readRecordsAfter(project: number, after: string): AnyRecord[] | undefined {
    const records: AnyRecord[] = [];
    let work = 0;
    for (const row of sql.recordsAfter.iterate(project, after)) {
      const record = readRecordRow(project, row);
      // If a key is damaged, a search may end early or find the same rows again.
      if (!record || record.id <= after) return undefined;
      records.push(record);
      work += charactersOfShortRecord + row.json.length;
      if (work >= charactersPerRead) break;
    }
    return records;
  },
  /** The name of a project, read without opening it; undefined if its record is damaged. */
  readProjectName(project: number): string | undefined {
    const row = sql.readRecord.get(project, projectRecordId);
    const name = row && readRecordRow(project, row)?.name;
    return typeof name === 'string' ? name : undefined;
  },
  /** A record, read without opening its project; undefined if it is damaged or does not exist. */
  readRecord(project: number, id: string): AnyRecord | undefined {
    const row = sql.readRecord.get(project, id);
    return row && readRecordRow(project, row);
  },
  /** The next records of a project in the order of their ids. Only boards and the items of `board` have a `json`. */
  readOverviewPage: (project: number, { board, after }: { board: string | null; after: string }) =>
    sql.overviewPage.all({ project, board, after, limit: overviewPageSize }),
  /** The stored filenames to which the assets of a project refer; null if one of them is damaged. */
  listReferencedFiles(project: number): string[] | null {
    const assets = sql.recordsOfKind.all(project, 'asset').map((row) => readRecordRow(project, row));
    if (assets.includes(undefined)) return null;
    return assets.flatMap((asset) => (typeof asset?.file === 'string' ? [asset.file] : []));
  },
});

const createJournalReads = (sql: Statements) => ({
  /** Whether the last step that changed a record removed it. */
  wasRemoved: (project: number, id: string): boolean => sql.lastTouch.get(project, id) === 1,
  /** Whether any step in the journal of a project contains this text. */
  isTextInJournal: (project: number, text: string) => sql.isTextInJournal.get(project, text) !== undefined,
  /** The steps of a project without their changes, oldest first. */
  listJournalSummaries: (project: number) => sql.listJournalSummaries.all(project),
  /** The steps that changed a record, newest first. */
  listJournalRowsFor: (project: number, id: string) => sql.journalOf.all(project, id),
  /** The steps before a version that removed a record which has not been restored since, newest first. */
  listRemovalVersions: (project: number, before: number, limit: number) => sql.removals.all(project, before, limit),
  /** The records that a step removed and that have not been restored since. */
  listIdsRemovedBy: (project: number, version: number) => sql.removedBy.all(project, version),
  readFirstJournalVersion: (project: number) => sql.firstVersion.get(project),
  readJournalRow: (project: number, version: number) => sql.readJournalRow.get(project, version),
});

const createValueReads = ({ file, sql }: Pick<DatabaseConnection, 'file' | 'sql'>) => ({
  /** The JSON of a row of a key-value store; undefined if there is none. Throws a Problem `store` if it is damaged. */
  readValue(store: string, id: string): string | undefined {
    const row = sql.readValue.get(store, id);
    return row && verifyValue(file, store, row).json;
  },
  listValues: (store: string, from: string, to: string): { id: string; json: string }[] =>
    sql.listValues.all(store, from, to).map((row) => verifyValue(file, store, row)),
});

/** Wraps the functions so that errors of SQLite become Problems `store`. */
function wrapReads<T extends Record<string, (...values: never[]) => unknown>>(file: string | null, reads: T): T {
  const wrap =
    (read: (...values: unknown[]) => unknown) =>
    (...values: unknown[]) =>
      wrapDatabaseErrors(file, () => read(...values));
  // Each function keeps its type.
  return Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, wrap(read as (...values: unknown[]) => unknown)]),
  ) as unknown as T;
}

function verifyValue(file: string | null, store: string, row: KeyValueRow): KeyValueRow {
  if (rowChecksum(store, row.id, row.json) !== row.checksum) throw damagedRowProblem(file, `${store} ${row.id}`);
  return row;
}
