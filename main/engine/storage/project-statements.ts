/**
 * The SQL of project-store.ts and insert-project.ts. The type arguments state the parameters of a statement and the columns that it selects,
 * which better-sqlite3 does not derive from the SQL.
 */

import type { ScannedRow } from './record-scan.ts';
import type { Database } from './sqlite.ts';
import {
  checkedColumns,
  isCompleteProject,
  type JournalRow,
  journalPartStore,
  type ProjectRow,
  type RecordRow,
  recordColumns,
} from './stored-rows.ts';

/** An SQL condition: no later step has changed the record. */
const isLatestTouchCondition =
  'NOT EXISTS (SELECT 1 FROM touched AS later WHERE later.project = each.project AND later.record = each.record AND later.version > each.version)';

/** Replaces an id both as a whole string and in mentions, where quotes are escaped. */
const renamedIn = (column: string): string => `replace(replace(${column}, @from, @to), @mention, @named)`;
const renamedChanges = renamedIn('changes');
const renamedChecksum = `row_checksum(${checkedColumns.journal.map((column) => (column === 'changes' ? renamedChanges : column)).join(', ')})`;
const renamedPart = renamedIn('json');
/** An SQL condition: the row of `key_value` is a part of a step in a range of ids. */
const isPart = (from: string, to: string): string => `store = '${journalPartStore}' AND id BETWEEN ${from} AND ${to}`;
const isIntactPart = `checksum = row_checksum(${checkedColumns.key_value.join(', ')})`;
/** An SQL condition: the row of the journal is as it was written. */
const isIntactStep = `journal.checksum = row_checksum(${checkedColumns.journal.map((column) => `journal.${column}`).join(', ')})`;

interface Checked {
  readonly checksum: number;
}

/** The part of a record that an overview of its project needs. */
export interface OverviewRow extends Omit<RecordRow, 'json'> {
  readonly json: string | null;
}

/** A row of a key-value store. */
export interface KeyValueRow extends Checked {
  readonly id: string;
  readonly json: string;
}

export type Statements = ReturnType<typeof prepareStatements>;

