/**
 * Projects whose records are still being stored or removed, in several transactions between which others read and write. The row of such a
 * project has another status, so it is not listed, and the remains of an interruption are removed after the next start (ADR 0276, 0283,
 * 0306).
 */
import { randomBytes } from 'node:crypto';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { describeError } from '../../platform/errors.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { incompleteStatus, projectChecksum, type StoredProjectRow } from './project-rows.ts';

/** Characters of JSON that one transaction stores or removes: about ten milliseconds of work. */
export const charactersPerTransaction = 256 * 1024;

export interface IncompleteProjectsDeps extends Pick<DatabaseConnection, 'sql' | 'inTransaction' | 'assertFreeSpace'> {
  readonly writeRows: (rows: readonly KeyValueWrites[]) => void;
  readonly log: (line: string) => void;
}

type Statements = DatabaseConnection['sql'];

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

export function updateProjectRow(sql: Statements, row: StoredProjectRow): void {
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
