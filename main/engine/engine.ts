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
import { runSteps } from '../../shared/lists.ts';
import type { ChangeSet } from '../../shared/model/change-set.ts';
import type { Command, CommandOrigin, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { CooperativeYielder, cancellableSteps } from '../platform/cooperative-yielder.ts';
import { describeError } from '../platform/errors.ts';
import { loadProjectInSteps } from './damage/load-project.ts';
import { createProjectDamage, type ProjectDamage } from './damage/project-damage.ts';
import { noRecordCopies, type RecordCopies } from './damage/repair-project.ts';
import { checkIntegrityInBackground, checkpointInBackground } from './database-tasks/run-database-task.ts';
import { createProjectDrafts, type ProjectDrafts } from './drafts.ts';
import type { SkipReasonProvider } from './history/revert-entries.ts';
import { isLongCommand, LongWork } from './long-work.ts';
import { OpenProject } from './open-project.ts';
import { ProjectCatalog, type ProjectCreation, ProjectLifecycle } from './project-catalog.ts';
import { readProjectOverview } from './project-overview.ts';
import type { LostChanges } from './storage/integrity-record.ts';
import { createKeyValueStore, openProjectDatabase, type ProjectStore } from './storage/project-store.ts';
import { closeOnError } from './storage/sqlite.ts';
import type { ProjectRow } from './storage/stored-rows.ts';

export interface Engine {
  /** [Projects] ordered by latest data update, newest first. */
  listProjects(): ProjectSummary[];
  /** Undefined if there is no such project. */
  findProjectName(hash: string): string | undefined;
  /** Reads what the card of a project shows, in steps and without opening the project. Throws a 404. */
  readOverview(hash: string): Generator<void, ProjectOverview>;
  /** Opens a project in short slices, so that later calls need not open it in a single turn of the event loop. Rejects with a 404. */
  openProject(hash: string): Promise<void>;
  /** The project, for reading; only change sets write to it. Throws a 404. */
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
  /** Throws a Problem with all errors. `extraRows` are written in the same transaction, but not if the command changes neither records nor ids. */
  execute(hash: string, command: Command, origin: CommandOrigin, extraRows?: readonly KeyValueWrites[]): CommandResult;
  /** What `execute` would change in the project, or in a copy of it. Throws what `execute` would throw. Nothing is changed. */
  dryRun(hash: string, command: SingleCommand, origin: CommandOrigin, copy?: Project): ChangeSet;
  /** The same in short steps, between which the copy must not change. */
  dryRunInSteps(hash: string, command: SingleCommand, origin: CommandOrigin, copy: Project): Generator<void, ChangeSet>;
  /** Completes a long write to the project in this turn, before what follows from its state and cannot wait. */
  completeWrites(hash: string): void;
  /** Reverts the user's last step. Throws a 409 if there is none. `skipReason` may exclude records and fields from the revert. */
  undo(hash: string, skipReason?: SkipReasonProvider): UndoResult;
  /** Reverts the last undo, under the same conditions. */
  redo(hash: string, skipReason?: SkipReasonProvider): UndoResult;
  getUndoRedoLabels(hash: string): UndoRedoLabels;
  /** The versions of a record that the journal contains, newest first. */
  listRecordVersions(hash: string, id: string): RecordVersion[];
  /** One page of the removed records that the journal contains, newest first. `before` is the `nextCursor` of the previous page. */
  listRemovedRecords(hash: string, before?: string): RemovedRecordsPage;
  listRemovedRecordsInSteps(hash: string, before?: string): Generator<void, RemovedRecordsPage>;
  /**
   * Restores a version of a record, or, without `version`, a removed record. The user can undo this step. Throws a 404 for an unknown
   * version and a 409 if the record cannot be restored.
   */
  restoreRecord(hash: string, id: string, version?: number, skipReason?: SkipReasonProvider): UndoResult;
  readonly inSlices: WritesInSlices;
  readonly drafts: ProjectDrafts;
  createSnapshot(hash: string): ProjectSnapshot;
  /** Removes a project. The space of a large one is freed in the background. Throws a 404. */
  removeProject(hash: string, extraRows?: readonly KeyValueWrites[]): void;
  /** Whether the journal of a project contains this text, which undo could restore. */
  isTextInHistory(hash: string, text: string): boolean;
  /**
   * The stored files to which the assets of a project refer, read without opening the project. Empty if it does not exist, null if an asset
   * is damaged.
   */
  listReferencedFiles(hash: string): Set<string> | null;
  readonly damage: ProjectDamage;
  /** Calls `listener` after each commit, in order. Returns a function that removes the listener. */
  onEvent(listener: (event: BackendEvent) => void): () => void;
  openKeyValueStore(name: string): KeyValueStore;
  /** Writes rows of several key-value stores in one transaction. */
  writeRows(rows: readonly KeyValueWrites[]): void;
  /**
   * The changes that the last shutdown lost: when the folder was opened, the end of the write-ahead log was missing or damaged. null if
   * there are none.
   */
  readonly lostChanges: LostChanges | null;
  /** Runs the full integrity check in a thread, once per process. Resolves to `ok` or a description of the damage; rejects if the check could not run. */
  checkIntegrity(): Promise<string>;
  /** Stops a running integrity check, and closes the database after that has ended. */
  close(): Promise<void>;
}

/**
 * The writes of the engine for callers that can wait. Those to one project are performed in the order of the calls. One that takes long is performed in
 * slices, between which others read the state before it and write to other projects. Its promise resolves when it is on the disk. A write that
 * cannot wait completes it first.
 */
interface WritesInSlices {
  /** Like `Engine.createProject`; `extraRows` may be as many as the records. */
  createProject(records: readonly AnyRecord[], options?: CreationOptions): Promise<CreatedProject>;
  /**
   * Executes a command that follows from one version of the project. Resolves to null, and nothing is written, if it has another one when this can begin.
   * `onCommitted` is called in the turn of the commit, for what must never differ from the disk.
   */
  executeAt(version: number, ...input: [...ExecuteAtInput, onCommitted?: (result: CommandResult) => void]): Promise<CommandResult | null>;
  /** The command may name records by ids that they had since the project was opened: a window may send it before it knows of a renaming. */
  execute(...input: Parameters<Engine['execute']>): Promise<CommandResult>;
  undo(...input: Parameters<Engine['undo']>): Promise<UndoResult>;
  redo(...input: Parameters<Engine['redo']>): Promise<UndoResult>;
  restoreRecord(...input: Parameters<Engine['restoreRecord']>): Promise<UndoResult>;
  /** Restores the lost records of a damaged project (ProjectDamage). */
  restoreDamaged(hash: string, ids?: readonly string[]): Promise<UndoResult>;
  /** Opens the project, and waits for what takes long. Afterwards, checks and a write that follow without a pause see the same state. Rejects with a 404. */
  whenReady(hash: string): Promise<void>;
}

interface CreationOptions extends Pick<ProjectCreation, 'extraRows' | 'requestedHash'> {
  /** Called before each step. If it throws, nothing is created, and the promise rejects with its error. */
  readonly throwIfCancelled?: (() => void) | undefined;
  /** The project is open afterwards, without having been read from the disk. */
  readonly isOpened?: boolean;
}

type ExecuteAtInput = [hash: string, command: Command, origin: CommandOrigin, extraRows: readonly KeyValueWrites[]];

interface EngineOptions {
  readonly log?: ((line: string) => void) | undefined;
  /** Provides the real size and dimensions of assets ([Assets]). */
  readonly findStoredFile?: FindStoredFile | undefined;
  /** Where copies of damaged records are looked up. */
  readonly copies?: RecordCopies | undefined;
  /** Called when another process has opened the database, so that this one can no longer write. */
  readonly onReplaced?: (() => void) | undefined;
}

interface EngineDeps {
  readonly store: ProjectStore;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly findStoredFile: FindStoredFile;
  readonly copies: RecordCopies;
  readonly longWork: LongWork;
  readonly checkpoints: Checkpoints;
}

/** Opens a data folder, or a database in memory for null. Throws a Problem `store` if the data is damaged or of a newer version. */
export function openEngine(
  folder: string | null,
  environment: Environment,
  { log = () => {}, findStoredFile = () => undefined, copies = noRecordCopies, onReplaced }: EngineOptions = {},
): Engine {
  const longWork = new LongWork();
  const checkpoints = new Checkpoints(log);
  const store = openProjectDatabase(folder, log, {
    ...(onReplaced && { onReplaced }),
    completeLongTransaction: () => longWork.complete(),
    checkpoint: (file) => checkpoints.run(file),
  });
  return closeOnError(store, () => createEngine({ store, environment, log, findStoredFile, copies, longWork, checkpoints }));
}

function createEngine(deps: EngineDeps): Engine {
  const { store, environment, log, copies, longWork, checkpoints } = deps;
  const listeners = new EventListeners(log);
  const { emit } = listeners;
  const open = (hash: string): OpenProject => openProjects.get(hash);
  const catalog = new ProjectCatalog({ store, readNameOfOpenProject: (hash) => open(hash).project.projectRecord.name });
  const damage = createProjectDamage({ store, copies, nameOf: (hash) => catalog.nameOf(hash), emit });
  const openProjects = new OpenProjects(deps, { catalog, damage, emit });
  const lifecycle = new ProjectLifecycle({ store, catalog, environment, emit });
  lifecycle.removeIncomplete();
  const integrityCheck = new IntegrityCheck(store.file);
  /** The project, for a write that cannot wait. */
  const openToWrite = (hash: string): OpenProject => {
    longWork.complete(hash);
    return open(hash);
  };

  return {
    listProjects: () => catalog.list(),
    findProjectName: (hash) => (catalog.has(hash) ? catalog.nameOf(hash) : undefined),
    readOverview: (hash) => readProjectOverview(store, catalog.get(hash).id),
    openProject: (hash) => openProjects.open(hash),
    getProject: (hash) => open(hash).project,
    getVersion(hash) {
      const row = catalog.get(hash);
      return { version: row.version, updatedAt: formatIsoTime(row.updated) };
    },
    createProject: (records, extraRows, requestedHash) => runSteps(lifecycle.createInSteps(records, { extraRows, requestedHash })),
    execute: (hash, command, origin, extraRows) => openToWrite(hash).execute(command, origin, extraRows),
    dryRun: (hash, command, origin, copy) => open(hash).dryRun(command, origin, copy),
    dryRunInSteps: (hash, command, origin, copy) => open(hash).dryRunInSteps(command, origin, copy),
    completeWrites: (hash) => longWork.complete(hash),
    undo: (hash, skipReason) => openToWrite(hash).revert('undo', skipReason),
    redo: (hash, skipReason) => openToWrite(hash).revert('redo', skipReason),
    getUndoRedoLabels: (hash) => open(hash).undoHistory.labels,
    listRecordVersions: (hash, id) => open(hash).listRecordVersions(id),
    listRemovedRecords: (hash, before) => runSteps(open(hash).listRemovedRecordsInSteps(before)),
    listRemovedRecordsInSteps: (hash, before) => open(hash).listRemovedRecordsInSteps(before),
    restoreRecord: (hash, id, version, skipReason) => openToWrite(hash).restoreRecord(id, version, skipReason),
    inSlices: createWritesInSlices(openProjects, lifecycle, longWork, damage),
    drafts: createProjectDrafts(store, (hash) => catalog.get(hash).id),
    createSnapshot(hash) {
      const { project, row, undoHistory } = open(hash);
      const records = [...serializeRecordChunks(project.records())];
      return { hash, version: row.version, total: project.size, records, cursor: null, history: undoHistory.labels };
    },
    removeProject(hash, extraRows = []) {
      longWork.complete(hash);
      lifecycle.remove(hash, extraRows);
      openProjects.forget(hash);
      damage.forget(hash);
      emit({ event: 'projects.changed' });
    },
    listReferencedFiles(hash) {
      const files = store.listReferencedFiles(catalog.idOf(hash));
      return files && new Set(files);
    },
    damage,
    isTextInHistory: (hash, text) => store.isTextInJournal(catalog.idOf(hash), text),
    onEvent: (listener) => listeners.add(listener),
    openKeyValueStore: (name) => createKeyValueStore(store, name),
    writeRows: (rows) => store.writeRows(rows),
    lostChanges: store.lostChanges,
    checkIntegrity: () => integrityCheck.run(),
    async close() {
      await longWork.end();
      lifecycle.close();
      await checkpoints.end();
      await integrityCheck.stop();
      store.close();
    },
  };
}

function createWritesInSlices(
  openProjects: OpenProjects,
  lifecycle: ProjectLifecycle,
  longWork: LongWork,
  damage: ProjectDamage,
): WritesInSlices {
  const whenReady = async (hash: string): Promise<void> => {
    do {
      await openProjects.open(hash);
      await longWork.whenDone(hash);
    } while (!openProjects.isOpen(hash));
  };
  /** Writes at once if the project is ready and neither the write takes long nor what is removed from the journal with it. */
  function write<R>(hash: string, { isLong, atOnce, inSteps }: Write<R>): Promise<R> {
    if (!openProjects.isOpen(hash) || longWork.isBusy(hash)) return whenReady(hash).then(() => write(hash, { isLong, atOnce, inSteps }));
    const project = openProjects.get(hash);
    if (project.forgetsSteps || isLong(project)) return longWork.run(hash, () => inSteps(openProjects.get(hash)));
    return new Promise((resolve) => resolve(atOnce(project)));
  }
  return {
    whenReady,
    // Its last transaction may be a long one, which a write that cannot wait completes.
    createProject: (records, { throwIfCancelled = () => undefined, isOpened = false, ...creation } = {}) =>
      longWork.run(creation.requestedHash ?? '', () => {
        const onCreated = isOpened ? (row: ProjectRow, project: Project) => openProjects.add({ row, project }) : undefined;
        return cancellableSteps(lifecycle.createInSteps(records, { ...creation, onCreated }), throwIfCancelled);
      }),
    executeAt(version, hash, command, origin, extraRows, onCommitted = () => undefined) {
      const isCurrent = (project: OpenProject): boolean => project.row.version === version;
      const committed = (result: CommandResult): CommandResult => {
        onCommitted(result);
        return result;
      };
      return write<CommandResult | null>(hash, {
        isLong: ({ project }) => isLongCommand(command, project),
        atOnce: (project) => (isCurrent(project) ? committed(project.execute(command, origin, extraRows)) : null),
        *inSteps(project) {
          return isCurrent(project) ? committed(yield* project.executeInSteps(command, origin, extraRows)) : null;
        },
      });
    },
    execute: (hash, sent, ...rest) =>
      write(hash, {
        isLong: (open) => isLongCommand(open.toCurrentIds(sent), open.project),
        atOnce: (open) => open.execute(open.toCurrentIds(sent), ...rest),
        inSteps: (open) => open.executeInSteps(open.toCurrentIds(sent), ...rest),
      }),
    undo: (hash, skipReason) => write(hash, revertOf('undo', skipReason)),
    redo: (hash, skipReason) => write(hash, revertOf('redo', skipReason)),
    restoreRecord: (hash, id, version, skipReason) =>
      write(hash, {
        isLong: (project) => project.isLongRestore(id),
        atOnce: (project) => project.restoreRecord(id, version, skipReason),
        inSteps: (project) => project.restoreRecordInSteps(id, version, skipReason),
      }),
    async restoreDamaged(hash, ids) {
      await whenReady(hash);
      return longWork.run(hash, () => damage.restoreInSteps(hash, openProjects.get(hash), ids));
    },
  };
}

interface Write<R> {
  readonly isLong: (project: OpenProject) => boolean;
  readonly atOnce: (project: OpenProject) => R;
  readonly inSteps: (project: OpenProject) => Generator<void, R>;
}

const revertOf = (step: 'undo' | 'redo', skipReason: SkipReasonProvider | undefined): Write<UndoResult> => ({
  isLong: (project) => project.isLongRevert(step),
  atOnce: (project) => project.revert(step, skipReason),
  inSteps: (project) => project.revertInSteps(step, skipReason),
});

type LoadedProject = ConstructorParameters<typeof OpenProject>[0];

interface OpeningContext {
  readonly catalog: ProjectCatalog;
  readonly damage: Pick<ProjectDamage, 'addReport'>;
  readonly emit: (event: BackendEvent) => void;
}

/** Loads a project into memory. Throws a 404. */
function* openProjectInSteps(hash: string, deps: EngineDeps, context: OpeningContext): Generator<void, OpenProject> {
  const { store, environment, log, copies } = deps;
  const { catalog, damage } = context;
  const loaded = yield* loadProjectInSteps(catalog.get(hash), {
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
  catalog.put(loaded.row);
  return openLoadedProject(loaded, deps, context);
}

/** Its later commits update the catalog and are published. */
function openLoadedProject(loaded: LoadedProject, deps: EngineDeps, { catalog, emit }: OpeningContext): OpenProject {
  const { hash } = loaded.row;
  const findFile = (file: string) => deps.findStoredFile(hash, file);
  const project = new OpenProject(
    loaded,
    deps.store,
    deps.environment,
    findFile,
    ({ row, undoHistory }, { changes, renamedIds }, origin) => {
      catalog.put(row);
      const renaming = renamedIds.length > 0 && { renamedIds };
      emit({ event: 'project.changed', hash, version: row.version, origin, changes, history: undoHistory.labels, ...renaming });
      const renamed = changes.find(({ after }) => after?.kind === 'project')?.after;
      if (renamed && catalog.rename(hash, String(renamed.name))) emit({ event: 'projects.changed' });
    },
  );
  catalog.rename(hash, project.project.projectRecord.name);
  return project;
}

/** Copies the logs of long transactions to the database in a thread, because that takes as long as the transaction was large. */
class Checkpoints {
  readonly #log: (line: string) => void;
  #running: Promise<void> = Promise.resolve();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  run(file: string): Promise<void> {
    // If it fails, a later transaction copies the log.
    this.#running = checkpointInBackground(file).catch((error: unknown) => {
      this.#log(`The log of the database could not be copied to it: ${describeError(error)}`);
    });
    return this.#running;
  }

  end(): Promise<void> {
    return this.#running;
  }
}

