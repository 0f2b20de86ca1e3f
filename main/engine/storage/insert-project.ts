/**
 * Stores a new project in several transactions, between which others read and write. Until the last one it is incomplete: its row has another status,
 * nothing lists it, and the next start removes it (ADR 0276).
 */
import { randomBytes } from 'node:crypto';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { describeError } from '../../platform/errors.ts';
import { incompleteStatus, type ProjectRow, projectChecksum, type StoredProjectRow } from './project-rows.ts';
import type { prepareStatements } from './project-statements.ts';
import { type RecordRow, toRecordRow } from './record-rows.ts';

/** What makes a project whose records are stored a project like the others. */
interface ProjectPublication {
  readonly row: Omit<ProjectRow, 'id'>;
  readonly extraRows: readonly KeyValueWrites[];
}

/** Of the JSON of the records in one transaction: about ten milliseconds of work. */
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
    const hash = `${incompleteStatus}-${randomBytes(16).toString('hex')}`;
    const row = { hash, status: incompleteStatus, version: 0, updated: 0, created: 0, records: 0 } as const;
    const id = Number(sql.create.run(hash, row.status).lastInsertRowid);
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

  /** Removes as much as a transaction writes. Returns false if there was nothing. */
  const deleteNext = inTransaction((id: number): boolean => {
    let last: string | undefined;
    let characters = 0;
    // The columns that the statement selects.
    for (const each of sql.recordSizes.iterate(id) as Iterable<{ readonly id: string; readonly bytes: number }>) {
      last = each.id;
      characters += each.bytes;
      if (characters >= charactersPerTransaction) break;
    }
    if (last !== undefined) sql.deleteRecordsUpTo.run(id, last);
    return last !== undefined;
  });
  const deleteRow = inTransaction((id: number): void => void sql.remove.run(id));

  /** Projects that could not be removed. */
  const remaining = new Set<number>();

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
    /** Removes projects whose insertion ended before its last transaction. */
    removeIncompleteProjects(): void {
      for (const id of sql.incompleteIds.all() as number[]) for (const step of discard(id)) void step;
    },
  };
}

/**
 * By id, because rows that are neighbours in the table are written several times faster. The record of the project itself is last: without it, the
 * other rows are no project, whatever becomes of its row. In steps, because sorting hundreds of thousands of ids takes a second.
 */
function* inOrderOfTable(records: readonly AnyRecord[]): Generator<void, readonly AnyRecord[]> {
  const groups = new Map<string, AnyRecord[]>();
  for (const record of records) {
    const start = record.id.slice(0, 2);
    const group = groups.get(start);
    if (group) group.push(record);
    else groups.set(start, [record]);
  }
  const ordered: AnyRecord[] = [];
  for (const start of [...groups.keys()].sort()) {
    const group = groups.get(start) ?? [];
    group.sort((one, two) => (one.id < two.id ? -1 : 1));
    for (const record of group) if (record.id !== PROJECT_RECORD_ID) ordered.push(record);
    yield;
  }
  return [...ordered, ...records.filter(({ id }) => id === PROJECT_RECORD_ID)];
}
