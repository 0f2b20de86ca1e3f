/**
 * Makes a verified copy of a database that may be in use, with SQLite's online backup API on a separate connection, which reads one state
 * of the write-ahead log while others continue to write. Runs in database-worker.ts.
 */
import { writeFile } from 'node:fs/promises';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { fingerprintFile } from '../../platform/fingerprint.ts';
import { readSchemaVersion, verifySchema } from '../storage/schema-upgrade.ts';
import { checkDatabase, type Database, openDatabaseFile, openReadOnlyDatabase } from '../storage/sqlite.ts';
import { isCompleteProject, journalPartRange, journalPartStore } from '../storage/stored-rows.ts';
import type { DatabaseCopyTask, StopCheck } from './database-task.ts';

interface CopiedProject {
  readonly hash: string;
  readonly name: string;
  readonly version: number;
  /** Microseconds since 1970. */
  readonly updated: number;
  readonly records: number;
}
interface CopiedFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** The content of the copy, read from the copy itself. */
export interface DatabaseCopy {
  /** The result of the integrity check: `ok`, or a description of the damage. */
  readonly check: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly projects: readonly CopiedProject[];
  readonly files: readonly CopiedFile[];
}

/** Pages that are copied in one step, between which the task can yield. */
const pagesPerStep = 4096;

export async function copyDatabase(
  { file, to, onlyProject, fileRows }: DatabaseCopyTask,
  throwIfStopped: StopCheck = () => undefined,
): Promise<DatabaseCopy> {
  const source = openReadOnlyDatabase(file);
  try {
    // The open read transaction pins the state that is copied. Without it, each commit of another connection would restart the copy.
    source.exec('BEGIN');
    verifySchema(source, file);
    await writeFile(to, '', { flag: 'wx', mode: 0o600 });
    await source.backup(to, {
      progress() {
        throwIfStopped();
        return pagesPerStep;
      },
    });
  } finally {
    source.close();
  }
  throwIfStopped();
  const content = finishCopy({ to, onlyProject, fileRows }, throwIfStopped);
  throwIfStopped();
  const { sha256, size } = await fingerprintFile(to);
  return { ...content, bytes: size, sha256 };
}

/** Checks the copy, and makes it a single file without a log, flushed to the disk. */
function finishCopy(
  { to: file, onlyProject, fileRows }: Omit<DatabaseCopyTask, 'type' | 'file'>,
  throwIfStopped: StopCheck,
): Omit<DatabaseCopy, 'bytes' | 'sha256'> {
  const database = openDatabaseFile(file);
  try {
    database.pragma('synchronous = FULL');
    database.pragma('fullfsync = ON');
    database.pragma('journal_mode = DELETE');
    const check = checkDatabase(database, 'integrity_check');
    if (check !== 'ok') return { check, projects: [], files: [] };
    throwIfStopped();
    const isOld = readSchemaVersion(database, file) < 3;
    if (onlyProject !== undefined) removeOtherProjects(database, onlyProject, fileRows);
    else removeUnused(database);
    database.exec(isOld ? 'UPDATE running SET clean = 1' : 'UPDATE session SET closed_cleanly = 1');
    return { check, projects: listProjects(database), files: listFiles(database, isOld ? 'shelf' : 'key_value', fileRows) };
  } finally {
    database.close();
  }
}

function removeOtherProjects(database: Database, hash: string, fileRows: string): void {
  database.pragma('foreign_keys = ON');
  database.prepare('DELETE FROM project WHERE hash <> ?').run(hash);
  const id = database.prepare<[], number>('SELECT id FROM project').pluck().get() ?? 0;
  database
    .prepare('DELETE FROM key_value WHERE NOT (store = ? AND substr(id, 1, length(?)) = ?) AND NOT (store = ? AND id BETWEEN ? AND ?)')
    .run(fileRows, `${hash}/`, `${hash}/`, journalPartStore, ...journalPartRange(id));
  database.exec('VACUUM');
}

/** Removes projects that are still being stored, and free pages, which would take space from older backups. */
function removeUnused(database: Database): void {
  database.pragma('foreign_keys = ON');
  database.prepare(`DELETE FROM project WHERE NOT ${isCompleteProject}`).run();
  const [free, all] = ['freelist_count', 'page_count'].map((name) => Number(database.pragma(name, { simple: true })));
  if ((free ?? 0) * 4 < (all ?? 0)) return;
  try {
    database.exec('VACUUM');
  } catch (error) {
    // Vacuuming needs space for a second copy. Without it, this copy is only larger than necessary.
    if (errorCodeOf(error) !== 'SQLITE_FULL') throw error;
  }
}

function listProjects(database: Database): CopiedProject[] {
  const statement = database.prepare<[string], CopiedProject>(
    `SELECT hash, version, updated, (SELECT count(*) FROM record WHERE project = project.id) AS records,
       coalesce((SELECT json ->> '$.name' FROM record WHERE project = project.id AND id = ? AND json_valid(json)), '') AS name
     FROM project WHERE ${isCompleteProject} ORDER BY updated DESC, id DESC`,
  );
  return statement.all(projectRecordId);
}

function listFiles(database: Database, table: 'key_value' | 'shelf', fileRows: string): CopiedFile[] {
  const column = table === 'shelf' ? 'name' : 'store';
  const statement = database.prepare<[string], CopiedFile>(
    `SELECT json ->> '$.sha256' AS sha256, max(json ->> '$.bytes') AS bytes FROM ${table} WHERE ${column} = ? AND json_valid(json) GROUP BY sha256 ORDER BY sha256`,
  );
  return statement.all(fileRows);
}
