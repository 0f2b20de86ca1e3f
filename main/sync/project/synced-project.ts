/** One synced project: its runner, its files, and when each is due. The scheduler makes it take steps, one at a time. */
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { ProjectFileSync } from '../client/files/project-file-sync.ts';
import type { Urgency } from '../client/request-budget.ts';
import type { Workspace } from '../client/workspace.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { ConflictSide } from '../plan/resolve-conflict.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import { IdleMarker } from '../store/idle-marker.ts';
import type { RemoteStore, SyncedProjectRow } from '../store/remote-store.ts';
import { SyncStore } from '../store/sync-store.ts';
import { activityForRecoveredWrite } from './activity-events.ts';
import { DueTimes, never } from './due-times.ts';
import { performFirstRead } from './first-read.ts';
import { type LoadedProject, loadProject } from './loaded-project.ts';
import { PlanSummary } from './plan-summary.ts';
import type { ProjectUsage } from './project-usage.ts';
import type { SyncEngine } from './sync-engine.ts';
import type { SyncRunner } from './sync-runner.ts';
import type { SyncAction, SyncEvent, SyncState, SyncStepResult } from './sync-state.ts';
import { initialState, toStepResult, transition } from './transition.ts';

export interface SyncedProjectDeps {
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  /** By name; one may be replaced by another of the same name. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly remoteStore: RemoteStore;
  readonly activityLog: ActivityLog;
  readonly usage: ProjectUsage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds. */
  readonly settleTime: number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly onChange: (project: SyncedProject) => void;
}

/** Milliseconds after which an idle project is unloaded from memory. */
const unloadDelay = 600_000;
/** Milliseconds until rejected files are tried again. */
const fileRetryInterval = 300_000;
/** Milliseconds until a stopped project is tried again. */
const stoppedRetryInterval = 300_000;

export class SyncedProject {
  readonly #deps: SyncedProjectDeps;
  readonly #idleMarker: IdleMarker;
  #row: SyncedProjectRow;
  #state: SyncState = initialState;
  #hasStepped = false;
  #lastSyncedAt: string | null;
  #loaded: LoadedProject | undefined;
  #isRemoved = false;
  /** The step on its way. */
  #step: Promise<SyncStepResult> | undefined;
  #steppedAt = 0;
  /** Something was sent or received since both sides were last equal. */
  #hasMoved = false;
  #requiredListTime = 0;
  #isRequested = false;
  readonly #due = new DueTimes();
  #activeTransfers = 0;
  #hasMoreFiles = false;
  readonly #plan = new PlanSummary();

  constructor(row: SyncedProjectRow, deps: SyncedProjectDeps) {
    this.#row = row;
    this.#lastSyncedAt = row.lastSyncedAt;
    this.#deps = deps;
    this.#idleMarker = new IdleMarker(deps.keyValueStore, row.hash);
    deps.activityLog.register(row.hash);
  }

  get row(): SyncedProjectRow {
    return this.#row;
  }

  get state(): SyncState {
    return this.#state;
  }

  /** It has taken a step, or was found idle, since the program started. */
  get hasStepped(): boolean {
    return this.#hasStepped;
  }

