/** The durable copy of every project: rows in, rows out, one transaction a commit. It decides nothing. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeSet } from '../../shared/changes.ts';
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { Problem } from '../../shared/problem.ts';
import { parentOf } from '../../shared/project.ts';
import type { Renaming } from '../../shared/renaming.ts';
import type { ShelfWrites } from '../../shared/shelf.ts';
import { check, closingOnError, type Database, distrust, openDatabase, openReadOnly, trusting } from './sqlite.ts';
import { backUp, upgrade, versionOf } from './upgrade.ts';

export interface ProjectRow {
  readonly id: number;
  readonly hash: string;
  readonly status: 'active';
  readonly version: number;
  /** Microseconds since 1970. */
  readonly updated: number;
  readonly created: number;
}

/** A journal row: `do` is a command, `undo` and `redo` take the row `reverts` back. */
export interface JournalRow {
  readonly version: number;
  readonly time: number;
  readonly origin: string;
  readonly label: string;
  readonly step: 'do' | 'undo' | 'redo';
  readonly reverts: number | null;
  /** JSON of the steps to take it back (history.ts). */
  readonly changes: string;
}

/** A record that a step touched. */
export interface Touched {
  readonly id: string;
  readonly isGone: boolean;
}

/** What goes into the same transaction as the records. */
export interface Along {
  readonly beside?: readonly ShelfWrites[];
  readonly journal?: JournalRow & { readonly touched: readonly Touched[] };
  readonly forgetUpTo?: number | undefined;
  /** Ids that have become others: what can be undone says the new ones. */
  readonly renamed?: Renaming;
}

export type Store = ReturnType<typeof openStore>;