/** The full check of the database file, which runs once per process. */
class IntegrityCheck {
  readonly #file: string | null;
  readonly #stopping = new AbortController();
  #result: Promise<string> | undefined;

  constructor(file: string | null) {
    this.#file = file;
  }

  run(): Promise<string> {
    this.#result ??= this.#file === null ? Promise.resolve('ok') : checkIntegrityInBackground(this.#file, this.#stopping.signal);
    return this.#result;
  }

  /** Resolves when a running check has ended, whatever its result. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#result?.catch(() => undefined);
  }
}

type Listener = (event: BackendEvent) => void;

/** They are called after a commit, so an error of one listener must affect neither the others nor the caller of the command. */
class EventListeners {
  readonly #listeners = new Set<Listener>();
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Returns a function that removes the listener. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  readonly emit = (event: BackendEvent): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log(`A listener failed at ${event.event}: ${describeError(error)}`);
      }
    }
  };
}

/** A large project is opened in short steps, between which other work may run. */
class OpenProjects {
  readonly #deps: EngineDeps;
  readonly #context: OpeningContext;
  readonly #opened = new Map<string, OpenProject>();
  readonly #openings = new Map<string, Generator<void, OpenProject>>();
  readonly #waits = new Map<string, Promise<void>>();

  constructor(deps: EngineDeps, context: OpeningContext) {
    this.#deps = deps;
    this.#context = context;
  }

