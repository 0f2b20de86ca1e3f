/**
 * The engine: all projects of a data folder. Commands go in, change sets come out; nobody writes in any other way.
 * It knows nothing of HTTP, Electron or game folders.
 */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { CreatedProject, ProjectSnapshot, ProjectSummary, UndoRedoLabels, UndoResult } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { FindStoredFile } from '../../shared/contracts/stored-file.ts';
import type { RecordVersion, RemovedRecordsPage } from '../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import type { Command, CommandOrigin, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import type { Project } from '../../shared/model/project.ts';
import { conflictProblem, notFoundProblem } from '../../shared/problem.ts';
import { draftNewProject } from './decide/draft-new-project.ts';
import type { SkipReasonProvider } from './history/revert-entries.ts';
import { OpenProject } from './open-project.ts';
import { serializeRecordChunks } from './snapshot-chunks.ts';
import { checkIntegrityInBackground } from './storage/integrity-check.ts';
import { createKeyValueStore } from './storage/key-value-store.ts';
import { openProjectStore, type ProjectRow } from './storage/project-store.ts';

export interface Engine {
  /** [Projects] ordered by latest data update, newest first. */
  listProjects(): ProjectSummary[];
  /** The records to read; only change sets write to them. Throws a 404. */
  getProject(hash: string): Project;
  getVersion(hash: string): { version: number; updatedAt: string };
  /** A new project from whole records, among them the one `project` record. All or nothing; throws with all faults. `wanted` is its hash, which none may have. */
  createProject(records: readonly AnyRecord[], beside?: (hash: string) => readonly KeyValueWrites[], wanted?: string): CreatedProject;
  /** `beside` goes into the same transaction; of a command that changes nothing it is not written. */
  execute(hash: string, command: Command, origin: CommandOrigin, beside?: readonly KeyValueWrites[]): CommandResult;
  /** Throws what sending this would throw, and changes nothing. */
  dryRun(hash: string, command: SingleCommand, origin: CommandOrigin): void;
  /** `whyNot`: what stays as it is though the step had changed it. */
  undo(hash: string, skipReason?: SkipReasonProvider): UndoResult;
  redo(hash: string, skipReason?: SkipReasonProvider): UndoResult;
  getUndoRedoLabels(hash: string): UndoRedoLabels;
  /** A record as it was, newest first, as far back as the journal goes. */
  listRecordVersions(hash: string, id: string): RecordVersion[];
  /** What is no longer there, newest first, as far back as the journal goes; those before the one of that id. */
  listRemovedRecords(hash: string, before?: string): RemovedRecordsPage;
  /**
   * Makes a record what it was at a version, or last; a step of the user's that can be undone. Throws a 404 for a version that is not among them,
   * a 409 where what is gone cannot come back.
   */
  restoreRecord(hash: string, id: string, version?: number, skipReason?: SkipReasonProvider): UndoResult;
  createSnapshot(hash: string): ProjectSnapshot;
  removeProject(hash: string, beside?: readonly KeyValueWrites[]): void;
  /** Whether the history of a project holds this text: an undo may bring it back. */
  isTextInHistory(hash: string, text: string): boolean;
  /** The stored files that a project's assets name now; none for a project that is not there. Does not open it. */
  listReferencedFiles(hash: string): Set<string>;
  /** Told right after a commit, in order. Answers how to stop listening. */
  onEvent(listener: (event: BackendEvent) => void): () => void;
  openKeyValueStore(name: string): KeyValueStore;
  /** Rows of several shelves in one transaction. */
  writeRows(rows: readonly KeyValueWrites[]): void;
  /** The full integrity check, in a thread of its own, once: `ok` or what is wrong. For long-lived processes, when they are idle. */
  checkIntegrity(): Promise<string>;
  /** Closes at once, unless the check runs: then after it. */
  close(): Promise<void>;
}

/**
 * Opens the data folder, or a store in memory for null. Throws a Problem 'store' when the data cannot be trusted.
 * `storedFile` says what is known of a stored file, so that an asset gets its real size ([Assets]).
 */
