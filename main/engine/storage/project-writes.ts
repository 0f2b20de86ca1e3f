/** Writes to the database of projects. Each function must be called within a transaction. */
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { IdMapping } from '../../../shared/model/id-mapping.ts';
import { type JournalRow, type ProjectRow, projectChecksum, type TouchedRecord } from './project-rows.ts';
import type { prepareStatements } from './project-statements.ts';
import { type RecordRow, toRecordRow } from './record-rows.ts';
import { rowChecksum } from './row-checksum.ts';

/** Writes that are part of the transaction of a commit. */
interface TransactionExtras {
  readonly extraRows?: readonly KeyValueWrites[];
  readonly journal?: JournalRow & { readonly touched: readonly TouchedRecord[] };
  /** Removes the journal up to this version. */
  readonly forgetUpTo?: number | undefined;
  /** Ids that are replaced everywhere, including the journal. */
  readonly renamed?: IdMapping;
}

export function createProjectWrites(sql: ReturnType<typeof prepareStatements>) {
  function writeRows(writes: readonly KeyValueWrites[]): void {
    for (const { store, put = [], remove = [] } of writes) {
      for (const { id, value } of put) {
        const json = JSON.stringify(value);
        sql.putValue.run(store, id, json, rowChecksum(store, id, json));
      }
      for (const id of remove) sql.deleteValue.run(store, id);
    }
  }

  function putRecord(project: number, { id, kind, parent, rank, json, checksum }: RecordRow): void {
    sql.putRecord.run(project, id, kind, parent, rank, json, checksum);
  }

  function updateProject(row: ProjectRow): void {
    sql.updateProject.run(row.version, row.updated, row.records, projectChecksum(row), row.id);
  }

  function replaceIdsInJournal(project: number, renamed: IdMapping): void {
    for (const [from, to] of renamed) {
      sql.renameInJournal.run({ project, from: `"${from}"`, to: `"${to}"`, mention: `\\"${from}\\"`, named: `\\"${to}\\"` });
      sql.renameTouched.run(to, project, from);
    }
  }

  function addJournalRow(project: number, row: NonNullable<TransactionExtras['journal']>): void {
    const { version, time, origin, label, step, reverts, changes, touched } = row;
    const columns = [project, version, time, origin, label, step, reverts, changes] as const;
    sql.insertJournalRow.run(...columns, rowChecksum(...columns));
    for (const { id, isRemoved } of touched) sql.insertTouched.run(project, id, version, isRemoved ? 1 : 0);
  }

  function commit(row: ProjectRow, changes: ChangeSet, { extraRows = [], journal, forgetUpTo, renamed = [] }: TransactionExtras): void {
    writeRows(extraRows);
    replaceIdsInJournal(row.id, renamed);
    for (const { before, after } of changes) {
      if (after) putRecord(row.id, toRecordRow(row.id, after));
      else if (before) sql.deleteRecord.run(row.id, before.id);
    }
    updateProject(row);
    if (journal) addJournalRow(row.id, journal);
    if (forgetUpTo !== undefined) for (const forget of [sql.deleteOldJournalRows, sql.deleteOldTouched]) forget.run(row.id, forgetUpTo);
  }

  return { writeRows, putRecord, updateProject, commit };
}
