/**
 * Stores a new project in several transactions, between which others read and write, and removes one in the same way. Before the last transaction, and after
 * the first one of a removal, it is incomplete: its row has another status, nothing lists it, and what an interruption leaves is removed after the next start (ADR 0276, 0283, 0306).
 */
import { randomBytes } from 'node:crypto';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { sortInSteps } from '../../../shared/sort-in-steps.ts';
import { describeError } from '../../platform/errors.ts';
import { incompleteStatus, type ProjectRow, projectChecksum, type StoredProjectRow } from './project-rows.ts';
import type { prepareStatements } from './project-statements.ts';
import { type RecordRow, toRecordRow } from './record-rows.ts';

/** Completes a project whose records have been stored. */
interface ProjectPublication {
  readonly row: Omit<ProjectRow, 'id'>;
  readonly extraRows: readonly KeyValueWrites[];
}

/** Characters of JSON that one transaction stores: about ten milliseconds of work. */
const charactersPerTransaction = 256 * 1024;

/** What a large project leaves of the disk, in bytes: the log and its copy to the file need some, also to remove a project that does not fit. */
const reservedSpace = 16 * 1024 * 1024;

interface ProjectInsertionDeps {
  readonly sql: ReturnType<typeof prepareStatements>;
  readonly inTransaction: <A extends unknown[], R>(work: (...values: A) => R) => (...values: A) => R;
  readonly putRecord: (project: number, row: RecordRow) => void;
  readonly writeRows: (rows: readonly KeyValueWrites[]) => void;
  /** Throws a Problem `store` if the disk has less free space than this. */
  readonly assertFreeSpace: (bytes: number) => void;
  readonly log: (line: string) => void;
}

export function createProjectInsertion({ sql, inTransaction, putRecord, writeRows, assertFreeSpace, log }: ProjectInsertionDeps) {
  const updateRow = (row: StoredProjectRow): void =>
    void sql.publish.run(row.hash, row.status, row.version, row.updated, row.created, row.records, projectChecksum(row), row.id);

  /** Returns the id of a new row that no list contains. */
  function createIncomplete(): number {
    const row = incompleteRow();
    const id = Number(sql.create.run(row.hash, row.status).lastInsertRowid);
    updateRow({ ...row, id });
    return id;
  }

  /** Writes the next records, from `at`. The transaction that writes the last one also publishes the project. */
  const writeNext = inTransaction(
    (found: number | undefined, records: readonly AnyRecord[], from: number, publish: () => ProjectPublication) => {
      const id = found ?? createIncomplete();
      let at = from;
      for (let characters = 0; at < records.length && characters < charactersPerTransaction; at++) {
        // The loop ends at the length of the list.
        const row = toRecordRow(id, records[at] as AnyRecord);
        putRecord(id, row);
        characters += row.json.length;
      }
      if (at < records.length) return { id, at };
      const { row, extraRows } = publish();
      const published = { ...row, id };
      updateRow(published);
      writeRows(extraRows);
      return { id, at, published };
    },
  );

  /** Removes as much as a transaction writes. Returns whether there may be more. */
  function deleteRecords(id: number): boolean {
    let last: string | undefined;
    let characters = 0;
    // The columns that the statement selects.
    for (const each of sql.recordSizes.iterate(id) as Iterable<{ readonly id: string; readonly bytes: number }>) {
      last = each.id;
      characters += each.bytes;
      if (characters >= charactersPerTransaction) break;
    }
    if (last !== undefined) sql.deleteRecordsUpTo.run(id, last);
    return characters >= charactersPerTransaction;
  }
  const deleteNext = inTransaction(deleteRecords);
  /** The first transaction of a removal. Returns whether more follow. */
  const beginRemoval = inTransaction((id: number, extraRows: readonly KeyValueWrites[]): boolean => {
    writeRows(extraRows);
    // Without it, a repaired copy does not take the rest for a project.
    sql.deleteRecord.run(id, PROJECT_RECORD_ID);
    const isLarge = deleteRecords(id);
    if (isLarge) updateRow({ ...incompleteRow(), id });
    else sql.remove.run(id);
    return isLarge;
  });
  const deleteRow = inTransaction((id: number): void => void sql.remove.run(id));

  /** Incomplete projects that are still to be removed: of an interrupted process, and those that could not be removed. */
  const remaining = new Set(sql.incompleteIds.all() as number[]);

  /** What cannot be removed stays invisible until the next insertion or start. */
  function* discard(id: number): Generator<void, void> {
    try {
      while (deleteNext(id)) yield;
      deleteRow(id);
      remaining.delete(id);
    } catch (error) {
      remaining.add(id);
      log(`The records of a project that was not stored could not be removed: ${describeError(error)}`);
    }
  }

  return {
    /**
     * In short steps; to be run to the end, also after `throw`, which gives it up. `publish` is called in the last one: if it throws, nothing
     * is stored. Throws a Problem `store` if the disk prevents it, or another process has opened the file; then, too, nothing is stored.
     */
    *insertProject(records: readonly AnyRecord[], publish: () => ProjectPublication): Generator<void, ProjectRow> {
      for (const each of [...remaining]) yield* discard(each);
      const ordered = yield* inOrderOfTable(records);
      let id: number | undefined;
      try {
        for (let at = 0; ; yield) {
          if (id !== undefined) assertFreeSpace(reservedSpace);
          const step = writeNext(id, ordered, at, publish);
          if (step.published) return step.published;
          ({ id, at } = step);
        }
      } catch (error) {
        if (id !== undefined) yield* discard(id);
        throw error;
      }
    },
    /** The first step removes the project with everything that belongs to it, as far as others can see; the others free its space. `extraRows` are written in the first. */
    *removeProject(id: number, extraRows: readonly KeyValueWrites[]): Generator<void, void> {
      if (!beginRemoval(id, extraRows)) return;
      yield;
      yield* discard(id);
    },
    /** Removes projects whose insertion or removal a process did not complete, in short steps. */
    *removeIncompleteProjects(): Generator<void, void> {
      for (const id of [...remaining]) {
        yield* discard(id);
        yield;
      }
    },
  };
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

/**
 * By id, because rows that are neighbours in the table are written several times faster. The record of the project itself is last: without it, the
 * other rows are no project, whatever becomes of its row.
 */
function* inOrderOfTable(records: readonly AnyRecord[]): Generator<void, readonly AnyRecord[]> {
  const isProject = ({ id }: AnyRecord) => id === PROJECT_RECORD_ID;
  const others = records.filter((record) => !isProject(record));
  return [...(yield* sortInSteps(others, byId)), ...records.filter(isProject)];
}

const byId = (one: AnyRecord, two: AnyRecord): number => (one.id < two.id ? -1 : 1);
