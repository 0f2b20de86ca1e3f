/** The SQL of project-reads.ts, project-writes.ts and insert-project.ts. */
import { isCompleteProject } from './project-rows.ts';
import { recordColumns } from './record-rows.ts';
import { checkedColumns } from './row-checksum.ts';
import type { Database } from './sqlite.ts';

/** SQL condition: no later step has touched the record. */
const isLatestTouchCondition =
  'NOT EXISTS (SELECT 1 FROM touched AS later WHERE later.project = each.project AND later.record = each.record AND later.version > each.version)';

/** Whole strings, and ids in mentions, whose quotes are escaped. */
const renamedChanges = 'replace(replace(changes, @from, @to), @mention, @named)';
const renamedChecksum = `row_checksum(${checkedColumns.journal.map((column) => (column === 'changes' ? renamedChanges : column)).join(', ')})`;
/** SQL condition: the row of the journal is as it was written. */
const isIntactStep = `journal.checksum = row_checksum(${checkedColumns.journal.map((column) => `journal.${column}`).join(', ')})`;

/** `row_checksum` (row-checksum.ts) must be defined. */
export const prepareStatements = (database: Database) => ({
  projects: database.prepare(`SELECT ${checkedColumns.project.join(', ')}, checksum FROM project WHERE ${isCompleteProject}`),
  projectIds: database.prepare('SELECT id FROM project').pluck(),
  incompleteIds: database.prepare(`SELECT id FROM project WHERE NOT ${isCompleteProject}`).pluck(),
  create: database.prepare('INSERT INTO project (hash, status, version, updated, created) VALUES (?, ?, 0, 0, 0)'),
  publish: database.prepare(
    'UPDATE project SET hash = ?, status = ?, version = ?, updated = ?, created = ?, records = ?, checksum = ? WHERE id = ?',
  ),
  remove: database.prepare('DELETE FROM project WHERE id = ?'),
  updateProject: database.prepare('UPDATE project SET version = ?, updated = ?, records = ?, checksum = ? WHERE id = ?'),
  /** In the order of their ids. */
  recordsAfter: database.prepare(`SELECT ${recordColumns} FROM record WHERE project = ? AND id > ? ORDER BY id`),
  /** All rows of all projects in the order of the file: a search for those of one project ends early at a damaged key. */
  scanRecords: database.prepare(`SELECT project, ${recordColumns} FROM record`),
  lastTouch: database.prepare('SELECT removed FROM touched WHERE project = ? AND record = ? ORDER BY version DESC LIMIT 1').pluck(),
  readRecord: database.prepare(`SELECT ${recordColumns} FROM record WHERE project = ? AND id = ?`),
  /** The next records in the order of their ids; with their fields only boards and the items of one board. */
  overviewPage: database.prepare(
    `SELECT id, kind, parent, rank, CASE WHEN kind = 'board' OR parent = @board THEN json END AS json, checksum
     FROM record WHERE project = @project AND id > @after ORDER BY id LIMIT @limit`,
  ),
  recordsOfKind: database.prepare(`SELECT ${recordColumns} FROM record WHERE project = ? AND kind = ?`),
  putRecord: database.prepare(
    `INSERT INTO record (project, ${recordColumns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET kind = excluded.kind, parent = excluded.parent, rank = excluded.rank, json = excluded.json, checksum = excluded.checksum`,
  ),
  recordSizes: database.prepare('SELECT id, octet_length(json) AS bytes FROM record WHERE project = ? ORDER BY id'),
  deleteRecordsUpTo: database.prepare('DELETE FROM record WHERE project = ? AND id <= ?'),
  deleteRecord: database.prepare('DELETE FROM record WHERE project = ? AND id = ?'),
  insertJournalRow: database.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  listJournalSummaries: database.prepare(
    'SELECT version, time, origin, label, step, reverts, octet_length(changes) AS bytes FROM journal WHERE project = ? ORDER BY version',
  ),
  readJournalRow: database.prepare(
    `SELECT version, time, origin, label, step, reverts, changes FROM journal WHERE project = ? AND version = ? AND ${isIntactStep}`,
  ),
  insertTouched: database.prepare('INSERT INTO touched VALUES (?, ?, ?, ?)'),
  renameTouched: database.prepare('UPDATE OR REPLACE touched SET record = ? WHERE project = ? AND record = ?'),
  deleteOldTouched: database.prepare('DELETE FROM touched WHERE project = ? AND version <= ?'),
  journalOf: database.prepare(
    `SELECT journal.version, time, origin, step, reverts, changes FROM touched JOIN journal USING (project, version)
     WHERE touched.project = ? AND touched.record = ? AND ${isIntactStep} ORDER BY touched.version DESC`,
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
  renameInJournal: database.prepare(
    `UPDATE journal SET changes = ${renamedChanges}, checksum = ${renamedChecksum}
     WHERE project = @project AND (instr(changes, @from) > 0 OR instr(changes, @mention) > 0) AND ${isIntactStep}`,
  ),
  deleteOldJournalRows: database.prepare('DELETE FROM journal WHERE project = ? AND version <= ?'),
  readValue: database.prepare('SELECT id, json, checksum FROM key_value WHERE store = ? AND id = ?'),
  listValues: database.prepare('SELECT id, json, checksum FROM key_value WHERE store = ? AND id >= ? AND id < ? ORDER BY id'),
  putValue: database.prepare(
    'INSERT INTO key_value VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json, checksum = excluded.checksum',
  ),
  deleteValue: database.prepare('DELETE FROM key_value WHERE store = ? AND id = ?'),
});
