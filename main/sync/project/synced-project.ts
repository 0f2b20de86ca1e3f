/**
 * One synced project: its state, its steps and file transfers, and the answers to what presenters and calls ask about it. The scheduler
 * takes the steps, one at a time, and holds when the next one is due.
 */
import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ConflictResolution, ResolutionResult, SyncTransfer } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { assertUndamaged } from '../../engine/damage/project-damage.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { Urgency } from '../client/request-queue.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { LocalChanges } from '../plan/plan-sync.ts';
import type { UnknownValue } from '../protocol/remote-api.ts';
import type { PendingWrite } from '../protocol/sync-request.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import type { RemoteStore, SyncedProjectRow } from '../store/remote-store.ts';
import type { SyncEngine } from '../store/sync-engine.ts';
import {
  type DisappearanceRow,
  heldTextsEntry,
  type OverwriteReport,
  type RejectedWrite,
  type ReportState,
  SyncStore,
  type SyncStoreEntry,
} from '../store/sync-store.ts';
import { runFirstRead } from './first-read.ts';
import { activityForRecoveredWrite, type LoadedProject, ProjectLoader, type ProjectUsage } from './loaded-project.ts';
import type { SyncRunner } from './sync-runner.ts';
import { type SyncState, SyncStateMachine, type SyncStepResult, toStepResult } from './sync-state-machine.ts';

/** Milliseconds after which a stopped project is tried again. */
export const stoppedRetryInterval = 300_000;
/** Milliseconds after which rejected files are tried again. */
export const fileRetryInterval = 300_000;
/** Milliseconds; an older project list is requested again before anything is sent. */
const listMaxAge = 10_000;
/** Milliseconds after which an idle project is unloaded from memory. */
const unloadDelay = 600_000;

/** Times are on the monotonic clock, but for those that people read. */
interface SyncedProjectDeps {
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  /** By name. A workspace may be replaced by another one with the same name. */
  readonly workspaces: ReadonlyMap<string, RemoteWorkspace>;
  readonly remoteStore: RemoteStore;
  readonly activityLog: ActivityLog;
  readonly usage: ProjectUsage;
  readonly clock: WaitClock;
  /** Milliseconds. */
  readonly settleTime: number;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
  /** Whether a caller waits until there is nothing left to do in a project. */
  readonly isAwaited: (project: SyncedProject) => boolean;
}

interface SyncedProjectListener {
  /** The state, or something else that is shown of the project, has changed. */
  readonly onChange: (project: SyncedProject) => void;
  /** There is something to do that no step has found: a step or a file transfer is due immediately. */
  readonly onWorkFound: (project: SyncedProject, work: 'step' | 'files') => void;
}

/** The result of a step, and when the next one is due. */
interface CompletedStep {
  readonly result: SyncStepResult;
  readonly dueAt: number;
}

export class SyncedProject {
  readonly #deps: SyncedProjectDeps;
  readonly #listener: SyncedProjectListener;
  readonly #loader: ProjectLoader;
  readonly #lastSync: LastSync;
  readonly #machine = new SyncStateMachine(() => this.#listener.onChange(this));
  readonly #plan = new PlanSummary();
  #row: SyncedProjectRow;
  #hasStepped = false;
  /** The running step. */
  #step: Promise<CompletedStep> | undefined;
  #steppedAt = Number.NEGATIVE_INFINITY;
  #activeTransferCount = 0;
  #hasMoreFiles = false;

