/**
 * The engine: all projects of a data folder. Commands go in, change sets come out; there is no other way to write.
 * It does not depend on HTTP, Electron or game folders.
 */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type {
  CreatedProject,
  ProjectOverview,
  ProjectSnapshot,
  ProjectSummary,
  UndoRedoLabels,
  UndoResult,
} from '../../shared/contracts/ipc/results.ts';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { FindStoredFile } from '../../shared/contracts/stored-file.ts';
import type { RecordVersion, RemovedRecordsPage } from '../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { kindNoun } from '../../shared/messages/kind-messages.ts';
import { message } from '../../shared/messages/message.ts';
import type { Command, CommandOrigin, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import type { Project } from '../../shared/model/project.ts';
import { conflictProblem, notFoundProblem } from '../../shared/problem.ts';
import { describeError } from '../platform/errors.ts';
import { runSteps } from '../platform/run-steps.ts';
import { damageWritesOnRemoval } from './damage/damage-reports.ts';
import { loadProjectInSteps } from './damage/load-project.ts';
import { createProjectDamage, type ProjectDamage } from './damage/project-damage.ts';
import { noRecordCopies, type RecordCopies } from './damage/record-copies.ts';
import { checkIntegrityInBackground } from './database-tasks/run-database-task.ts';
import { draftNewProjectInSteps } from './decide/draft-new-project.ts';
import type { SkipReasonProvider } from './history/revert-entries.ts';
import { OpenProject } from './open-project.ts';
import { OpenProjects } from './open-projects.ts';
import { readProjectOverview } from './project-overview.ts';
import { serializeRecordChunks } from './snapshot-chunks.ts';
import type { LostChanges } from './storage/integrity-record.ts';
import type { ProjectRow } from './storage/project-rows.ts';
import { createKeyValueStore, openProjectDatabase, type ProjectStore } from './storage/project-store.ts';
import { closeOnError } from './storage/sqlite.ts';

export interface Engine {
  /** [Projects] ordered by latest data update, newest first. */
  listProjects(): ProjectSummary[];
  /** undefined: there is no such project. */
  findProjectName(hash: string): string | undefined;
  /** Reads in steps what the card of a project shows, without opening the project. Throws a 404. */
  readOverview(hash: string): Generator<void, ProjectOverview>;
  /** Opens a project in short slices, so that whatever follows need not open it in one turn. Rejects with a 404. */
  openProject(hash: string): Promise<void>;
  /** The records to read; only change sets write to them. Throws a 404. */
  getProject(hash: string): Project;
  getVersion(hash: string): { version: number; updatedAt: string };
  /**
   * Creates a project from whole records, one of them the `project` record. Throws one Problem with all errors by path, and then creates nothing.
   * `extraRows` returns rows for the transaction that makes the project visible; if it throws, nothing is created either. `requestedHash` must be unused;
   * without it, a new hash is generated.
   */
  createProject(
    records: readonly AnyRecord[],
    extraRows?: (hash: string) => readonly KeyValueWrites[],
    requestedHash?: string,
  ): CreatedProject;
  /** The same in short steps, between which everything else may happen; the project exists after the last one. To be run to the end. */
  createProjectInSteps(...input: Parameters<Engine['createProject']>): Generator<void, CreatedProject>;
  /** Throws a Problem with all errors. `extraRows` are written in the same transaction, but not if the command changes neither records nor ids. */
  execute(hash: string, command: Command, origin: CommandOrigin, extraRows?: readonly KeyValueWrites[]): CommandResult;
  /** Throws what `execute` would throw, and changes nothing. */
  dryRun(hash: string, command: SingleCommand, origin: CommandOrigin): void;
  /** Reverts the user's last step. Throws a 409 if there is none. `skipReason` may exclude records and fields from the revert. */
  undo(hash: string, skipReason?: SkipReasonProvider): UndoResult;
  /** Reverts the last undo, under the same conditions. */
  redo(hash: string, skipReason?: SkipReasonProvider): UndoResult;
  getUndoRedoLabels(hash: string): UndoRedoLabels;
  /** The versions of a record that the journal contains, newest first. */
  listRecordVersions(hash: string, id: string): RecordVersion[];
  /** One page of the removed records that the journal contains, newest first. `before` is the `nextCursor` of the previous page. */
  listRemovedRecords(hash: string, before?: string): RemovedRecordsPage;
  /**
   * Restores a version of a record, or, without `version`, a removed record. The user can undo this step. Throws a 404 for an unknown
   * version and a 409 if the record cannot be restored.
   */
  restoreRecord(hash: string, id: string, version?: number, skipReason?: SkipReasonProvider): UndoResult;
  createSnapshot(hash: string): ProjectSnapshot;
  /** The space of a large project is freed in the background. */
  removeProject(hash: string, extraRows?: readonly KeyValueWrites[]): void;
  /** Whether the journal of a project contains this text, which an undo could restore. */
  isTextInHistory(hash: string, text: string): boolean;
  /** The stored files to which the assets of a project refer, without opening it; empty if it does not exist, null if an asset is damaged. */
  listReferencedFiles(hash: string): Set<string> | null;
  readonly damage: ProjectDamage;
  /** Calls `listener` right after each commit, in order. Returns a function that removes the listener. */
  onEvent(listener: (event: BackendEvent) => void): () => void;
  openKeyValueStore(name: string): KeyValueStore;
  /** Writes rows of several key-value stores in one transaction. */
  writeRows(rows: readonly KeyValueWrites[]): void;
  /** Changes that the last shutdown lost: when the folder was opened, the end of the write-ahead log was missing or damaged. */
  readonly lostChanges: LostChanges | null;
  /** Runs the full integrity check in a thread, once per process. Resolves to `ok` or a description of the damage; rejects if the check could not run. */
  checkIntegrity(): Promise<string>;
  /** Closes the database, after a running integrity check has ended. */
  close(): Promise<void>;
}

/**
 * Opens a data folder, or for null a database in memory. Throws a Problem `store` if the data is damaged or of a newer version.
 * `findStoredFile` provides the real size and dimensions of assets ([Assets]); `copies` are where damaged records are looked up. `onReplaced` is called when
 * another process has opened the database, so that this one can no longer write.
 */
export function openEngine(
  folder: string | null,
  environment: Environment,
  log: (line: string) => void = () => {},
  findStoredFile: FindStoredFile = () => undefined,
  copies: RecordCopies = noRecordCopies,
  onReplaced?: () => void,
): Engine {
  const store = openProjectDatabase(folder, log, onReplaced);
  return closeOnError(store, () => createEngine(store, environment, log, findStoredFile, copies));
}

function createEngine(
  store: ProjectStore,
  environment: Environment,
  log: (line: string) => void,
  findStoredFile: FindStoredFile,
  copies: RecordCopies,
): Engine {
  const rows = new Map<string, ProjectRow>(store.listProjects().map((row) => [row.hash, row]));
  const names = new Map<string, string>();
  const listeners = new Set<(event: BackendEvent) => void>();
  let checking: Promise<string> | undefined;
  let isClosed = false;

  /** What is committed stays so: an error of one listener reaches neither the other listeners nor the caller of the command. */
  const emit = (event: BackendEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log(`A listener failed at ${event.event}: ${describeError(error)}`);
      }
    }
  };

  /** One step in each turn. The next start completes what closing interrupts. */
  async function runInBackground(steps: Iterator<void, void>): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (!isClosed && !steps.next().done);
  }

  function getRow(hash: string): ProjectRow {
    const row = rows.get(hash);
    if (!row) throw notFoundProblem(kindNoun('project'), hash);
    return row;
  }

  const openProjects = new OpenProjects(function* (hash) {
    const findFile = (file: string) => findStoredFile(hash, file);
    const loaded = yield* loadProjectInSteps(getRow(hash), {
      store,
      copies,
      environment,
      onHealed(report) {
        const { records, dependents } = report;
        log(
          `The project ${hash} had damaged records: ${records.map(({ id, kind, outcome }) => `${kind} ${id} (${outcome})`).join(', ')}; ${dependents.length} others were changed`,
        );
        damage.addReport(report);
      },
    });
    rows.set(hash, loaded.row);
    const project = new OpenProject(loaded, store, environment, findFile, ({ row: newRow, undoHistory }, changes, origin) => {
      rows.set(hash, newRow);
      emit({ event: 'project.changed', hash, version: newRow.version, origin, changes, history: undoHistory.labels });
      const renamed = changes.find(({ after }) => after?.kind === 'project')?.after;
      if (renamed && names.get(hash) !== renamed.name) {
        names.set(hash, String(renamed.name));
        emit({ event: 'projects.changed' });
      }
    });
    names.set(hash, project.project.projectRecord.name);
    return project;
  });
  const open = (hash: string): OpenProject => openProjects.get(hash);

  function nameOf(hash: string): string {
    try {
      // Without a readable name the project record is damaged: opening the project replaces it.
      return names.get(hash) ?? store.readProjectName(rows.get(hash)?.id ?? 0) ?? open(hash).project.projectRecord.name;
    } catch {
      // The others must be listed, too. Opening this one reports the damage.
      return hash;
    }
  }

  const damage = createProjectDamage({ store, copies, open, nameOf, emit });

  // What an interrupted process has left.
  void runInBackground(store.removeIncompleteProjects());

  const createProjectInSteps: Engine['createProjectInSteps'] = function* (records, extraRows = () => [], requestedHash = undefined) {
    const draft = yield* draftNewProjectInSteps(records);
    const { name } = draft.getOrThrow('project', PROJECT_RECORD_ID);
    const row = yield* store.insertProject(records, () => {
      // Others may have been created since the first step.
      if (requestedHash !== undefined && rows.has(requestedHash))
        throw conflictProblem('duplicate', message('problem.create.hashTaken', { hash: requestedHash }), { hash: requestedHash });
      const hash = requestedHash ?? createProjectHash(environment, rows);
      const now = environment.now();
      return {
        row: { hash, status: 'active', version: 1, updated: now, created: now, records: records.length },
        extraRows: extraRows(hash),
      };
    });
    rows.set(row.hash, row);
    names.set(row.hash, name);
    emit({ event: 'projects.changed' });
    return { hash: row.hash, projectId: row.id, name };
  };

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
    findProjectName: (hash) => (rows.has(hash) ? nameOf(hash) : undefined),
    readOverview: (hash) => readProjectOverview(store, getRow(hash).id),
    openProject: (hash) => openProjects.open(hash),
    getProject: (hash) => open(hash).project,
    getVersion(hash) {
      const row = getRow(hash);
      return { version: row.version, updatedAt: formatIsoTime(row.updated) };
    },
    createProject: (...input) => runSteps(createProjectInSteps(...input)),
    createProjectInSteps,
    execute: (hash, command, origin, extraRows) => open(hash).execute(command, origin, extraRows),
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
    removeProject(hash, extraRows = []) {
      const row = getRow(hash);
      const steps = store.removeProject(row.id, [...extraRows, ...damageWritesOnRemoval(store, hash)]);
      if (!steps.next().done) void runInBackground(steps);
      for (const cache of [rows, names]) cache.delete(hash);
      openProjects.forget(hash);
      damage.forget(hash);
      emit({ event: 'projects.changed' });
    },
    listReferencedFiles(hash) {
      const files = store.listReferencedFiles(rows.get(hash)?.id ?? 0);
      return files && new Set(files);
    },
    damage,
    isTextInHistory: (hash, text) => store.isTextInJournal(rows.get(hash)?.id ?? 0, text),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    openKeyValueStore: (name) => createKeyValueStore(store, name),
    writeRows: (rows) => store.writeRows(rows),
    lostChanges: store.lostChanges,
    checkIntegrity() {
      checking ??= store.file === null ? Promise.resolve('ok') : checkIntegrityInBackground(store.file);
      return checking;
    },
    async close() {
      isClosed = true;
      await checking?.catch(() => undefined);
      store.close();
    },
  };
}

/** [Project] a new public project identifier: ten letters and digits that no other project has. */
export function createProjectHash(environment: Environment, existing: ReadonlyMap<string, unknown>): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  for (;;) {
    const hash = Array.from({ length: 10 }, () => letters[Math.floor(environment.random() * letters.length)]).join('');
    if (!existing.has(hash)) return hash;
  }
}