  /** A project that was just created is open. */
  add(loaded: LoadedProject): void {
    this.#opened.set(loaded.row.hash, openLoadedProject(loaded, this.#deps, this.#context));
  }

  /** Opens the project, or completes its opening, in a single turn of the event loop. Throws the errors of opening. */
  get(hash: string): OpenProject {
    for (;;) {
      const project = this.#continueOpening(hash);
      if (project) return project;
    }
  }

  isOpen(hash: string): boolean {
    return this.#opened.has(hash);
  }

  /** Opens the project in short slices. Rejects with the errors of opening. */
  open(hash: string): Promise<void> {
    if (this.#opened.has(hash)) return Promise.resolve();
    const wait = this.#waits.get(hash) ?? this.#openInSlices(hash).finally(() => this.#waits.delete(hash));
    this.#waits.set(hash, wait);
    return wait;
  }

  /** Must be called when the project has been removed, because another one may get its hash. */
  forget(hash: string): void {
    this.#opened.delete(hash);
    this.#openings.delete(hash);
  }

  async #openInSlices(hash: string): Promise<void> {
    const yielder = new CooperativeYielder();
    while (!this.#continueOpening(hash)) await yielder.yieldIfNeeded();
  }

  /** Takes the next step of opening. Returns the project if it is open then. */
  #continueOpening(hash: string): OpenProject | undefined {
    const alreadyOpen = this.#opened.get(hash);
    if (alreadyOpen) return alreadyOpen;
    const steps = this.#openings.get(hash) ?? openProjectInSteps(hash, this.#deps, this.#context);
    // An opening that has thrown has ended. The next one starts again.
    this.#openings.delete(hash);
    const step = steps.next();
    if (step.done) this.#opened.set(hash, step.value);
    else this.#openings.set(hash, steps);
    return step.done ? step.value : undefined;
  }
}