/** The function `row_checksum` (stored-rows.ts) must be defined on the connection. */
export const prepareStatements = (database: Database) => ({
  projects: database.prepare<[], ProjectRow & Checked>(
    `SELECT ${checkedColumns.project.join(', ')}, checksum FROM project WHERE ${isCompleteProject}`,
  ),
  projectIds: database.prepare<[], number>('SELECT id FROM project').pluck(),
  incompleteIds: database.prepare<[], number>(`SELECT id FROM project WHERE NOT ${isCompleteProject}`).pluck(),
  create: database.prepare('INSERT INTO project (hash, status, version, updated, created) VALUES (?, ?, 0, 0, 0)'),
  publish: database.prepare(
    'UPDATE project SET hash = ?, status = ?, version = ?, updated = ?, created = ?, records = ?, checksum = ? WHERE id = ?',
  ),
  remove: database.prepare('DELETE FROM project WHERE id = ?'),
  updateProject: database.prepare('UPDATE project SET version = ?, updated = ?, records = ?, checksum = ? WHERE id = ?'),
  /** In the order of the ids. */
  recordsAfter: database.prepare<[number, string], RecordRow>(
    `SELECT ${recordColumns} FROM record WHERE project = ? AND id > ? ORDER BY id`,
  ),
  /** All rows of all projects in the order of the file, because a search for those of one project ends early at a damaged key. */
  scanRecords: database.prepare<[], ScannedRow>(`SELECT project, ${recordColumns} FROM record`),
  lastTouch: database
    .prepare<[number, string], number>('SELECT removed FROM touched WHERE project = ? AND record = ? ORDER BY version DESC LIMIT 1')
    .pluck(),
  lastTouchVersion: database
    .prepare<[number, string], number | null>('SELECT max(version) FROM touched WHERE project = ? AND record = ?')
    .pluck(),
  readRecord: database.prepare<[number, string], RecordRow>(`SELECT ${recordColumns} FROM record WHERE project = ? AND id = ?`),
  /** The next records in the order of the ids. Only boards and the items of one board have their `json`. */
  overviewPage: database.prepare<[{ project: number; board: string | null; after: string; limit: number }], OverviewRow>(
    `SELECT id, kind, parent, rank, CASE WHEN kind = 'board' OR parent = @board THEN json END AS json, checksum
     FROM record WHERE project = @project AND id > @after ORDER BY id LIMIT @limit`,
  ),
  recordsOfKind: database.prepare<[number, string], RecordRow>(`SELECT ${recordColumns} FROM record WHERE project = ? AND kind = ?`),
  putRecord: database.prepare(
    `INSERT INTO record (project, ${recordColumns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET kind = excluded.kind, parent = excluded.parent, rank = excluded.rank, json = excluded.json, checksum = excluded.checksum`,
  ),
  recordSizes: database.prepare<[number], { readonly id: string; readonly bytes: number }>(
    'SELECT id, octet_length(json) AS bytes FROM record WHERE project = ? ORDER BY id',
  ),
  deleteRecordsUpTo: database.prepare('DELETE FROM record WHERE project = ? AND id <= ?'),
  deleteRecord: database.prepare('DELETE FROM record WHERE project = ? AND id = ?'),
  insertJournalRow: database.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  listJournalSummaries: database.prepare<[number], Omit<JournalRow, 'changes'> & { readonly bytes: number }>(
    'SELECT version, time, origin, label, step, reverts, octet_length(changes) AS bytes FROM journal WHERE project = ? ORDER BY version',
  ),
  readJournalRow: database.prepare<[number, number], JournalRow>(
    `SELECT version, time, origin, label, step, reverts, changes FROM journal WHERE project = ? AND version = ? AND ${isIntactStep}`,
  ),
  insertTouched: database.prepare('INSERT INTO touched VALUES (?, ?, ?, ?)'),
  renameTouched: database.prepare('UPDATE OR REPLACE touched SET record = ? WHERE project = ? AND record = ?'),
  /** The last of the next records that any step has changed, in the order of their ids. */
  lastOfNextTouched: database
    .prepare<[number, string, number], string | null>(
      'SELECT max(record) FROM (SELECT record FROM touched WHERE project = ? AND record > ? ORDER BY record LIMIT ?)',
    )
    .pluck(),
  deleteOldTouched: database.prepare<[{ project: number; after: string; last: string; version: number }]>(
    'DELETE FROM touched WHERE project = @project AND record > @after AND record <= @last AND version <= @version',
  ),
  journalOf: database.prepare<[number, string], Omit<JournalRow, 'label'>>(
    `SELECT journal.version, time, origin, step, reverts, changes FROM touched JOIN journal USING (project, version)
     WHERE touched.project = ? AND touched.record = ? AND ${isIntactStep} ORDER BY touched.version DESC`,
  ),
  removals: database
    .prepare<[number, number, number], number>(
      `SELECT DISTINCT version FROM touched AS each WHERE project = ? AND removed = 1 AND version < ? AND ${isLatestTouchCondition} ORDER BY version DESC LIMIT ?`,
    )
    .pluck(),
  removedBy: database
    .prepare<[number, number], string>(
      `SELECT record FROM touched AS each WHERE project = ? AND removed = 1 AND version = ? AND ${isLatestTouchCondition}`,
    )
    .pluck(),
  firstVersion: database.prepare<[number], number | null>('SELECT min(version) FROM journal WHERE project = ?').pluck(),
  /** The parts in a range of ids (`journalPartRange`). */
  journalPartSizes: database.prepare<[string, string], { readonly id: string; readonly bytes: number }>(
    `SELECT id, octet_length(json) AS bytes FROM key_value WHERE ${isPart('?', '?')} ORDER BY id`,
  ),
  journalPartsWith: database
    .prepare<[string, string, string], string>(
      `SELECT json FROM key_value WHERE ${isPart('?', '?')} AND instr(json, ?) > 0 AND ${isIntactPart} ORDER BY id`,
    )
    .pluck(),
  renameInJournalParts: database.prepare(
    `UPDATE key_value SET json = ${renamedPart}, checksum = row_checksum(store, id, ${renamedPart})
     WHERE ${isPart('@first', '@last')} AND (instr(json, @from) > 0 OR instr(json, @mention) > 0) AND ${isIntactPart}`,
  ),
  deleteJournalParts: database.prepare<[string, string]>(`DELETE FROM key_value WHERE ${isPart('?', '?')}`),
  isTextInJournal: database.prepare('SELECT 1 FROM journal WHERE project = ? AND instr(changes, ?) > 0 LIMIT 1').pluck(),
  renameInJournal: database.prepare(
    `UPDATE journal SET changes = ${renamedChanges}, checksum = ${renamedChecksum}
     WHERE project = @project AND (instr(changes, @from) > 0 OR instr(changes, @mention) > 0) AND ${isIntactStep}`,
  ),
  deleteOldJournalRows: database.prepare('DELETE FROM journal WHERE project = ? AND version <= ?'),
  /** Whether a row of a key-value store has this JSON. */
  hasValue: database.prepare<[string, string, string], 1>('SELECT 1 FROM key_value WHERE store = ? AND id = ? AND json = ?').pluck(),
  readValue: database.prepare<[string, string], KeyValueRow>('SELECT id, json, checksum FROM key_value WHERE store = ? AND id = ?'),
  listValues: database.prepare<[string, string, string], KeyValueRow>(
    'SELECT id, json, checksum FROM key_value WHERE store = ? AND id >= ? AND id < ? ORDER BY id',
  ),
  listValuesAfter: database.prepare<[string, string, string, number], KeyValueRow>(
    'SELECT id, json, checksum FROM key_value WHERE store = ? AND id > ? AND id < ? ORDER BY id LIMIT ?',
  ),
  putValue: database.prepare(
    'INSERT INTO key_value VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json, checksum = excluded.checksum',
  ),
  deleteValue: database.prepare('DELETE FROM key_value WHERE store = ? AND id = ?'),
});