  constructor(row: SyncedProjectRow, deps: SyncedProjectDeps, listener: SyncedProjectListener) {
    this.#row = row;
    this.#deps = deps;
    this.#listener = listener;
    this.#loader = new ProjectLoader({
      ...deps,
      hash: row.hash,
      machine: this.#machine,
      readUrgency: () => this.urgency,
      onTransferProgress: () => listener.onChange(this),
      isAwaited: () => deps.isAwaited(this),
    });
    this.#lastSync = new LastSync(deps.keyValueStore, row.hash, row.lastSyncedAt);
    deps.activityLog.register(row.hash);
  }

  get row(): SyncedProjectRow {
    return this.#row;
  }

  get state(): SyncState {
    return this.#machine.state;
  }

  /** Whether it has taken a step, or was found idle, since the program started. */
  get hasStepped(): boolean {
    return this.#hasStepped;
  }

  get isStepping(): boolean {
    return this.#step !== undefined;
  }

  get isRemoved(): boolean {
    return this.#loader.isClosed;
  }

  /** The number of running file transfers. */
  get activeTransferCount(): number {
    return this.#activeTransferCount;
  }

  /** Whether the last transfer found a file. */
  get hasMoreFiles(): boolean {
    return this.#hasMoreFiles;
  }

  /** When both sides were last found equal, in ISO 8601. */
  get lastSyncedAt(): string | null {
    return this.#lastSync.at;
  }

  get workspace(): RemoteWorkspace {
    const workspace = this.#deps.workspaces.get(this.#row.remote);
    if (!workspace) throw new Error(`There is no workspace ${this.#row.remote}`);
    return workspace;
  }

  get urgency(): Urgency {
    if (this.#deps.usage.isInUse(this.#row.hash)) return 'user';
    if (!this.#row.isFetched) return 'background';
    return this.state.type === 'sending' || (this.#loader.current && this.countPending() > 0) ? 'push' : 'poll';
  }

  /** Whether both sides are as they were when there was nothing left to do. */
  get isIdle(): boolean {
    const listed = this.workspace.projectList?.projects.find(({ hash }) => hash === this.#row.remoteHash);
    return this.#row.isFetched && this.#lastSync.isIdle(this.#localVersion(), listed?.updatedAt);
  }

  // Questions. They load a project that is downloaded and not in memory; one that is not downloaded has nothing of any kind.

  /** The state on which both sides last agreed. */
  base(): Project {
    return this.#loaded()?.runner.store.base ?? new Project();
  }

  /** The conflicts of the last plan, which are stored for the time between a start and the first plan, and those of files. */
  listConflicts(): readonly MergeConflict[] {
    const loaded = this.#loaded();
    if (!loaded) return [];
    // The local project is only opened if there is an unconfirmed create.
    const hasLocalRecord = (id: string) => this.#deps.engine.getProject(this.#row.hash).has(id);
    return [...this.#plan.openConflicts(loaded.runner.store, hasLocalRecord), ...loaded.files.conflicts];
  }

  /** Local records that were renamed because the remote uses their names. They are only reported. */
  listRenamed(): readonly MergeConflict[] {
    return this.#loaded()?.runner.store.conflicts.filter(({ reason }) => reason === 'renamed') ?? [];
  }

  /** The local changes since both sides last agreed, without those in conflict. */
  localChanges(): LocalChanges {
    return this.#loaded()?.runner.localChanges() ?? { operations: [], held: [] };
  }

  /** (I43) The number of local changes that the remote does not have, counted from what is stored: no plan need have seen them. */
  countPending(): number {
    if (!this.#row.isFetched || this.#lastSync.isIdleVersion(this.#localVersion())) return 0;
    return this.#load().runner.countPending();
  }

  /** The number of pending changes that wait for something else. */
  countBlocked(): number {
    return Math.min(this.#loaded()?.runner.waitingCount ?? 0, this.countPending());
  }

  /** (I27) The number of files that are being transferred or wait for it, also after a failure. */
  pendingFileCount(): number {
    if (!this.#row.isFetched || this.#lastSync.isIdleVersion(this.#localVersion())) return 0;
    return this.#load().files.pendingCount;
  }

  /** The files on their way; undefined if there are none. */
  transfer(): SyncTransfer | undefined {
    return this.#activeTransferCount > 0 ? this.#loaded()?.files.transfer : undefined;
  }

  /**
   * (G30) Texts that stay on this computer because no request can contain their formatting. (I43) Like what is pending, they need no plan; those of the version in
   * which nothing was left to do are stored, so that neither the project nor its base is loaded for them.
   */
  listHeldTexts(): readonly HeldText[] {
    const loaded = this.#loaded();
    if (!loaded) return [];
    const version = this.#localVersion();
    const { runner } = loaded;
    const isAsStored = this.#lastSync.isIdleVersion(version) || runner.store.checkpoint?.idleVersion === version;
    return isAsStored ? this.#plan.held(runner.store) : runner.localChanges().held;
  }

  /** The writes that the remote currently rejects. */
  rejectedWrites(): readonly RejectedWrite[] {
    return this.#loaded()?.runner.rejectedWrites ?? [];
  }

  /** The reasons why files were rejected, by asset. */
  rejectedFiles(): ReadonlyMap<string, Message> {
    return this.#loaded()?.files.rejected ?? new Map();
  }

  /** Records of the remote that could not be merged, with the reason. */
  invalidRecords(): ReadonlyMap<string, Message> {
    return this.#loaded()?.runner.invalidRecords ?? new Map();
  }

  /** (I20) Values of the remote that this version does not know, so that the fields keep theirs. */
  unknownValues(): readonly UnknownValue[] {
    return this.#loaded()?.runner.store.unknownValues ?? [];
  }

  /** The records with changes that the remote rejects. */
  rejectedIds(): ReadonlySet<string> {
    return this.#loaded()?.runner.rejectedIds() ?? new Set();
  }

  /** The records with a write of which it is unknown whether it was applied. */
  unconfirmedIds(): ReadonlySet<string> {
    return this.#loaded()?.runner.unconfirmedIds() ?? new Set();
  }

  /** (I32) The records that an implausible read lacked. */
  disappearance(): DisappearanceRow | undefined {
    return this.#loaded()?.runner.store.disappearance;
  }

  /** (I28) The assets whose local file the remote asset does not have, without those in conflict. */
  localOnlyFiles(): readonly string[] {
    const files = this.#loaded()?.files;
    if (!files) return [];
    const inConflict = new Set(files.conflicts.map(({ recordId }) => recordId));
    return files.localOnly.filter((id) => !inConflict.has(id));
  }

  /** Our writes that may have overwritten changes of others, the oldest of a record first. */
  overwriteReports(): readonly OverwriteReport[] {
    return this.#loaded()?.runner.store.overwriteReports('overwrite') ?? [];
  }

  /** The current id of a record. */
  resolveAlias(id: string): string {
    return this.#loaded()?.runner.store.resolveAlias(id) ?? id;
  }

  /** When a report was found, and whether the user has seen it; undefined if the report is new. */
  reportState(reportId: string): ReportState | undefined {
    return this.#loaded()?.runner.store.reportState(reportId);
  }

  /** Stores the time of reports that are new. `at` is in ISO 8601. */
  recordReports(reportIds: readonly string[], at: string): void {
    this.#loaded()?.runner.store.recordReports(reportIds, at);
  }

  /** `now` (ISO 8601) becomes the time of a report that is new. */
  markReportSeen(reportId: string, now: string): void {
    this.#loaded()?.runner.store.markReportSeen(reportId, now);
  }

  /** Whether the remote project has been read since the start, so that conflicts can be resolved. */
  hasReadRemote(): boolean {
    return this.#loaded()?.runner.hasReadRemote ?? false;
  }

  /**
   * The greatest age, in milliseconds, of the project list before something is sent. If no version is known, no response shows writes of
   * others. (I36) Where records are read before they are written, the list shows nothing that they do not.
   */
  maxListAge(): number {
    if (!this.#row.isFetched) return 0;
    const { runner } = this.#load();
    if (runner.readsRecords) return Number.POSITIVE_INFINITY;
    return runner.store.checkpoint?.version === null ? 0 : listMaxAge;
  }

  /** (I36) Whether it will be read when that may be, so that a poll shows nothing that is not known. */
  get isReadPlanned(): boolean {
    return this.#loader.current?.runner.isBehind === true;
  }

  // Steps and transfers, which the scheduler calls.

  /**
   * Returns a result if the remote is unavailable. Throws every other error, after which the step is tried again after a while.
   * `areFilesIdle` returns whether no file transfer is running or due.
   */
  async step(areFilesIdle: () => boolean): Promise<CompletedStep> {
    this.#steppedAt = this.#deps.clock.now();
    this.#step = this.#recordedStep(areFilesIdle);
    try {
      return await this.#step;
    } catch (error) {
      this.#machine.dispatch({ type: 'failed', detail: error instanceof Problem ? error.text : null });
      throw error;
    } finally {
      this.#step = undefined;
      this.#hasStepped = true;
    }
  }

  /** Called instead of `step` for an idle project. Unloads it after a while. Returns when the files are due, if that changes. */
  skipStep(): number | undefined {
    const now = this.#deps.clock.now();
    // The files of projects are not all examined at the start, but spread over some time after it.
    const filesDueAt = this.#hasStepped ? undefined : now + fileRetryInterval * (1 + this.#deps.random());
    this.#hasStepped = true;
    this.#machine.dispatch({ type: 'foundIdle' });
    this.#lastSync.noteEqual(this.#wallTime());
    if (now - this.#steppedAt >= unloadDelay && this.#activeTransferCount === 0) this.#loader.unload();
    return filesDueAt;
  }

  /** Transfers a file, or determines when there may be one. Returns when the next transfer is due. */
  async transferFile(): Promise<number> {
    if (this.#deps.engine.damage.isOpen(this.#row.hash)) return this.#deps.clock.now() + stoppedRetryInterval;
    const { files } = this.#load();
    const { revision } = files;
    const retryAt = this.#deps.clock.now() + fileRetryInterval;
    this.#activeTransferCount++;
    let isFileReady = false;
    try {
      const result = await files.step();
      this.#hasMoreFiles = result.type === 'progressed';
      isFileReady = result.type === 'progressed' && files.revision !== revision;
      if (result.type === 'progressed') return 0;
      return result.type === 'waiting' ? result.until : retryAt;
    } finally {
      this.#activeTransferCount--;
      // Assets that waited for their file can be sent.
      if (isFileReady) this.#leaveIdle();
      this.#listener.onChange(this);
    }
  }

  /** Ends waits for the network and the limit. A first read has none of its own. */
  endWaits(): void {
    if (this.#row.isFetched) this.#machine.dispatch({ type: 'retry' });
  }

  /** Ends the waits of files after failures. */
  retryFiles(): void {
    this.#loader.current?.files.retryNow();
  }

  /** Cancels running transfers: all of them, or those whose asset was removed or got another file. */
  cancelTransfers(which: 'all' | 'obsolete'): void {
    this.#loader.current?.files.cancelTransfers(which);
  }

  /** Resolves when no step is running. */
  async whenStepDone(): Promise<void> {
    await this.#step?.catch(() => undefined);
  }

  // What callers do with it.

  /** Takes a step as soon as possible, even if neither side has changed. */
  refresh(): void {
    this.#leaveIdle();
  }

  /** (I40) Repeats a doubtful read. */
  repeatDoubtfulRead(): void {
    if (this.disappearance()?.decision !== null) return;
    this.#loaded()?.runner.repeatDoubtfulRead();
    this.#leaveIdle();
  }

  /** Sends rejected writes again. */
  retryRejected(): void {
    this.#completeMerge();
    this.#leaveIdle();
    const loaded = this.#loaded();
    loaded?.runner.retryRejected();
    loaded?.files.retryRejected();
    this.#listener.onWorkFound(this, 'files');
  }

  /** Forgets the state on which both sides agreed, so that each difference becomes a conflict. */
  forgetAgreement(): void {
    this.#completeMerge();
    this.#loaded()?.runner.forgetAgreement();
    this.#leaveIdle();
    this.#listener.onChange(this);
  }

  /** Prepares a call of `resolveConflicts` in slices: many answers take long. */
  prepareAnswer(conflicts: readonly MergeConflict[], resolution: ConflictResolution): Promise<void> {
    this.#completeMerge();
    return this.#load().runner.prepareAnswer(conflicts, resolution);
  }

  /**
   * (I37) Resolves all of them in one transaction, as one step of undo. Throws a Problem, and then changes nothing. A conflict that is still
   * open afterwards is found again by the next plan.
   */
  resolveConflicts(conflicts: readonly MergeConflict[], resolution: ConflictResolution): Pick<ResolutionResult, 'isUndoable'> {
    this.#completeMerge();
    const { runner, files } = this.#load();
    this.#lastSync.clearIdle();
    const entries = this.#plan.entriesWithoutConflicts(runner.store, conflicts);
    const { aboutFiles, isUndoable } = runner.resolveConflicts(conflicts, resolution, entries);
    this.#plan.removeConflicts(runner.store, conflicts);
    if (aboutFiles.length > 0) this.#listener.onWorkFound(this, 'files');
    if ('choice' in resolution) for (const conflict of aboutFiles) files.resolveConflict(conflict, resolution.choice);
    this.#leaveIdle();
    this.#listener.onChange(this);
    return { isUndoable };
  }

  /** `until` is in milliseconds since 1970; null pauses until the user resumes, undefined resumes. */
  pause(until: number | null | undefined): void {
    const { pausedUntil: _, ...row } = this.#row;
    this.#saveRow(until === undefined ? row : { ...row, pausedUntil: until });
  }

  /** The rows to remove in the transaction that ends its sync. Nothing is written afterwards. */
  removalRows(): KeyValueWrites {
    this.#completeMerge();
    this.#loader.close();
    return new SyncStore(this.#deps.keyValueStore, this.#row.hash, this.#deps.clock).removalRows();
  }

  /** What follows from the base, the project or the stored rows must not follow from those before a merge that is being committed. */
  #completeMerge(): void {
    this.#deps.engine.completeWrites(this.#row.hash);
  }

  /** The runner and the files of a downloaded project. A busy project keeps its workspace. */
  #load(): LoadedProject {
    return this.#loader.load(this.workspace, this.isStepping || this.#activeTransferCount > 0 ? 'busy' : 'idle');
  }

  /** Undefined if the project has not been downloaded. */
  #loaded(): LoadedProject | undefined {
    return this.#row.isFetched ? this.#load() : undefined;
  }

  #localVersion(): number {
    return this.#deps.engine.getVersion(this.#row.hash).version;
  }

  /** Now, in ISO 8601. */
  #wallTime(): string {
    return formatIsoTime(this.#deps.clock.wallNow() * 1000);
  }

  /** Makes the next step due although neither side has changed. */
  #leaveIdle(): void {
    this.#lastSync.clearIdle();
    this.#listener.onWorkFound(this, 'step');
  }

  #saveRow(row: SyncedProjectRow): void {
    this.#row = row;
    this.#deps.remoteStore.saveSyncedProject(row);
  }

  async #recordedStep(areFilesIdle: () => boolean): Promise<CompletedStep> {
    const loaded = this.#loaded();
    const version = loaded ? this.#localVersion() : -1;
    const pendingWrite = loaded?.runner.store.pendingWrite;
    const result = await (loaded ? this.#stepOfRunner() : this.#firstRead());
    if (this.#row.isFetched && !this.isRemoved) this.#record(result, version, pendingWrite, areFilesIdle);
    return { result, dueAt: nextDueAt(result, this.#deps.clock.now()) };
  }

  async #stepOfRunner(): Promise<SyncStepResult> {
    const { engine } = this.#deps;
    await engine.openProject(this.#row.hash);
    assertUndamaged(engine, this.#row.hash);
    const { runner } = this.#load();
    const loading = runner.store.loadBase(engine.getProject(this.#row.hash));
    if (loading) await loading;
    return runner.step();
  }

  async #firstRead(): Promise<SyncStepResult> {
    const { workspace, urgency } = this;
    const created = await runFirstRead({
      ...this.#deps,
      row: this.#row,
      workspace,
      urgency,
      dispatch: (event) => this.#machine.dispatch(event),
      isRemoved: () => this.isRemoved,
    });
    if (created) {
      // What is not sent yet is counted from then on.
      this.#load().runner.store.noteStoredBase(created.records);
      this.#row = created.row;
    }
    if (created?.row.lastSyncedAt) this.#lastSync.noteEqual(created.row.lastSyncedAt);
    return toStepResult(this.state, 'firstRead');
  }

  /**
   * Stores the results of a step: counts, activity, and whether both sides are equal. `version` and `pendingWrite` are those from before
   * it. A poll that finds nothing writes nothing.
   */
  #record(result: SyncStepResult, version: number, pendingWrite: PendingWrite | undefined, areFilesIdle: () => boolean): void {
    const { activityLog, engine } = this.#deps;
    const { runner, files } = this.#load();
    const { hash } = this.#row;
    if (pendingWrite && result.type === 'progressed')
      activityLog.append(hash, ...activityForRecoveredWrite(pendingWrite, result.action, engine.getProject(hash)));
    this.#plan.update(runner);
    if (activityLog.pendingEntries(hash).length > 0) runner.store.write([]);
    if (result.type === 'progressed' && result.action !== 'readList') this.#lastSync.noteTransfer();
    // (I27) As long as a file is missing on one side, the two are not equal.
    if (isSynced(result) && files.pendingCount === 0) this.#recordSynced(runner, version, areFilesIdle());
  }

  #recordSynced(runner: SyncRunner, version: number, areFilesIdle: boolean): void {
    const at = this.#wallTime();
    if (areFilesIdle && runner.rejectedWrites.length + runner.invalidRecords.size + runner.waitingCount === 0)
      this.#lastSync.markIdle(version, runner.store.checkpoint?.updatedAt ?? '');
    if (this.#lastSync.hasTransferred) this.#saveRow({ ...this.#row, lastSyncedAt: at });
    this.#lastSync.noteEqual(at);
  }
}

/** Whether a step has found that nothing is left to do but what waits for the user. */
const isSynced = (result: SyncStepResult): boolean => result.type === 'waiting' && result.reason === 'synced';

function nextDueAt(result: SyncStepResult, now: number): number {
  switch (result.type) {
    case 'progressed':
      return 0;
    case 'waiting':
      return result.until;
    case 'stopped':
      return now + stoppedRetryInterval;
  }
}

/**
 * The conflicts and the held texts of the last plan of a project, for the time until the next one. They are stored, so that they are also
 * known between a start and the first plan.
 */
export class PlanSummary {
  #conflicts: readonly MergeConflict[] | undefined;
  #held: readonly HeldText[] | undefined;

  conflicts(store: SyncStore): readonly MergeConflict[] {
    this.#conflicts ??= store.plannedConflicts;
    return this.#conflicts;
  }

  /** The conflicts of the last plan and the stored ones, without unconfirmed creates whose record the user has deleted. */
  openConflicts(store: SyncStore, hasLocalRecord: (id: string) => boolean): MergeConflict[] {
    return [...this.conflicts(store), ...store.openConflicts(hasLocalRecord)];
  }

  /** (G30) Texts that are held, as last determined. */
  held(store: SyncStore): readonly HeldText[] {
    this.#held ??= store.heldTexts;
    return this.#held;
  }

  /** What to write so that conflicts that are being resolved are not stored any more. */
  entriesWithoutConflicts(store: SyncStore, resolved: readonly MergeConflict[]): readonly SyncStoreEntry[] {
    return store.plannedConflictEntries(this.#without(store, resolved), this.conflicts(store));
  }

  /** Must be called when that is written. */
  removeConflicts(store: SyncStore, resolved: readonly MergeConflict[]): void {
    this.#conflicts = this.#without(store, resolved);
  }

  #without(store: SyncStore, resolved: readonly MergeConflict[]): readonly MergeConflict[] {
    const ids = new Set(resolved.map(({ id }) => id));
    return this.conflicts(store).filter(({ id }) => !ids.has(id));
  }

  /** Updates the summary after a step. */
  update({ store, heldTexts, plannedConflicts }: Pick<SyncRunner, 'store' | 'heldTexts' | 'plannedConflicts'>): void {
    if (heldTexts) this.#storeHeld(store, heldTexts);
    if (plannedConflicts && !jsonEquals(plannedConflicts, this.conflicts(store))) this.#storeConflicts(store, plannedConflicts);
  }

  #storeHeld(store: SyncStore, held: readonly HeldText[]): void {
    if (jsonEquals(held, this.held(store))) return;
    this.#held = held;
    store.write([heldTextsEntry(held)]);
  }

  #storeConflicts(store: SyncStore, conflicts: readonly MergeConflict[]): void {
    const entries = store.plannedConflictEntries(conflicts, this.conflicts(store));
    this.#conflicts = conflicts;
    store.write(entries);
  }
}

const idleMarkerSchema = z.object({ version: z.int(), updatedAt: z.string() });

/**
 * The time at which both sides of a project were last found equal, and a marker by which a project that is still unchanged need not be
 * opened: the local version and the `updatedAt` in the list, which survive a restart.
 */
class LastSync {
  readonly #store: KeyValueStore;
  readonly #markerId: string;
  /** Undefined if it has not been read yet. */
  #idleMarker: z.infer<typeof idleMarkerSchema> | null | undefined;
  #at: string | null;
  #hasTransferred = false;

  /** `at` is in ISO 8601, as it is stored. */
  constructor(store: KeyValueStore, hash: string, at: string | null) {
    this.#store = store;
    this.#markerId = `${hash}/idle-marker`;
    this.#at = at;
  }

  /** When both sides were last found equal, in ISO 8601. */
  get at(): string | null {
    return this.#at;
  }

  /** Whether anything was sent or received since both sides were last equal. */
  get hasTransferred(): boolean {
    return this.#hasTransferred;
  }

  noteTransfer(): void {
    this.#hasTransferred = true;
  }

  noteEqual(at: string): void {
    this.#at = at;
    this.#hasTransferred = false;
  }

  /** Whether nothing was left to do at this local version. */
  isIdleVersion(version: number): boolean {
    return this.#readMarker()?.version === version;
  }

  /** Whether both sides are as they were when there was nothing left to do. */
  isIdle(version: number, updatedAt: string | null | undefined): boolean {
    const marker = this.#readMarker();
    return marker !== null && marker.version === version && marker.updatedAt === updatedAt;
  }

  markIdle(version: number, updatedAt: string): void {
    if (this.isIdle(version, updatedAt)) return;
    this.#idleMarker = { version, updatedAt };
    this.#store.put([{ id: this.#markerId, value: this.#idleMarker }]);
  }

  /** Must be called if there is work although neither side has changed: a resolution, a file, a retry. */
  clearIdle(): void {
    if (this.#readMarker() === null) return;
    this.#idleMarker = null;
    this.#store.put([{ id: this.#markerId, value: null }]);
  }

  #readMarker(): z.infer<typeof idleMarkerSchema> | null {
    this.#idleMarker ??= idleMarkerSchema.safeParse(this.#store.get(this.#markerId)).data ?? null;
    return this.#idleMarker;
  }
}