  get isStepping(): boolean {
    return this.#step !== undefined;
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** ISO 8601; when both sides were last found equal. */
  get lastSyncedAt(): string | null {
    return this.#lastSyncedAt;
  }

  /** Milliseconds since 1970; from then on a step is due. */
  get dueAt(): number {
    return this.#due.step;
  }

  /** Milliseconds since 1970; no step before the project list was requested at that time or later: others may have written meanwhile. */
  get requiredListTime(): number {
    return this.#requiredListTime;
  }

  /** A caller waits for it: it runs even without automatic sync. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Milliseconds since 1970; from then on there may be a file to transfer. */
  get filesDueAt(): number {
    return this.#due.files;
  }

  get activeTransfers(): number {
    return this.#activeTransfers;
  }

  /** The last file step found something to do. */
  get hasMoreFiles(): boolean {
    return this.#hasMoreFiles;
  }

  get workspace(): Workspace {
    const workspace = this.#deps.workspaces.get(this.#row.remote);
    if (!workspace) throw new Error(`There is no workspace ${this.#row.remote}`);
    return workspace;
  }

  /** Of a fetched project; loaded into memory on first use. */
  get runner(): SyncRunner {
    return this.#load().runner;
  }

  /** The files of a fetched project, which are transferred beside the steps. */
  get files(): ProjectFileSync {
    return this.#load().files;
  }

  get urgency(): Urgency {
    if (this.#deps.usage.isInUse(this.#row.hash)) return 'user';
    if (!this.#row.isFetched) return 'background';
    return this.#state.type === 'sending' || (this.#loaded?.runner.pendingCount ?? 0) > 0 ? 'push' : 'poll';
  }

  /** Those of the last plan are stored, for the time between a start and the first plan. */
  get conflicts(): readonly MergeConflict[] {
    if (!this.#row.isFetched) return [];
    const { store } = this.runner;
    const local = this.#deps.engine.getProject(this.#row.hash);
    // Once the user has deleted what was let wait, nothing of it exists only here.
    const stored = store.conflicts.filter(({ isPostponed, recordId }) => isPostponed !== true || local.has(recordId));
    return [...this.#plan.conflicts(store), ...stored, ...this.files.conflicts];
  }

  /** Local changes that the remote does not have, as counted last. */
  get pendingCount(): number {
    return this.#plan.pendingCount;
  }

  /** Both sides are as they were when there was nothing left to do. */
  get isIdle(): boolean {
    const listed = this.workspace.projectList?.projects.find(({ hash }) => hash === this.#row.remoteHash);
    return this.#row.isFetched && this.#idleMarker.matches(this.#localVersion(), listed?.updatedAt);
  }

  /** Makes a step and files due now, and ends waits for the network and the limit. */
  wake(): void {
    this.#due.set({ step: 0, files: 0 });
    this.#endWaits();
  }

  /** Makes a step due: the project list has news, or a pause is over. */
  makeDue(): void {
    this.#due.set({ step: 0 });
  }

  /** Makes a step and files due at that time at the latest. */
  expedite(dueAt: number): void {
    this.#due.expedite({ step: dueAt, files: dueAt });
    // It may be more urgent now than when the budget made it wait.
    if (this.#row.isFetched) this.runner.retryNow();
  }

  requireListSince(time: number): void {
    this.#requiredListTime = Math.max(this.#requiredListTime, time);
  }

  /** A caller waits until there is nothing to do now. */
  request(): void {
    this.#isRequested = true;
  }

  endRequest(): void {
    this.#isRequested = false;
  }

  /** Instead of a step, for an idle project. Unloads it after a while. */
  skipStep(): void {
    const now = this.#deps.now();
    // The files of all projects are not looked at at once, but some time after the start.
    if (!this.#hasStepped) this.#due.set({ files: now + fileRetryInterval * (1 + this.#deps.random()) });
    this.#hasStepped = true;
    this.#state = { type: 'idle', until: never };
    this.#due.set({ step: never });
    this.#lastSyncedAt = formatIsoTime(now * 1000);
    if (now - this.#steppedAt >= unloadDelay && this.#activeTransfers === 0) this.#loaded = undefined;
  }

  /** An unavailable remote is a result; everything else that fails is thrown, and tried again after a while. */
  async step(): Promise<SyncStepResult> {
    // What happens meanwhile makes it due again.
    this.#due.set({ step: never });
    this.#steppedAt = this.#deps.now();
    const { isFetched } = this.#row;
    const version = isFetched ? this.#localVersion() : -1;
    const unsettled = isFetched ? this.runner.store.pendingWrite : undefined;
    let result: SyncStepResult;
    try {
      this.#step = isFetched ? this.runner.step() : this.#firstRead();
      result = await this.#step;
    } catch (error) {
      this.#dispatch({ type: 'failed' });
      const retryAt = this.#deps.now() + stoppedRetryInterval;
      this.#due.set({ step: retryAt, files: retryAt });
      throw error;
    } finally {
      this.#step = undefined;
      this.#hasStepped = true;
    }
    if (unsettled && result.type === 'progressed') this.#logRecovery(unsettled, result.action);
    if (this.#row.isFetched && !this.#isRemoved) this.#afterStep(result, version);
    this.#due.expedite({ step: this.#nextDueAt(result) });
    return result;
  }

  /** Transfers a file, or finds out when there may be one. */
  async transferFile(): Promise<void> {
    const { files } = this;
    const { revision } = files;
    this.#activeTransfers++;
    let dueAt = this.#deps.now() + fileRetryInterval;
    try {
      const result = await files.step();
      this.#hasMoreFiles = result.type === 'progressed';
      if (result.type === 'progressed') dueAt = 0;
      if (result.type === 'waiting') dueAt = result.until;
      // Assets that waited for their file can be sent now.
      if (result.type === 'progressed' && files.revision !== revision) this.#leaveIdle();
    } finally {
      this.#due.expedite({ files: dueAt });
      this.#activeTransfers--;
    }
    this.#deps.onChange(this);
  }

  /** No further file step starts before a running one ends with more to do, or before the project is woken. */
  holdFiles(): void {
    this.#due.set({ files: never });
  }

  /** Counts local changes while no step can do it. */
  countPending(): void {
    if (this.#row.isFetched && !this.isStepping) this.#plan.estimate(this.runner, this.#localVersion());
  }

  /** Resolves when no step is on its way. */
  async whenStepDone(): Promise<void> {
    await this.#step?.catch(() => undefined);
  }

  /** Takes a step now, even if neither side has changed. */
  refresh(): void {
    this.#leaveIdle();
  }

  /** Sends rejected writes once more. */
  retryRejected(): void {
    this.#leaveIdle();
    if (this.#row.isFetched) this.runner.retryRejected();
  }

  /** A returned command is to be executed as the user's. */
  resolveConflict(conflict: MergeConflict, side: ConflictSide): Command | undefined {
    if (conflict.field !== 'file') return this.runner.resolveConflict(conflict, side);
    this.#due.set({ files: 0 });
    this.files.resolveConflict(conflict, side);
    return undefined;
  }

  /** Hides a resolved conflict; if it is still open, the next plan finds it again. */
  dismissConflict({ id }: MergeConflict): void {
    this.#plan.removeConflict(this.runner.store, id);
    this.#leaveIdle();
    this.#deps.onChange(this);
  }

  /** Milliseconds since 1970; null: until resumed; undefined: resumes. */
  pause(until: number | null | undefined): void {
    const { pausedUntil: _, ...row } = this.#row;
    this.#saveRow(until === undefined ? row : { ...row, pausedUntil: until });
  }

  /** For the transaction that ends its sync: nothing is written from now on. */
  removalRows(): KeyValueWrites {
    this.#isRemoved = true;
    this.#loaded?.rows.close();
    return new SyncStore(this.#deps.keyValueStore, this.#row.hash).removalRows();
  }

  #localVersion(): number {
    return this.#deps.engine.getVersion(this.#row.hash).version;
  }

  #endWaits(): void {
    if (!this.#row.isFetched) return;
    this.runner.retryNow();
    this.files.retryNow();
  }

  /** The next step is due although neither side has changed. */
  #leaveIdle(): void {
    this.#idleMarker.clear();
    this.#due.set({ step: 0 });
  }

  #saveRow(row: SyncedProjectRow): void {
    this.#row = row;
    this.#deps.remoteStore.saveSyncedProject(row);
  }

  #nextDueAt(result: SyncStepResult): number {
    switch (result.type) {
      case 'progressed':
        return 0;
      case 'waiting':
        return result.until;
      case 'stopped':
        return this.#deps.now() + stoppedRetryInterval;
    }
  }

  /** Loads it again where the workspace was replaced. */
  #load(): LoadedProject {
    const { workspace } = this;
    // Only one runner at a time: the base in its memory must be the stored one.
    const isBusy = this.isStepping || this.#activeTransfers > 0;
    if (this.#loaded && (this.#loaded.workspace === workspace || isBusy)) return this.#loaded;
    const onStateChange = (state: SyncState): void => this.#setState(state);
    this.#loaded = loadProject({ ...this.#deps, hash: this.#row.hash, workspace, readUrgency: () => this.urgency, onStateChange });
    if (this.#isRemoved) this.#loaded.rows.close();
    return this.#loaded;
  }

  #setState(state: SyncState): void {
    this.#state = state;
    this.#deps.onChange(this);
  }

  #dispatch(event: SyncEvent): void {
    const [state] = transition(this.#state, event);
    if (state !== this.#state) this.#setState(state);
  }

  async #firstRead(): Promise<SyncStepResult> {
    const { engine, keyValueStore, activityLog, now } = this.#deps;
    const { workspace } = this;
    try {
      const retryAt = workspace.requestQueue.availableAt(this.urgency, true);
      if (retryAt > now()) throw new RemoteUnavailableError(message('remote.unavailable.budget'), { retryAt });
      this.#dispatch({ type: 'first read started' });
      const row = await performFirstRead({ row: this.#row, workspace, engine, keyValueStore, activityLog, now });
      if (row) [this.#row, this.#lastSyncedAt] = [row, row.lastSyncedAt];
      this.#dispatch(row ? { type: 'read' } : { type: 'list read', found: 'missing' });
    } catch (error) {
      if (!(error instanceof RemoteUnavailableError)) throw error;
      const { text: detail, isPermanent, retryAt } = error;
      this.#dispatch({ type: 'unavailable', detail, isPermanent, retryAt, now: now() });
    }
    return toStepResult(this.#state, 'first read');
  }

  /** A read has shown whether a write was applied whose answer was lost. */
  #logRecovery({ request }: PendingWrite, action: SyncAction): void {
    if (action !== 'confirm write' && action !== 'abandon write') return;
    const { activityLog, engine } = this.#deps;
    const { hash } = this.#row;
    activityLog.append(hash, activityForRecoveredWrite(request, action === 'confirm write', engine.getProject(hash)));
  }

  /** Stores what a step has left behind. A poll that finds nothing writes nothing. */
  #afterStep(result: SyncStepResult, version: number): void {
    const { runner } = this;
    const outcome = outcomeOf(result);
    this.#plan.update(runner, version, outcome);
    if (this.#deps.activityLog.pendingEntries(this.#row.hash).length > 0) runner.store.write([]);
    if (result.type === 'progressed' && result.action !== 'read list') {
      this.#hasMoved = true;
      this.#due.set({ files: 0 });
    }
    if (outcome === 'synced') this.#markSynced(version);
  }

  #markSynced(version: number): void {
    const { runner } = this;
    const now = this.#deps.now();
    this.#lastSyncedAt = formatIsoTime(now * 1000);
    const areFilesIdle = this.#activeTransfers === 0 && this.#due.files > now;
    if (areFilesIdle && runner.rejectedWrites.length + runner.invalidRecords.size + runner.waitingCount === 0)
      this.#idleMarker.save(version, runner.store.checkpoint?.updatedAt ?? '');
    if (this.#hasMoved) this.#saveRow({ ...this.#row, lastSyncedAt: this.#lastSyncedAt });
    this.#hasMoved = false;
  }
}

function outcomeOf(result: SyncStepResult): 'synced' | 'planned' | 'waiting' {
  if (result.type === 'progressed') return 'planned';
  if (result.type === 'stopped') return 'waiting';
  if (result.reason === 'blocked') return 'planned';
  return result.reason === 'synced' ? 'synced' : 'waiting';
}