export function openEngine(
  folder: string | null,
  environment: Environment,
  log: (line: string) => void = () => {},
  storedFile: FindStoredFile = () => undefined,
): Engine {
  const store = openProjectStore(folder, log);
  const rows = new Map<string, ProjectRow>(store.listProjects().map((row) => [row.hash, row]));
  const names = new Map<string, string>();
  const opened = new Map<string, OpenProject>();
  const listeners = new Set<(event: BackendEvent) => void>();
  let checking: Promise<string> | undefined;

  const tell = (event: BackendEvent) => {
    for (const listener of listeners) listener(event);
  };

  function open(hash: string): OpenProject {
    const known = opened.get(hash);
    if (known) return known;
    const row = rows.get(hash);
    if (!row) throw notFoundProblem('project', hash);
    const ofProject = (file: string) => storedFile(hash, file);
    const made = new OpenProject(row, store, environment, ofProject, ({ row: now, undoHistory }, changes, origin) => {
      rows.set(hash, now);
      tell({ event: 'project.changed', hash, version: now.version, origin, changes, history: undoHistory.labels });
      const renamed = changes.find(({ after }) => after?.kind === 'project')?.after;
      if (renamed && names.get(hash) !== renamed.name) {
        names.set(hash, String(renamed.name));
        tell({ event: 'projects.changed' });
      }
    });
    opened.set(hash, made);
    names.set(hash, made.project.projectRecord.name);
    return made;
  }

  const nameOf = (hash: string): string =>
    names.get(hash) ?? store.readProjectName(rows.get(hash)?.id ?? 0) ?? open(hash).project.projectRecord.name;

  return {
    listProjects: () =>
      [...rows.values()]
        .sort((one, two) => two.updated - one.updated || two.id - one.id)
        .map(({ hash, updated, created, status }) => ({
          hash,
          name: nameOf(hash),
          updatedAt: formatIsoTime(updated),
          createdAt: formatIsoTime(created),
          status,
        })),
    getProject: (hash) => open(hash).project,
    getVersion(hash) {
      const row = rows.get(hash);
      if (!row) throw notFoundProblem('project', hash);
      return { version: row.version, updatedAt: formatIsoTime(row.updated) };
    },
    createProject(records, beside = () => [], wanted = undefined) {
      const stage = draftNewProject(records);
      const { name } = stage.getOrThrow('project', PROJECT_RECORD_ID);
      const now = environment.now();
      if (wanted !== undefined && rows.has(wanted)) throw conflictProblem('duplicate', `There is a project ${wanted}.`, { hash: wanted });
      const hash = wanted ?? createProjectHash(environment, rows);
      const row = store.insertProject(
        { hash, status: 'active', version: 1, updated: now, created: now },
        stage.toChangeSet(),
        beside(hash),
      );
      rows.set(row.hash, row);
      names.set(row.hash, name);
      tell({ event: 'projects.changed' });
      return { hash: row.hash, projectId: row.id, name };
    },
    execute: (hash, command, origin, beside) => open(hash).execute(command, origin, beside),
    dryRun: (hash, command, origin) => open(hash).dryRun(command, origin),
    undo: (hash, skipReason) => open(hash).revert('undo', skipReason),
    redo: (hash, skipReason) => open(hash).revert('redo', skipReason),
    getUndoRedoLabels: (hash) => open(hash).undoHistory.labels,
    listRecordVersions: (hash, id) => open(hash).listRecordVersions(id),
    listRemovedRecords: (hash, before) => open(hash).listRemovedRecords(before),
    restoreRecord: (hash, id, version, skipReason) => open(hash).restoreRecord(id, version, skipReason),
    createSnapshot(hash) {
      const { project, row, undoHistory } = open(hash);
      const records = [...serializeRecordChunks(project.records())];
      return { hash, version: row.version, total: project.size, records, cursor: null, history: undoHistory.labels };
    },
    removeProject(hash, beside = []) {
      const row = rows.get(hash);
      if (!row) throw notFoundProblem('project', hash);
      store.deleteProject(row.id, beside);
      for (const kept of [rows, names, opened]) kept.delete(hash);
      tell({ event: 'projects.changed' });
    },
    listReferencedFiles: (hash) => new Set(store.listReferencedFiles(rows.get(hash)?.id ?? 0)),
    isTextInHistory: (hash, text) => store.isTextInJournal(rows.get(hash)?.id ?? 0, text),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    openKeyValueStore: (name) => createKeyValueStore(store, name),
    writeRows: (rows) => store.writeRows(rows),
    checkIntegrity() {
      checking ??= store.file === null ? Promise.resolve('ok') : checkIntegrityInBackground(store.file);
      return checking;
    },
    async close() {
      if (checking) await checking;
      store.close();
    },
  };
}

/** [Project] the public project identifier: ten letters and digits that no other project has. */
export function createProjectHash(environment: Environment, taken: ReadonlyMap<string, unknown>): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  for (;;) {
    const hash = Array.from({ length: 10 }, () => letters[Math.floor(environment.random() * letters.length)]).join('');
    if (!taken.has(hash)) return hash;
  }
}
