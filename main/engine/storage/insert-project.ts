/**
 * Stores a new project in several transactions, and removes one, between which others read and write. A project whose records are still
 * being stored or removed is incomplete: its row has another status, so it is not listed, and the remains of an interruption are removed
 * after the next start (ADR 0276, 0283, 0306).
 */

import { randomBytes } from 'node:crypto';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { sortInSteps } from '../../../shared/lists.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { describeError } from '../../platform/errors.ts';
import type { DatabaseConnection } from './database-connection.ts';
import {
  incompleteStatus,
  journalPartRange,
  type ProjectRow,
  projectChecksum,
  type RecordRow,
  type RowWithoutChecksum,
  type StoredProjectRow,
  serializeRecordInSteps,
  withChecksum,
} from './stored-rows.ts';

/** What is written to complete a project whose records have been stored. */
interface ProjectPublication {
  readonly row: Omit<ProjectRow, 'id'>;
  readonly extraRows: readonly KeyValueWrites[];
}

/**
 * Bytes of the disk that a large project must leave free, because the log and its copy to the file need some, even to remove a project that
 * does not fit.
 */
const reservedSpace = 16 * 1024 * 1024;

interface ProjectWrites {
  readonly putRecord: (project: number, row: RecordRow) => void;
  readonly writeRowsInSteps: (rows: readonly KeyValueWrites[]) => Generator<void, void>;
}

interface ProjectInsertionDeps extends IncompleteProjectsDeps, ProjectWrites, Pick<DatabaseConnection, 'inLongTransaction'> {
  /** The writes through another connection. */
  readonly writesThrough: (sql: Statements) => ProjectWrites;
}

/** As many rows of others take about 20 ms. */
const rowsPerTransaction = 1000;

const hasManyRows = ({ extraRows }: ProjectPublication): boolean =>
  extraRows.reduce((sum, { put = [], remove = [] }) => sum + put.length + remove.length, 0) > rowsPerTransaction;

export function createProjectInsertion(
  { sql, inTransaction, inLongTransaction, putRecord, writeRows, writesThrough, assertFreeSpace }: ProjectInsertionDeps,
  incomplete: IncompleteProjects,
) {
  /**
   * Writes the next records, `serialized` as rows. The transaction that writes the last one also publishes the project; if it has to write many rows of others with
   * it, the last record and the publication are left for a long transaction.
   */
  const writeNext = inTransaction((created: number | undefined, { serialized, areLast }: NextRows, publish: () => ProjectPublication) => {
    const id = created ?? incomplete.create();
    let publication: ProjectPublication | undefined;
    for (const [written, each] of serialized.entries()) {
      if (areLast && written === serialized.length - 1) publication = publish();
      if (publication && hasManyRows(publication)) return { id, written, publication };
      putRecord(id, withChecksum(id, each));
    }
    const written = serialized.length;
    if (!areLast) return { id, written };
    const { row, extraRows } = publication ?? publish();
    const published = { ...row, id };
    updateProjectRow(sql, published);
    writeRows(extraRows);
    return { id, written, published };
  });

  /** Writes the last record and the rows of others, and publishes the project, in one transaction in short steps. */
  function* publishInSteps(
    id: number,
    last: RowWithoutChecksum | undefined,
    { row, extraRows }: ProjectPublication,
  ): Generator<void, ProjectRow> {
    const published = { ...row, id };
    yield* inLongTransaction(function* (ownSql) {
      const writes = writesThrough(ownSql);
      updateProjectRow(ownSql, published);
      if (last) writes.putRecord(id, withChecksum(id, last));
      yield* writes.writeRowsInSteps(extraRows);
    });
    return published;
  }

  /**
   * Runs in short steps and must be run to its end, also after `throw`, which cancels it. `publish` is called in the last step; if it
   * throws, nothing is stored. Throws a Problem `store`, and stores nothing, if the disk prevents it or another process has opened the
   * database.
   */
  return function* insertProject(records: readonly AnyRecord[], publish: () => ProjectPublication): Generator<void, ProjectRow> {
    yield* incomplete.discardRemaining();
    const ordered = yield* inOrderOfTable(records);
    let id: number | undefined;
    try {
      for (let at = 0; ; yield) {
        const next = yield* serializeNextInSteps(ordered, at);
        // A long text is serialized in one turn and written in another.
        yield;
        if (id !== undefined) assertFreeSpace(reservedSpace);
        const step = writeNext(id, next, publish);
        if (step.published) return step.published;
        id = step.id;
        at += step.written;
        if (step.publication) return yield* publishInSteps(id, next.serialized[step.written], step.publication);
      }
    } catch (error) {
      if (id !== undefined) yield* incomplete.discard(id);
      throw error;
    }
  };
}

/** What one transaction writes. */
interface NextRows {
  readonly serialized: readonly RowWithoutChecksum[];
  /** Whether the project has no records after these. */
  readonly areLast: boolean;
}