/** Opens the data folder's file; null is a store in memory. After an unclean end the file is checked before use. */
export function openStore(folder: string | null, log: (line: string) => void) {
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = folder === null ? null : join(folder, 'taleport.sqlite');
  const clean = file === null || !existsSync(file) || wasLeftSound(file, log);
  const database = openDatabase(file);
  closingOnError(database, () => trusting(file, () => bringUpToDate(database, file, log)));
  const sql = prepare(database);

  const lay = (beside: readonly ShelfWrites[]) => {
    for (const { shelf, put = [], remove = [] } of beside) {
      for (const { id, value } of put) sql.shelfPut.run(shelf, id, JSON.stringify(value));
      for (const id of remove) sql.shelfRemove.run(shelf, id);
    }
  };
  const write = database.transaction(
    (row: ProjectRow, changes: ChangeSet, { beside = [], journal, forgetUpTo, renamed = [] }: Along = {}) => {
      lay(beside);
      for (const [from, to] of renamed) {
        sql.rename.run({ project: row.id, from: `"${from}"`, to: `"${to}"`, mention: `\\"${from}\\"`, named: `\\"${to}\\"` });
        sql.renameTouched.run(to, row.id, from);
      }
      for (const { before, after } of changes) {
        if (after) sql.put.run(row.id, after.id, after.kind, homeOf(after), after.rank, bodyOf(after));
        else if (before) sql.drop.run(row.id, before.id);
      }
      sql.touch.run(row.version, row.updated, row.id);
      if (journal) {
        sql.note.run(row.id, journal.version, journal.time, journal.origin, journal.label, journal.step, journal.reverts, journal.changes);
        for (const { id, isGone } of journal.touched) sql.noteTouched.run(row.id, id, journal.version, isGone ? 1 : 0);
      }
      if (forgetUpTo !== undefined) for (const forget of [sql.forget, sql.forgetTouched]) forget.run(row.id, forgetUpTo);
    },
  );

  return {
    clean,
    file,
    projects: () => trusting(file, () => sql.projects.all() as ProjectRow[]),
    /** A project's name without opening it. */
    nameOf: (project: number) => sql.name.get(project, PROJECT) as string | undefined,
    /** The records of a project, in no order. Throws a Problem when the file turns out to be damaged. */
    *records(project: number): Generator<AnyRecord> {
      try {
        for (const row of sql.records.iterate(project) as Iterable<{ id: string; kind: string; rank: string; json: string }>)
          yield { kind: row.kind, id: row.id, rank: row.rank, ...JSON.parse(row.json) } as AnyRecord;
      } catch (error) {
        throw distrust(file, error);
      }
    },
    create: database.transaction((row: Omit<ProjectRow, 'id'>, changes: ChangeSet, beside: readonly ShelfWrites[]): ProjectRow => {
      const id = Number(sql.create.run(row.hash, row.status, row.version, row.updated, row.created).lastInsertRowid);
      const made = { ...row, id };
      write(made, changes, { beside });
      return made;
    }),
    /** Records, version and journal row in one transaction, on the disk when it returns. */
    commit: (row: ProjectRow, changes: ChangeSet, along: Along): void => write(row, changes, along),
    remove: database.transaction((project: number, beside: readonly ShelfWrites[]): void => {
      lay(beside);
      sql.remove.run(project);
    }),
    /** What the assets of a project have as their file. */
    filesNamed: (project: number) => sql.filesNamed.all(project) as string[],
    /** Whether any step of a project's history holds this text. */
    journalHolds: (project: number, text: string) => sql.journalHolds.get(project, text) !== undefined,
    /** The steps of a project without their changes, oldest first. */
    steps: (project: number) => sql.steps.all(project) as (Omit<JournalRow, 'changes'> & { bytes: number })[],
    /** The steps that touched a record, newest first. */
    journalOf: (project: number, id: string) => sql.journalOf.all(project, id) as Omit<JournalRow, 'label'>[],
    /** Steps by which something went that is not back, newest first, those before a version. */
    removals: (project: number, before: number, limit: number) => sql.removals.all(project, before, limit) as number[],
    /** What went by a step and is not back. */
    removedBy: (project: number, version: number) => sql.removedBy.all(project, version) as string[],
    firstVersion: (project: number) => sql.firstVersion.get(project) as number | null,
    journalRow: (project: number, version: number) => sql.row.get(project, version) as JournalRow | undefined,
    shelfGet: (name: string, id: string) => sql.shelfGet.get(name, id) as string | undefined,
    shelfList: (name: string, from: string, to: string) => sql.shelfList.all(name, from, to) as { id: string; json: string }[],
    /** All of the rows or none. */
    shelfWrite: database.transaction(lay),
    close(): void {
      database.prepare('UPDATE running SET clean = 1').run();
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

/** No later step has touched the record. */
const isLast =
  'NOT EXISTS (SELECT 1 FROM touched AS later WHERE later.project = each.project AND later.record = each.record AND later.version > each.version)';

const prepare = (database: Database) => ({
  projects: database.prepare('SELECT id, hash, status, version, updated, created FROM project'),
  create: database.prepare('INSERT INTO project (hash, status, version, updated, created) VALUES (?, ?, ?, ?, ?)'),
  remove: database.prepare('DELETE FROM project WHERE id = ?'),
  touch: database.prepare('UPDATE project SET version = ?, updated = ? WHERE id = ?'),
  records: database.prepare('SELECT id, kind, rank, json FROM record WHERE project = ?'),
  name: database.prepare("SELECT json ->> '$.name' FROM record WHERE project = ? AND id = ?").pluck(),
  put: database.prepare(
    'INSERT INTO record VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind, parent = excluded.parent, rank = excluded.rank, json = excluded.json',
  ),
  drop: database.prepare('DELETE FROM record WHERE project = ? AND id = ?'),
  note: database.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  steps: database.prepare(
    'SELECT version, time, origin, label, step, reverts, length(changes) AS bytes FROM journal WHERE project = ? ORDER BY version',
  ),
  row: database.prepare('SELECT version, time, origin, label, step, reverts, changes FROM journal WHERE project = ? AND version = ?'),
  noteTouched: database.prepare('INSERT INTO touched VALUES (?, ?, ?, ?)'),
  renameTouched: database.prepare('UPDATE OR REPLACE touched SET record = ? WHERE project = ? AND record = ?'),
  forgetTouched: database.prepare('DELETE FROM touched WHERE project = ? AND version <= ?'),
  journalOf: database.prepare(
    `SELECT journal.version, time, origin, step, reverts, changes FROM touched JOIN journal USING (project, version)
     WHERE touched.project = ? AND touched.record = ? ORDER BY touched.version DESC`,
  ),
  removals: database
    .prepare(
      `SELECT DISTINCT version FROM touched AS each WHERE project = ? AND gone = 1 AND version < ? AND ${isLast} ORDER BY version DESC LIMIT ?`,
    )
    .pluck(),
  removedBy: database.prepare(`SELECT record FROM touched AS each WHERE project = ? AND gone = 1 AND version = ? AND ${isLast}`).pluck(),
  firstVersion: database.prepare('SELECT min(version) FROM journal WHERE project = ?').pluck(),
  journalHolds: database.prepare('SELECT 1 FROM journal WHERE project = ? AND instr(changes, ?) > 0 LIMIT 1').pluck(),
  filesNamed: database
    .prepare("SELECT json ->> '$.file' AS file FROM record WHERE project = ? AND kind = 'asset' AND file IS NOT NULL")
    .pluck(),
  /** Whole texts, and the ids in mentions, whose quotes are escaped. */
  rename: database.prepare(
    'UPDATE journal SET changes = replace(replace(changes, @from, @to), @mention, @named) WHERE project = @project AND (instr(changes, @from) > 0 OR instr(changes, @mention) > 0)',
  ),
  forget: database.prepare('DELETE FROM journal WHERE project = ? AND version <= ?'),
  shelfGet: database.prepare('SELECT json FROM shelf WHERE name = ? AND id = ?').pluck(),
  shelfList: database.prepare('SELECT id, json FROM shelf WHERE name = ? AND id >= ? AND id < ? ORDER BY id'),
  shelfPut: database.prepare('INSERT INTO shelf VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json'),
  shelfRemove: database.prepare('DELETE FROM shelf WHERE name = ? AND id = ?'),
});

const homeOf = (record: AnyRecord): string | null => parentOf(record, kindNamed(record.kind).orders[0]?.by ?? null);

/** What the columns do not already say. */
function bodyOf(record: AnyRecord): string {
  const { kind: _kind, id: _id, rank: _rank, ...body } = record;
  return JSON.stringify(body);
}

/**
 * Before anyone writes to a file, by a connection that cannot: it is of no newer version, and after an unclean end it is
 * sound. Answers whether it was closed properly.
 */
function wasLeftSound(file: string, log: (line: string) => void): boolean {
  const database = openReadOnly(file);
  try {
    return trusting(file, () => {
      if (versionOf(database, file) === 0) return true;
      const clean = database.prepare('SELECT clean FROM running').pluck().get() === 1;
      if (!clean) checkAfterUncleanEnd(database, file, log);
      return clean;
    });
  } finally {
    database.close();
  }
}

function bringUpToDate(database: Database, file: string | null, log: (line: string) => void): void {
  upgrade(database, (version) => {
    if (file === null) return;
    const to = `${file}.before-${version + 1}.backup`;
    backUp(database, to);
    log(`A backup of the project data was laid at ${to} before the upgrade`);
  });
  database.prepare('UPDATE running SET clean = 0').run();
}

function checkAfterUncleanEnd(database: Database, file: string, log: (line: string) => void): void {
  const found = check(database, 'quick_check');
  log(`Taleport did not end cleanly last time; quick check: ${found}`);
  if (found !== 'ok')
    throw new Problem('store', `The project data in ${file} is damaged (${found}). It was left as it is; please restore a backup.`);
}