const chunkLength = 256 * 1024;

/** Serializes records in chunks, so that neither side of a call handles all of them at once. Each chunk is a JSON array of records. */
export function* serializeRecordChunks(records: Iterable<AnyRecord>): Generator<string> {
  let chunk = '';
  for (const record of records) {
    chunk += `${chunk === '' ? '[' : ','}${JSON.stringify(record)}`;
    if (chunk.length < chunkLength) continue;
    yield `${chunk}]`;
    chunk = '';
  }
  if (chunk !== '') yield `${chunk}]`;
}

export interface PreparedWrite {
  readonly command: Command;
  readonly extraRows?: readonly KeyValueWrites[];
}

/**
 * Executes the command that `prepare` returns after its checks, in slices if it takes long, in the state of the project that `prepare` has seen: if
 * another write comes first, `prepare` is called again. `onCommitted` is called in the turn of the commit.
 */
export async function executePrepared(
  engine: Pick<Engine, 'inSlices' | 'getVersion' | 'getProject'>,
  hash: string,
  origin: CommandOrigin,
  prepare: (project: Project) => PreparedWrite,
  onCommitted: (result: CommandResult) => void = () => undefined,
): Promise<CommandResult> {
  for (;;) {
    await engine.inSlices.whenReady(hash);
    // There is no await from here to the write, so that the version is that of the checks.
    const { version } = engine.getVersion(hash);
    const { command, extraRows = [] } = prepare(engine.getProject(hash));
    const result = await engine.inSlices.executeAt(version, hash, command, origin, extraRows, onCommitted);
    if (result) return result;
  }
}
