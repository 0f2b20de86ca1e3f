/**
 * Keeps one project in step with its story folder: reports events to folder-link-state.ts and performs the effects that it decides on. A step reads what has
 * changed in the folder, merges it (plan-folder.ts), and writes the files whose bytes then differ.
 */

import { basename, extname, join } from 'node:path';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { FolderStepResult, StoryFolder, StoryFolderSettings } from '../../../shared/contracts/story-folders.ts';
import type { ConflictResolution, ResolutionResult } from '../../../shared/contracts/sync.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import { definedFields } from '../../../shared/json.ts';
import { message, verbatim } from '../../../shared/messages/message.ts';
import { type ChangeSet, changedRecordId, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import type { PendingFile } from '../../assets/pending-files.ts';
import type { UploadLimits } from '../../assets/upload-receiver.ts';
import { FileWatcher } from '../../delivery/folder/folder-watcher.ts';
import { perforceKey, reportToPerforce, storePerforceRecord } from '../../delivery/folder/perforce-record.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ExportSnapshots } from '../../exporters/export-snapshots.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { type CrashGuard, noCrashGuard } from '../../platform/crash-guard.ts';
import type { Disk } from '../../platform/disk.ts';
import { diskFaultOf, isDiskFull } from '../../platform/disk-error.ts';
import { describeError, errorMessageOf } from '../../platform/errors.ts';
import { JobQueue } from '../../platform/job-queue.ts';
import { openInPerforce } from '../../platform/perforce.ts';
import { createRevocableStore, type RevocableStore } from '../../platform/revocable-store.ts';
import { Debounce, type Timer, waitWithTimeout } from '../../platform/timer.ts';
import { type DescribedConflict, describeConflict, isOpenConflict } from '../../sync/presenter/conflict-details.ts';
import { isAsShown, type ShownMarks } from '../../sync/presenter/conflict-mark.ts';
import { isStoryPath, withFormerNames, workFolder } from '../folder-layout.ts';
import { FolderMemory, folderReadProblem, isRecordDataPath, readStoryFile, readStoryFolder } from '../read-folder.ts';
import { type FolderProblem, inFileOrder, type ReadStory } from '../read-story-files.ts';
import { describeAssetFileFault, storeAssetFiles } from '../store-asset-files.ts';
import { folderWriteProblem } from '../write-folder.ts';
import { writeStoryFiles } from '../write-story-files.ts';
import { agreementRowIds, folderStoreName, updatesBetween } from './agreed-story.ts';
import { answerFileConflicts, type FileConflict, findFileConflicts } from './file-conflicts.ts';
import { type CheckedOutFiles, type FileContent, FolderFiles, type FolderInspection } from './folder-files.ts';
import {
  type FolderCondition,
  type FolderLinkEffect,
  type FolderLinkEvent,
  type FolderLinkState,
  initialLinkState,
  type StepOutcome,
  transitionLink,
} from './folder-link-state.ts';
import { FolderLock } from './folder-lock.ts';
import { conflictPrefix, FolderMerge, type FolderMergeDeps, folderPartOf } from './folder-merge.ts';
import { type LinkRow, linkKeyPrefix, loadedUnknown, storedUnknown } from './link-row.ts';
import { hasLostMuch } from './plan-folder.ts';
import { planWrite, type WritePlan } from './plan-write.ts';
import { presentFolder } from './present-folder.ts';
import { StabilityCheck } from './stability-check.ts';
import { readVersionControl } from './version-control.ts';

export interface FolderLinkDeps {
  readonly engine: FolderMergeDeps['engine'] & Pick<Engine, 'openProject' | 'damage'>;
  readonly snapshots: Pick<ExportSnapshots, 'use'>;
  readonly store: KeyValueStore;
  readonly fileStore: Pick<FileStore, 'find' | 'findPath' | 'storePending' | 'rowsToCommit' | 'confirmCommitted' | 'discard'>;
  /** null for a project that does not exist yet. */
  readonly getUploadLimits: (hash: string | null) => UploadLimits;
  readonly disk: Disk;
  readonly timer: Timer;
  readonly environment: Environment;
  /** Whether the project is synced with a workspace, from which other computers get its records, too. */
  readonly isSynced: (hash: string) => boolean;
  /** `onRequest`: nothing is watched, and steps are only made when a call requests one. */
  readonly mode: WorkMode;
  readonly crashGuard?: CrashGuard;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

/** The lock of the folder, or who holds it. */
interface WriteLock {
  readonly isHeld: boolean;
  readonly name?: string;
  readonly isStale?: boolean;
}

interface StepRequest {
  /** Whether a client waits for the step, so that it reads a folder that is still changing, too. */
  readonly isRequested?: boolean;
  readonly acceptRemovals?: boolean | undefined;
  readonly takeOver?: boolean | undefined;
}

/** Milliseconds for which closing waits for a folder that does not respond. */
const closeTimeout = 3000;

/** How often a step begins again because files keep changing under it. */
const maxAttempts = 5;

export class FolderLink {
  readonly #deps: FolderLinkDeps;
  readonly #store: RevocableStore;
  readonly #files: FolderFiles;
  readonly #lock: FolderLock;
  readonly #merge: FolderMerge;
  readonly #memory: FolderMemory;
  #isRecalled = false;
  readonly #jobs = new JobQueue();
  readonly #debounce: Debounce;
  readonly #stability: StabilityCheck;
  #row: LinkRow;
  #state: FolderLinkState;
  #watcher: FileWatcher | null = null;
  #cancelRetry: () => void = () => undefined;
  #branch: string | null = null;
  #hasStepped = false;
  /** What `findVisibleState` has found. */
  #visible: FolderCondition | null = null;
  #problems: readonly FolderProblem[] = [];
  /** What the last read has found in the files besides their faults. */
  #places: Pick<ReadStory, 'keptPaths' | 'strayPaths'> = { keptPaths: new Set(), strayPaths: new Map() };
  #waitingFiles: readonly string[] = [];
  /** What a merge by version control has left in the files, by the id of the conflict. */
  #fileConflicts: ReadonlyMap<string, FileConflict> = new Map();
  /** Files that may be others than the ones that were last read or written; null for all of them. */
  #changedPaths: Set<string> | null = null;
  #watchedPaths: readonly string[] = [];
  /** Records that may differ from the folder; null for all of them. */
  #touched: Set<string> | null = null;
  /** Whether what both sides last agreed on is known to be valid as a whole: it was read and validated, or equals the project. */
  #isAgreedValid = false;
  #published = '';
  /** What the last step has read and written. */
  #stepResult: FolderStepResult = { read: 0, written: [] };

  /** `memory`: what is known of a folder that was read already. */
  constructor(deps: FolderLinkDeps, row: LinkRow, memory = new FolderMemory()) {
    this.#store = createRevocableStore(deps.store);
    this.#deps = { ...deps, store: this.#store };
    this.#row = row;
    this.#memory = memory;
    this.#files = new FolderFiles(this.#deps, row.hash, row.real);
    this.#lock = new FolderLock(row.real);
    this.#merge = new FolderMerge({ ...deps, store: this.#store }, row.hash, () =>
      deps.emit({ event: 'conflicts.changed', hash: row.hash }),
    );
    this.#state = initialLinkState(row.settings.on, deps.mode);
    this.#debounce = new Debounce(deps.timer, () => this.#dispatch({ type: 'timeElapsed' }));
    this.#stability = new StabilityCheck(deps.timer, () => this.#onFolderChanged(null, 'timeElapsed'));
  }

  get row(): LinkRow {
    return this.#row;
  }

  /**
   * Finds what shows without a step, for a status in a process that has made none: the branch, a command of version control, a folder that is
   * missing.
   */
  async findVisibleState(): Promise<void> {
    if (this.#deps.mode === 'live' || this.#hasStepped) return;
    const { real, folder } = this.#row;
    try {
      const isThere = (await this.#deps.disk.identity(real)) !== null;
      const { operation, branch } = await readVersionControl(real);
      this.#branch = branch;
      if (!isThere) this.#visible = { type: 'waiting', reason: 'folder', problem: missingFolderProblem(folder) };
      else {
        this.#visible = operation ? { type: 'waiting', reason: 'versionControl', operation } : null;
        await this.#jobs.run(() => this.#findOpenConflicts());
      }
    } catch (error) {
      this.#visible = { type: 'waiting', reason: 'folder', problem: toFolderProblem(error, folder) };
    }
  }

  /** Those that the last step of any process has left, if it has left something. */
  async #findOpenConflicts(): Promise<void> {
    const { engine } = this.#deps;
    const { hash, lastStatus } = this.#row;
    if (lastStatus === null || (lastStatus.state === 'idle' && lastStatus.problems.length === 0)) return;
    await engine.openProject(hash);
    if (engine.damage.isOpen(hash)) return;
    await this.#merge.findConflicts(this.#mergeOptions(this.#branch));
    await this.#findFileConflicts(lastStatus.problems.map(({ path }) => path));
  }

  present(): StoryFolder {
    const { condition } = this.#state;
    const isIdleProcess = this.#deps.mode === 'onRequest' && !this.#hasStepped;
    return this.#presentWith(condition.type !== 'paused' && isIdleProcess ? (this.#visible ?? condition) : condition, {
      lastStatus: isIdleProcess ? this.#row.lastStatus : null,
    });
  }

  #presentWith(condition: FolderCondition, { lastStatus }: Pick<LinkRow, 'lastStatus'>): StoryFolder {
    return presentFolder({
      row: this.#row,
      name: this.#deps.engine.findProjectName(this.#row.hash) ?? '',
      condition,
      lastStatus,
      branch: this.#branch,
      conflicts: this.#merge.conflicts().length + this.#fileConflicts.size,
      waitingFiles: this.#waitingFiles,
      problems: this.#problems,
      rejected: this.#merge.rejectedRecords(),
    });
  }

  /** Why the folder cannot be read or written. */
  get problem(): Problem | undefined {
    const { condition } = this.#state;
    return condition.type === 'waiting' ? condition.problem : undefined;
  }

  start(): void {
    this.#dispatch({ type: 'opened' });
  }

  /** Others may have changed the folder, although its watcher has reported nothing. */
  noticeChanges(): void {
    this.#onFolderChanged(null);
  }

  /** `changes`: a large change set is only counted. */
  onStoryChanged(changes: ChangeSet | number): void {
    if (typeof changes === 'number') this.#touched = null;
    else for (const change of changes) this.#touched?.add(changedRecordId(change));
    this.#dispatch({ type: 'storyChanged' });
  }

  /** Reads and writes now, even if the folder is paused. */
  async sync(request: Omit<StepRequest, 'isRequested'> = {}): Promise<StoryFolder & FolderStepResult> {
    this.#changedPaths = null;
    const result = await this.#step({ ...request, isRequested: true });
    return { ...this.present(), ...result };
  }

  async changeSettings(settings: Partial<{ [K in keyof StoryFolderSettings]: StoryFolderSettings[K] | undefined }>): Promise<StoryFolder> {
    await this.#jobs.run(async () => {
      const before = this.#row.settings;
      this.#saveRow({ settings: { ...before, ...definedFields(settings) } });
      if (before.comments !== this.#row.settings.comments) this.#touched = null;
      if (!before.comments && this.#row.settings.comments) this.#merge.forgetComments();
      this.#dispatch({ type: 'switched', isOn: this.#row.settings.on });
    });
    await this.#jobs.whenIdle();
    return this.present();
  }

  listConflicts(): DescribedConflict[] {
    const project = this.#deps.engine.getProject(this.#row.hash);
    const remote = message('storyFolder.named', { name: basename(this.#row.folder) });
    const inFiles = [...this.#fileConflicts].flatMap(([id, { conflict }]) => {
      if (!isOpenConflict(conflict)) return [];
      const details = describeConflict(conflict, this.#row.hash, remote, project);
      const [local, other] = [message('conflicts.choice.file.local'), message('conflicts.choice.file.remote')];
      // The answer changes the files, and the story when they are read.
      const undoable = { ...details.choices.undoable, remote: false };
      return [{ ...details, id, choices: { ...details.choices, local, remote: other, undoable } }];
    });
    const merged = this.#merge.conflicts().map((conflict) => {
      const details = describeConflict(conflict, this.#row.hash, remote, project);
      // Files contain any formatting, so nothing is held back.
      const local =
        conflict.reason === 'bothChanged' ? message('conflicts.choice.bothChanged.inFolder', { remote }) : details.choices.local;
      return { ...details, id: folderConflictId(this.#row.hash, conflict.id), choices: { ...details.choices, local } };
    });
    return [...inFiles, ...merged];
  }

  /** `ids`: of Conflict. One step of undo. */
  async resolveConflicts(ids: readonly string[], resolution: ConflictResolution, shown: ShownMarks = {}): Promise<ResolutionResult> {
    const [files, others] = [this.#fileConflicts, ids.filter((id) => !this.#fileConflicts.has(id))];
    const changedIds = ids.filter((id) => {
      const known = files.get(id);
      return known !== undefined && !isAsShown(known.conflict, id, shown);
    });
    const inFiles = ids.flatMap((id) => (changedIds.includes(id) ? [] : (files.get(id) ?? [])));
    if (inFiles.length > 0) await this.#jobs.run(() => this.#answerInFiles(inFiles, resolution));
    const merged = others.length > 0 ? await this.#resolveMerged(others, resolution, shown) : { isUndoable: false, changedIds: [] };
    // Nothing but a request makes a later step where the folder is not followed.
    await this.#step({ isRequested: this.#deps.mode === 'onRequest' });
    this.#announceConflicts();
    return { isUndoable: merged.isUndoable && inFiles.length === 0, changedIds: [...changedIds, ...merged.changedIds] };
  }

  /** Only rewrites the files: adding them to the merge stays with the user. */
  async #answerInFiles(conflicts: readonly FileConflict[], resolution: ConflictResolution): Promise<void> {
    const answer = 'text' in resolution ? resolution : { side: resolution.choice };
    for (const [path, own] of Map.groupBy(conflicts, (each) => each.path)) {
      const text = await readStoryFile(join(this.#row.real, path));
      if (typeof text !== 'string')
        throw new Problem('folder', message('storyFolder.problem.ofFile', { path: verbatim(path), fault: text }));
      const answers = own.map((each) => [each, answer] as const);
      const answered = await new CooperativeYielder().runToEnd(answerFileConflicts(text, answers));
      await this.#files.replaceText(path, text, answered);
    }
  }

  async #resolveMerged(ids: readonly string[], resolution: ConflictResolution, shown: ShownMarks): Promise<ResolutionResult> {
    const { hash, settings } = this.#row;
    return this.#jobs.run(async () => {
      await this.#deps.engine.openProject(hash);
      const open = new Map(this.#merge.conflicts().map((conflict) => [folderConflictId(hash, conflict.id), conflict]));
      const changedIds: string[] = [];
      const chosen = ids.flatMap((id) => {
        const conflict = open.get(id);
        if (!conflict) throw notFoundProblem(message('problem.noun.openConflict'), id);
        if (isAsShown(conflict, id, shown)) return [conflict];
        changedIds.push(id);
        return [];
      });
      if (chosen.length === 0) return { isUndoable: false, changedIds };
      const isUndoable = await this.#merge.resolve(chosen, resolution, settings.comments);
      this.#touched = null;
      // Before the first step, it is the step that reads the folder and plans.
      if (this.#merge.plan) await this.#merge.replan(this.#mergeOptions(await this.#versionControlBranch()));
      return { isUndoable, changedIds };
    });
  }

  /** Ends the link. Returns the rows to remove; the project and the files stay. */
  async remove(): Promise<KeyValueWrites> {
    await this.close();
    const { store } = this.#deps;
    const { hash } = this.#row;
    return {
      store: folderStoreName,
      remove: [
        linkKeyPrefix + hash,
        ...agreementRowIds(store, hash),
        ...store.list(conflictPrefix(hash)).map(({ id }) => id),
        perforceKey(hash),
      ],
    };
  }

  /** Writes a pending change, then ends. A step that is still running afterwards, on a disk that does not respond, stores nothing. */
  async close(): Promise<void> {
    const hasPending = !('isClosed' in this.#state) && this.#state.condition.type !== 'paused' && this.#debounce.isPending;
    if (hasPending) void this.#step({});
    else this.#dispatch({ type: 'closed' });
    // A job, so that a step that is requested meanwhile finds the link closed.
    const ended = this.#jobs.run(async () => {
      this.#dispatch({ type: 'closed' });
      await this.#lock.release().catch((error: unknown) => this.#logError(error));
    });
    await waitWithTimeout(closeTimeout, ended, this.#deps.timer);
    this.#dispatch({ type: 'closed' });
    this.#store.revoke();
  }

  #dispatch(event: FolderLinkEvent): void {
    const [state, effects] = transitionLink(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: FolderLinkEffect): void {
    switch (effect.type) {
      case 'step':
        void this.#step({});
        return;
      case 'debounce':
        this.#debounce.trigger();
        return;
      case 'retry':
        this.#cancelRetry();
        this.#cancelRetry = this.#deps.timer.after(effect.delay, () => this.#onFolderChanged(null, 'timeElapsed'));
        return;
      case 'cancelTimers':
        this.#debounce.cancel();
        this.#cancelRetry();
        return;
      case 'startWatching':
        this.#startWatching();
        return;
      case 'stopWatching':
        void this.#watcher?.close().catch((error: unknown) => this.#logError(error));
        this.#watcher = null;
        this.#stability.stop();
        this.#watchedPaths = [];
        this.#changedPaths = null;
        return;
      case 'publish':
        this.#publish();
    }
  }

  #startWatching(): void {
    const { disk, timer, log } = this.#deps;
    const { real } = this.#row;
    this.#watcher ??= new FileWatcher({
      root: real,
      polling: false,
      timer,
      log,
      identity: () => disk.identity(real),
      isAlsoRelevant: isStoryPath,
      // Folders report their files. A watcher for each of thousands of files would be too many.
      isStoryFile: () => false,
      onChange: (path) => this.#onFolderChanged(path),
      onReturn: () => this.#onFolderChanged(null),
    });
    this.#watchFiles();
  }

  #watchFiles(): void {
    if (!this.#watcher || this.#watchedPaths === this.#files.paths) return;
    this.#watchedPaths = this.#files.paths;
    this.#watcher.setFiles(this.#watchedPaths);
  }

  /** `path`: of the one file that may have changed; null if it may be any. */
  #onFolderChanged(path: string | null, type: 'folderChanged' | 'timeElapsed' = 'folderChanged'): void {
    if (path === null) this.#changedPaths = null;
    else this.#changedPaths?.add(path);
    this.#dispatch({ type });
  }

  #publish(): void {
    const folder = this.present();
    const text = JSON.stringify(folder);
    if (text === this.#published) return;
    this.#published = text;
    this.#deps.emit({ event: 'folder.changed', folder });
  }

  #announceConflicts(): void {
    this.#deps.emit({ event: 'conflicts.changed', hash: this.#row.hash });
    this.#publish();
  }

  #logError(error: unknown): void {
    this.#deps.log(`Story folder ${this.#row.folder}: ${describeError(error)}`);
  }

  #saveRow(change: Partial<LinkRow>): void {
    const row = { ...this.#row, ...change };
    this.#deps.store.put([this.#rowEntry(row)]);
    this.#row = row;
  }

  /** Stored if it has changed, so that a process that makes no step can show it. A full disk must not end the steps, so errors are only logged. */
  #storeStatus(outcome: StepOutcome): void {
    if ('isClosed' in this.#state) return;
    const { state, reason, sentence, branch, waitingFiles, moreWaitingFiles, problems } = this.#presentWith(outcome, { lastStatus: null });
    const lastStatus = { state, reason, sentence, branch, waitingFiles: [...waitingFiles], moreWaitingFiles, problems: [...problems] };
    try {
      if (!jsonEquals(lastStatus, this.#row.lastStatus)) this.#saveRow({ lastStatus });
    } catch (error) {
      this.#logError(error);
    }
  }

  #rowEntry = (row: LinkRow): { id: string; value: LinkRow } => ({ id: linkKeyPrefix + row.hash, value: row });

  #now = (): string => formatIsoTime(this.#deps.environment.now());

  #step(request: StepRequest): Promise<FolderStepResult> {
    return this.#jobs.run(async () => {
      this.#stepResult = { read: 0, written: [] };
      if ('isClosed' in this.#state) return this.#stepResult;
      this.#dispatch({ type: 'stepBegan' });
      const outcome = await this.#run(request);
      this.#hasStepped = true;
      this.#dispatch({ type: 'stepEnded', outcome });
      this.#storeStatus(outcome);
      this.#watchFiles();
      return this.#stepResult;
    });
  }

  async #run(request: StepRequest): Promise<StepOutcome> {
    // Whatever stops this step, the next one looks at all files; only what the watcher reports meanwhile is added.
    const changedPaths = this.#watcher ? this.#changedPaths : null;
    this.#changedPaths = new Set();
    try {
      const { crashGuard = noCrashGuard } = this.#deps;
      const work = { kind: 'folder', id: this.#row.hash } as const;
      const outcome = await crashGuard.run(work, () => this.#readAndWrite(request, changedPaths));
      if (outcome.type !== 'idle') this.#changedPaths = null;
      return outcome;
    } catch (error) {
      this.#changedPaths = null;
      if (!(error instanceof Problem)) this.#logError(error);
      return { type: 'waiting', reason: 'folder', problem: toFolderProblem(error, this.#row.folder) };
    }
  }

  /** `changedPaths`: the files that may have changed since the last step; null for all of them. */
  async #readAndWrite(request: StepRequest, changedPaths: ReadonlySet<string> | null): Promise<StepOutcome> {
    const { engine, disk } = this.#deps;
    const { hash, real, folder } = this.#row;
    if ((await disk.identity(real)) === null) throw missingFolderProblem(folder);
    await engine.openProject(hash);
    if (engine.damage.isOpen(hash)) throw new Problem('folder', message('storyFolder.problem.damaged'));
    this.#waitingFiles = [];
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { operation, branch, unmerged, showsCommands } = await readVersionControl(real);
      this.#branch = branch;
      await this.#findFileConflicts([...unmerged, ...this.#problems.map(({ path }) => path)]);
      if (operation) return { type: 'waiting', reason: 'versionControl', operation };
      const lock = await this.#lock.acquire({ takeOver: request.takeOver ?? false });
      if (lock.isHeld) {
        await this.#files.recover();
        await this.#reportToPerforce();
      }
      // An edit must not take longer in a longer story, so the folder is only inspected where something in it may have changed.
      const mustInspect =
        attempt > 0 || this.#merge.plan === null || changedPaths === null || (await this.#files.mayHaveChanged(changedPaths));
      const listing = mustInspect ? await this.#files.list() : null;
      const mayBeUpdated = listing?.isTouched && !showsCommands && !request.isRequested;
      if (mayBeUpdated && !this.#stability.isStable(listing)) return { type: 'waiting', reason: 'versionControl', operation: 'update' };
      this.#stability.stop();
      const inspection = listing && (await this.#files.inspect(listing, this.#memory));
      // All files are as they were read or written last, which is what the user has asked for.
      if (inspection?.changed === 0 && request.isRequested && this.#merge.agreed.folder.size > 0) this.#saveRow({ lastRead: this.#now() });
      const isChanged = inspection && (inspection.changed > 0 || inspection.hasOtherFaults);
      if (inspection && (isChanged || (this.#merge.plan === null && this.#row.hasProblems))) {
        this.#dispatch({ type: 'readingBegan' });
        const outcome = await this.#read(inspection, request);
        if (outcome === 'again') continue;
        await this.#findFileConflicts(this.#problems.map(({ path }) => path));
        if (outcome) return outcome;
      } else if (this.#merge.isOpen && !(await this.#merge.replan(this.#mergeOptions(branch)))) continue;
      const outcome = await this.#write(lock);
      if (outcome === 'again') continue;
      return outcome ?? this.#restingOutcome();
    }
    throw new Problem('folder', message('targets.problem.filesKeepChanging', { folder }));
  }

  async #findFileConflicts(paths: readonly string[]): Promise<void> {
    const { hash, real } = this.#row;
    const project = this.#deps.engine.getProject(hash);
    const found = new Map<string, FileConflict>();
    for (const path of new Set(paths.filter((each) => isStoryPath(each)))) {
      const text = await readStoryFile(join(real, path));
      if (typeof text !== 'string') continue;
      for (const conflict of await new CooperativeYielder().runToEnd(findFileConflicts(path, text, project)))
        found.set(folderConflictId(hash, `file:${path}#${conflict.keys.join('/')}`), conflict);
    }
    const isSame = [...found.keys()].join() === [...this.#fileConflicts.keys()].join();
    this.#fileConflicts = found;
    if (!isSame) this.#deps.emit({ event: 'conflicts.changed', hash });
  }

  #restingOutcome(): StepOutcome {
    return this.#merge.conflicts().length + this.#fileConflicts.size > 0 ? { type: 'waiting', reason: 'conflict' } : { type: 'idle' };
  }

  #mergeOptions = (branch: string | null) => ({ hasComments: this.#row.settings.comments, branch });

  #versionControlBranch = async (): Promise<string | null> => (await readVersionControl(this.#row.real)).branch;

  /** Reads the folder and merges what it has changed. Undefined if the step can continue. */
  async #read(inspection: FolderInspection, { acceptRemovals = false }: StepRequest): Promise<StepOutcome | 'again' | undefined> {
    const { engine, fileStore } = this.#deps;
    const { hash, real } = this.#row;
    const { folder } = this.#merge.agreed;
    await this.#recallFiles(inspection);
    const lastGood = folder.size > 0 ? folder : null;
    const isLastGoodValid = this.#isAgreedValid;
    const story = await this.#memory.read(inspection.entries, (known) =>
      readStoryFolder(real, { lastGood, isLastGoodValid, known, listed: inspection }),
    );
    const { operation, branch } = await readVersionControl(real);
    // A command of version control, or any other program, may have changed files while they were read.
    if (operation || !(await this.#files.isStill(inspection))) return 'again';
    this.#memory.remember(story, inspection.entries);
    assertSameStory(story.project, engine.getProject(hash), this.#row.folder);
    const replaced = this.#findReplacedFiles(story, inspection);
    const stored = await this.#storeFiles(story, replaced);
    const { files } = stored;
    try {
      const outcome = await this.#take(story, { inspection, stored, replaced, branch, acceptRemovals });
      if (outcome) fileStore.discard(files);
      else fileStore.confirmCommitted(hash, files);
      return outcome;
    } catch (error) {
      fileStore.discard(files);
      throw error;
    }
  }

  /**
   * After a start: a file with the bytes that the agreed story gives it contains what the agreed story does. That takes less time than parsing it. Where a file
   * has a fault, all are parsed in any case.
   */
  async #recallFiles({ entries }: FolderInspection): Promise<void> {
    const { folder, names } = this.#merge.agreed;
    if (this.#isRecalled || this.#row.hasProblems || !folder.find('project', projectRecordId)) return;
    this.#isRecalled = true;
    const paths = new Set([...entries.keys()].filter((path) => isRecordDataPath(path) && !this.#memory.has(path)));
    if (paths.size === 0) return;
    const unknown = loadedUnknown(this.#row.unknown);
    const { files } = await new CooperativeYielder().runToEnd(writeStoryFiles(folder, { names, unknown, paths }));
    for (const [path, file] of files) if ('text' in file) this.#memory.addWritten(path, file);
  }

  /**
   * Assets whose file was replaced in the folder by another of the same name, with the stored names of the new ones: the same on every computer that reads them,
   * so that their projects agree.
   */
  #findReplacedFiles({ project, assetFiles }: ReadStory, { entries }: FolderInspection): ReadonlyMap<string, string> {
    const replaced = new Map<string, string>();
    for (const [id, path] of assetFiles) {
      const file = project.find('asset', id)?.file;
      const stored = typeof file === 'string' ? this.#deps.fileStore.find(this.#row.hash, file) : undefined;
      const found = entries.get(path);
      if (stored && found && stored.sha256 !== found.sha256) replaced.set(id, `${found.sha256.slice(0, 32)}${extname(stored.file)}`);
    }
    return replaced;
  }

  /**
   * Stores the files of assets that the project does not have. Their rows are written with the change. A file that is no such media (a pointer of Git LFS) or
   * that cannot be read is a problem of that file; the record is taken nevertheless.
   */
  async #storeFiles(story: ReadStory, replaced: ReadonlyMap<string, string>): Promise<StoredAssetFiles> {
    const { fileStore, getUploadLimits } = this.#deps;
    const { hash, real } = this.#row;
    const problems: FolderProblem[] = [];
    const unstored = new Set<string>();
    const files = await storeAssetFiles(story, {
      fileStore,
      hash,
      root: real,
      limits: getUploadLimits(hash),
      nameFor: ({ id, file }) => {
        const name = replaced.get(id) ?? file;
        return fileStore.find(hash, name) ? null : name;
      },
      onError: (error, path) => {
        // What is wrong with the media themselves is the same until the file changes; anything else is tried again.
        if (!(error instanceof Problem && error.faultsByPath.file)) unstored.add(path);
        const fault = describeAssetFileFault(error);
        if (!fault && !(error instanceof Problem)) this.#logError(error);
        const reason = error instanceof Problem ? error.text : verbatim(errorMessageOf(error));
        problems.push({ path, line: null, fault: fault ?? message('storyFolder.fault.unreadable', { reason }) });
      },
    });
    return { files, problems, unstored };
  }

  /** Merges the folder as it was read, in one transaction with the rows that say so. Returns why not. */
  async #take(
    story: ReadStory,
    taken: {
      readonly inspection: FolderInspection;
      readonly stored: StoredAssetFiles;
      readonly replaced: ReadonlyMap<string, string>;
      readonly branch: string | null;
      readonly acceptRemovals: boolean;
    },
  ): Promise<StepOutcome | 'again' | undefined> {
    const { engine, fileStore } = this.#deps;
    const { hash } = this.#row;
    const { agreed } = this.#merge;
    const folder = updatesBetween(agreed.folder, story.project);
    for (const record of agreed.folder.records()) if (!folder.has(record.id)) replaceWithSame(story.project, record);
    const plan = await this.#merge.planWith(
      this.#withReplacedFiles(story.project, taken.replaced, taken.stored.files),
      this.#mergeOptions(taken.branch),
    );
    const local = engine.getProject(hash);
    const removals = plan.command?.removedIds.length ?? 0;
    if (!taken.acceptRemovals && hasLostMuch(removals, local.size)) return { type: 'waiting', reason: 'removals', removals };
    const problems = inFileOrder([...story.problems, ...taken.stored.problems]);
    const now = this.#now();
    const row: LinkRow = {
      ...this.#row,
      lastRead: now,
      hasProblems: problems.length + plan.rejectedIds.size + story.strayPaths.size > 0,
      unknown: storedUnknown(story.unknown),
    };
    const rows = [{ store: folderStoreName, put: [this.#rowEntry(row)] }, fileStore.rowsToCommit(hash, taken.stored.files)];
    const names = withFormerNames(story.names, agreed.names);
    if (!(await this.#merge.commit(plan, { folder, names, story: story.project }, rows))) return 'again';
    this.#isAgreedValid = story.isValid;
    this.#row = row;
    this.#problems = problems;
    this.#places = { keptPaths: story.keptPaths, strayPaths: story.strayPaths };
    this.#files.remember(taken.inspection, taken.stored.unstored);
    this.#stepResult = { ...this.#stepResult, read: this.#stepResult.read + taken.inspection.changed };
    this.#touched = null;
    return undefined;
  }

  /** The story of the folder with the files that were replaced there, whose names its texts do not have yet. */
  #withReplacedFiles(story: Project, replaced: ReadonlyMap<string, string>, files: readonly PendingFile[]): Project {
    const pending = new Map(files.map(({ stored }) => [stored.file, stored]));
    const changes = [...replaced].flatMap(([id, name]) => {
      const stored = pending.get(name) ?? this.#deps.fileStore.find(this.#row.hash, name);
      const before = story.find('asset', id);
      if (!stored || !before) return [];
      const { file, size, bytes, mime, width, height, duration } = stored;
      return [{ before, after: { ...before, file, size, bytes, mime, width, height, duration } }];
    });
    if (changes.length === 0) return story;
    const changed = story.clone();
    changed.apply(changes);
    return changed;
  }

  /** Writes what differs in the folder. Undefined if everything is written. */
  async #write(lock: WriteLock): Promise<StepOutcome | 'again' | undefined> {
    // Changes from here on belong to the next step, even if this one already sees them.
    const touched = this.#touched;
    this.#touched = new Set();
    let isDone = false;
    try {
      const outcome = await this.#deps.snapshots.use(this.#row.hash, (project) => this.#writeStory(project, touched, lock));
      isDone = outcome === undefined;
      return outcome;
    } finally {
      // What was not written is compared again in the next step.
      if (!isDone) this.#touched = touched === null || this.#touched === null ? null : new Set([...touched, ...this.#touched]);
    }
  }

  /** `touched`: the records that may differ; null if all may. */
  async #writeStory(project: Project, touched: ReadonlySet<string> | null, lock: WriteLock): Promise<StepOutcome | 'again' | undefined> {
    const plan = await this.#planWrite(project, touched);
    const changes = this.#files.changesAmong(plan.contents);
    if (changes.size > 0) {
      if (!lock.isHeld) return { type: 'waiting', reason: 'lock', holder: { name: lock.name ?? '', isStale: lock.isStale ?? false } };
      const { operation } = await readVersionControl(this.#row.real);
      if (operation) return 'again';
      this.#dispatch({ type: 'writingBegan' });
      const result = await this.#files.write(changes, (files) => this.#checkOut(files, changes));
      if (result.type === 'changedMeanwhile') return 'again';
      if (result.type === 'readOnly') {
        this.#waitingFiles = result.paths;
        return { type: 'waiting', reason: 'checkout' };
      }
      for (const path of changes.keys()) {
        const text = plan.texts.get(path);
        if (text) this.#memory.addWritten(path, text);
      }
      await this.#reportToPerforce();
      this.#stepResult = { ...this.#stepResult, written: [...this.#stepResult.written, ...changes.keys()] };
      this.#row = { ...this.#row, lastWrite: this.#now() };
    }
    this.#store.assertWritable();
    this.#deps.engine.writeRows([
      this.#merge.agreed.rowsOf(plan.agreed),
      ...(changes.size > 0 ? [{ store: folderStoreName, put: [this.#rowEntry(this.#row)] }] : []),
    ]);
    this.#merge.agreed.apply(plan.agreed);
    this.#isAgreedValid = plan.isAgreedValid;
    this.#waitingFiles = plan.blockedPaths;
    for (const id of plan.blockedIds) this.#touched?.add(id);
    const blocked = new Set(plan.blockedIds);
    const strayPaths = new Map([...this.#places.strayPaths].filter(([id]) => blocked.has(id)));
    this.#places = { ...this.#places, strayPaths };
    return undefined;
  }

  #planWrite(project: Project, touched: ReadonlySet<string> | null): Promise<WritePlan> {
    const { fileStore, isSynced } = this.#deps;
    const { agreed, plan } = this.#merge;
    return planWrite(folderPartOf(project, this.#row.settings.comments), touched, {
      row: this.#row,
      agreed,
      plan,
      fileStore,
      faultyPaths: new Set([...this.#problems.map(({ path }) => path), ...this.#places.keptPaths]),
      strayPaths: this.#places.strayPaths,
      isSynced: isSynced(this.#row.hash),
      isAgreedValid: this.#isAgreedValid,
    });
  }

  /** Called before anything is written. */
  async #checkOut({ edited, removed }: CheckedOutFiles, changes: ReadonlyMap<string, FileContent>): Promise<readonly string[]> {
    const { settings } = this.#row;
    if (!settings.perforce) return [...edited, ...removed];
    const { disk } = this.#deps;
    const waiting = edited.length + removed.length > 0 ? await openInPerforce(disk, this.#row.real, { edited, removed }) : [];
    const known = new Set(this.#files.paths);
    const opened = new Set(removed);
    const added = [...changes].flatMap(([path, content]) => (content !== null && !known.has(path) ? [path] : []));
    const gone = [...changes].flatMap(([path, content]) => (content === null && !opened.has(path) ? [path] : []));
    if (waiting.length === 0) storePerforceRecord(this.#perforceContext, { added, removed: gone });
    return waiting;
  }

  get #perforceContext() {
    const { store, disk } = this.#deps;
    return { store, disk, id: this.#row.hash, root: this.#row.real };
  }

  /** Also of what an earlier step, or a process that was killed, has written. The files are in place, so nobody has to wait for this. */
  async #reportToPerforce(): Promise<void> {
    if (!this.#row.settings.perforce) return;
    const failed = await reportToPerforce(this.#perforceContext);
    if (failed !== null) this.#logError(new Problem('folder', failed));
  }
}

const folderConflictId = (hash: string, id: string): string => `${hash}/folder/${id}`;

/** The id of a story is that of its root board. */
function assertSameStory(story: Project, project: Project, folder: string): void {
  if (story.projectRecord.roots.board !== project.projectRecord.roots.board)
    throw new Problem('conflict', message('storyFolder.problem.otherStory', { folder }));
}

const missingFolderProblem = (folder: string): Problem => new Problem('folder', message('storyFolder.problem.missing', { folder }));

interface StoredAssetFiles {
  readonly files: readonly PendingFile[];
  readonly problems: readonly FolderProblem[];
  /** The paths of those that may be stored later, as after a full disk. */
  readonly unstored: ReadonlySet<string>;
}

/** What a step stages and locks is in the work folder; everything else that it opens is read first. */
function toFolderProblem(error: unknown, folder: string): Problem {
  if (error instanceof Problem) return error;
  const { path } = Object(error) as { readonly path?: unknown };
  const isWrite = isDiskFull(error) || diskFaultOf(error) === 'readOnly' || String(path).includes(workFolder);
  return isWrite ? folderWriteProblem(folder, error) : folderReadProblem(folder, error);
}

function replaceWithSame(project: Project, record: AnyRecord): void {
  const before = project.get(record.id);
  if (before && before !== record) project.apply([{ before, after: record }]);
}