function* serializeNextInSteps(records: readonly AnyRecord[], at: number): Generator<void, NextRows> {
  const serialized: RowWithoutChecksum[] = [];
  let next = at;
  let characters = 0;
  for (let record = records[next]; record && characters < charactersPerTransaction; record = records[++next]) {
    const row = yield* serializeRecordInSteps(record);
    serialized.push(row);
    characters += row.json.length;
  }
  return { serialized, areLast: next >= records.length };
}

/**
 * Sorts the records by id, because rows that are adjacent in the table are written several times faster. The record of the project itself
 * is last: without it, the other rows are no project, even if the row of the project is damaged.
 */
function* inOrderOfTable(records: readonly AnyRecord[]): Generator<void, readonly AnyRecord[]> {
  const isProject = ({ id }: AnyRecord) => id === projectRecordId;
  const others = records.filter((record) => !isProject(record));
  return [...(yield* sortInSteps(others, byId)), ...records.filter(isProject)];
}

const byId = (one: AnyRecord, two: AnyRecord): number => (one.id < two.id ? -1 : 1);

/** Characters of JSON that one transaction stores or removes: about ten milliseconds of work. */
const charactersPerTransaction = 256 * 1024;

interface IncompleteProjectsDeps extends Pick<DatabaseConnection, 'sql' | 'inTransaction' | 'assertFreeSpace'> {
  readonly writeRows: (rows: readonly KeyValueWrites[]) => void;
  readonly log: (line: string) => void;
}

type Statements = DatabaseConnection['sql'];

/** The projects whose records are still being stored or removed. */
export class IncompleteProjects {
  readonly #sql: Statements;
  readonly #log: (line: string) => void;
  readonly #beginRemoval: (id: number, extraRows: readonly KeyValueWrites[]) => boolean;
  readonly #deleteNext: (id: number) => boolean;
  readonly #deleteRow: (id: number) => void;
  /** Ids of projects that an interrupted process has left, or that could not be removed. */
  readonly #remaining: Set<number>;

  constructor({ sql, inTransaction, writeRows, log }: IncompleteProjectsDeps) {
    this.#sql = sql;
    this.#log = log;
    this.#remaining = new Set(sql.incompleteIds.all());
    this.#deleteNext = inTransaction((id: number) => deleteRecords(sql, id));
    this.#deleteRow = inTransaction((id: number) => void sql.remove.run(id));
    this.#beginRemoval = inTransaction((id: number, extraRows: readonly KeyValueWrites[]) => {
      writeRows(extraRows);
      // Without this record, repairing the database does not restore the other records as a project.
      sql.deleteRecord.run(id, projectRecordId);
      sql.deleteJournalParts.run(...journalPartRange(id));
      const isLarge = deleteRecords(sql, id);
      if (isLarge) updateProjectRow(sql, { ...incompleteRow(), id });
      else sql.remove.run(id);
      return isLarge;
    });
  }

  /** Inserts the row of an incomplete project, in the transaction of the caller, and returns its id. */
  create(): number {
    const row = incompleteRow();
    const id = Number(this.#sql.create.run(row.hash, row.status).lastInsertRowid);
    updateProjectRow(this.#sql, { ...row, id });
    return id;
  }

  /**
   * Removes a project in short steps. The first step makes it disappear for all others and writes `extraRows`; the following ones free its
   * space.
   */
  *removeProject(id: number, extraRows: readonly KeyValueWrites[]): Generator<void, void> {
    if (!this.#beginRemoval(id, extraRows)) return;
    yield;
    yield* this.discard(id);
  }

  /**
   * Removes an incomplete project in short steps. If that fails, the project stays invisible, and the next insertion or start tries again.
   */
  *discard(id: number): Generator<void, void> {
    try {
      while (this.#deleteNext(id)) yield;
      this.#deleteRow(id);
      this.#remaining.delete(id);
    } catch (error) {
      this.#remaining.add(id);
      this.#log(`The records of a project that was not stored could not be removed: ${describeError(error)}`);
    }
  }

  /** Removes, in short steps, the projects whose insertion or removal was interrupted. */
  *discardRemaining(): Generator<void, void> {
    for (const id of [...this.#remaining]) {
      yield* this.discard(id);
      yield;
    }
  }
}

function updateProjectRow(sql: Statements, row: StoredProjectRow): void {
  sql.publish.run(row.hash, row.status, row.version, row.updated, row.created, row.records, projectChecksum(row), row.id);
}

/** Removes as many records as one transaction may. Returns whether there may be more. */
function deleteRecords(sql: Statements, id: number): boolean {
  let last: string | undefined;
  let characters = 0;
  for (const record of sql.recordSizes.iterate(id)) {
    last = record.id;
    characters += record.bytes;
    if (characters >= charactersPerTransaction) break;
  }
  if (last !== undefined) sql.deleteRecordsUpTo.run(id, last);
  return characters >= charactersPerTransaction;
}

const incompleteRow = () =>
  ({
    hash: `${incompleteStatus}-${randomBytes(16).toString('hex')}`,
    status: incompleteStatus,
    version: 0,
    updated: 0,
    created: 0,
    records: 0,
  }) as const;
