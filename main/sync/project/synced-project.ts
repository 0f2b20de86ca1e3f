/** One synced project: its runner, its files, and when each is due. The scheduler calls its steps, one at a time. */
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { Command } from '../../../shared/model/commands.ts';
import { Problem } from '../../../shared/problem.ts';
import { assertUndamaged } from '../../engine/damage/assert-undamaged.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { Urgency } from '../client/request-queue.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { ConflictSide } from '../plan/resolve-conflict.ts';
import type { SyncedProjectRow } from '../store/remote-store.ts';
import { SyncStore } from '../store/sync-store.ts';
import { FileTransferRunner, fileRetryInterval } from './file-transfer-runner.ts';
import { runFirstRead } from './first-read.ts';
import { LastSync } from './last-sync.ts';
import { type LoadedProject, ProjectLoader } from './loaded-project.ts';
import { PlanSummary } from './plan-summary.ts';
import { neverDue, ProjectSchedule } from './project-schedule.ts';
import { nextDueAt, stoppedRetryInterval } from './step-outcome.ts';
import { StepRecorder } from './step-recorder.ts';
import type { SyncState, SyncStepResult } from './sync-state.ts';
import { SyncStateMachine } from './sync-state-machine.ts';
import type { SyncedProjectDeps } from './synced-project-deps.ts';
import { toStepResult } from './transition.ts';

/** Milliseconds after which an idle project is unloaded from memory. */
const unloadDelay = 600_000;

export class SyncedProject {
  readonly schedule = new ProjectSchedule();
  readonly transfers: FileTransferRunner;
  readonly #deps: SyncedProjectDeps;
  readonly #onChange: (project: SyncedProject) => void;
  readonly #loader: ProjectLoader;
  readonly #lastSync: LastSync;
  readonly #recorder: StepRecorder;
  #row: SyncedProjectRow;
  readonly #machine = new SyncStateMachine(() => this.#onChange(this));
  #hasStepped = false;
  /** The running step. */
  #step: Promise<SyncStepResult> | undefined;
  #steppedAt = 0;
  readonly #plan = new PlanSummary();

  constructor(row: SyncedProjectRow, deps: SyncedProjectDeps, onChange: (project: SyncedProject) => void) {
    this.#row = row;
    this.#deps = deps;
    this.#onChange = onChange;
    this.#loader = new ProjectLoader({
      ...deps,
      hash: row.hash,
      machine: this.#machine,
      readUrgency: () => this.urgency,
    });
    this.#lastSync = new LastSync(deps.keyValueStore, row.hash, row.lastSyncedAt);
    this.transfers = new FileTransferRunner(deps.now);
    this.#recorder = new StepRecorder({
      hash: row.hash,
      deps,
      plan: this.#plan,
      lastSync: this.#lastSync,
      schedule: this.schedule,
      transfers: this.transfers,
      onSynced: (at) => this.#saveRow({ ...this.#row, lastSyncedAt: at }),
    });
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
    return this.state.type === 'sending' || (this.#loader.current?.runner.pendingCount ?? 0) > 0 ? 'push' : 'poll';
  }

  /**
   * The runner of a downloaded project and its files, which are transferred in parallel with the steps. Loads them if they are not in
   * memory.
   */
  load(): LoadedProject {
    return this.#loader.load(this.workspace, this.isStepping || this.transfers.activeCount > 0 ? 'busy' : 'idle');
  }

  /** Loads the project. The conflicts of the last plan are stored for the time between a start and the first plan. */
  listConflicts(): readonly MergeConflict[] {
    if (!this.#row.isFetched) return [];
    const { runner, files } = this.load();
    // The local project is only opened if there is an unconfirmed create.
    const hasLocalRecord = (id: string) => this.#deps.engine.getProject(this.#row.hash).has(id);
    return [...this.#plan.openConflicts(runner.store, hasLocalRecord), ...files.conflicts];
  }

  /** The number of local changes that the remote does not have, as last counted. */
  get pendingCount(): number {
    return this.#plan.pendingCount;
  }

  /** (G30) Texts that stay on this computer because no request can contain their formatting, as last determined. Loads the project. */
  listHeldTexts(): readonly HeldText[] {
    return this.#row.isFetched ? this.#plan.held(this.load().runner.store) : [];
  }

  /** Whether both sides are as they were when there was nothing left to do. */
  get isIdle(): boolean {
    const listed = this.workspace.projectList?.projects.find(({ hash }) => hash === this.#row.remoteHash);
    return this.#row.isFetched && this.#lastSync.isIdle(this.#localVersion(), listed?.updatedAt);
  }

  /** Makes a step and files due immediately, and ends waits for the network and the limit. */
  wake(): void {
    this.schedule.set({ step: 0, files: 0 });
    this.#endWaits();
    this.#loader.current?.files.retryNow();
  }

  /** Makes a step and files due at this time at the latest. */
  expedite(dueAt: number): void {
    this.schedule.expedite({ step: dueAt, files: dueAt });
    // It may have become more urgent since the budget made it wait.
    this.#endWaits();
  }

  /** Ends waits for the network and the limit. A first read has none of its own. */
  #endWaits(): void {
    if (this.#row.isFetched) this.#machine.dispatch({ type: 'retry' });
  }

  /** Called instead of `step` for an idle project. Unloads it after a while. */
  skipStep(): void {
    const now = this.#deps.now();
    // The files of projects are not all examined at the start, but spread over some time after it.
    this.schedule.set({ step: neverDue, ...(!this.#hasStepped && { files: now + fileRetryInterval * (1 + this.#deps.random()) }) });
    this.#hasStepped = true;
    this.#machine.dispatch({ type: 'foundIdle' });
    this.#lastSync.noteEqual(formatIsoTime(now * 1000));
    if (now - this.#steppedAt >= unloadDelay && this.transfers.activeCount === 0) this.#loader.unload();
  }

  /** Returns a result if the remote is unavailable. Every other error is thrown, and the step is tried again after a while. */
  async step(): Promise<SyncStepResult> {
    // Events during the run make it due again.
    this.schedule.set({ step: neverDue });
    this.#steppedAt = this.#deps.now();
    this.#step = this.#recordedStep();
    try {
      return await this.#step;
    } catch (error) {
      this.#machine.dispatch({ type: 'failed', detail: error instanceof Problem ? error.text : null });
      const retryAt = this.#deps.now() + stoppedRetryInterval;
      this.schedule.set({ step: retryAt, files: retryAt });
      throw error;
    } finally {
      this.#step = undefined;
      this.#hasStepped = true;
    }
  }

  async #recordedStep(): Promise<SyncStepResult> {
    const { isFetched } = this.#row;
    const version = isFetched ? this.#localVersion() : -1;
    const pendingWrite = isFetched ? this.load().runner.store.pendingWrite : undefined;
    const result = await (isFetched ? this.#stepOfRunner() : this.#firstRead());
    if (this.#row.isFetched && !this.isRemoved) this.#recorder.record(this.load().runner, result, { version, pendingWrite });
    this.schedule.expedite({ step: nextDueAt(result, this.#deps.now()) });
    return result;
  }

  /** Transfers a file, or determines when there may be one. */
  async transferFile(): Promise<void> {
    if (this.#deps.engine.damage.isOpen(this.#row.hash)) return this.schedule.set({ files: this.#deps.now() + stoppedRetryInterval });
    await this.transfers.run(this.load().files, ({ dueAt, isFileReady }) => {
      // Assets that waited for their file can be sent.
      if (isFileReady) this.#leaveIdle();
      this.schedule.expedite({ files: dueAt });
    });
    this.#onChange(this);
  }

  /** Counts the local changes while no step can count them. */
  countPending(): void {
    if (this.#row.isFetched && !this.isStepping) this.#plan.estimate(this.load().runner, this.#localVersion());
  }

  /** Resolves when no step is running. */
  async whenStepDone(): Promise<void> {
    await this.#step?.catch(() => undefined);
  }

  /** Takes a step as soon as possible, even if neither side has changed. */
  refresh(): void {
    this.#leaveIdle();
  }

  /** Sends rejected writes again. */
  retryRejected(): void {
    this.#leaveIdle();
    if (this.#row.isFetched) this.load().runner.retryRejected();
  }

  /** Forgets the state on which both sides agreed, so that each difference becomes a conflict. */
  forgetAgreement(): void {
    if (this.#row.isFetched) this.load().runner.forgetAgreement();
    this.#leaveIdle();
    this.#onChange(this);
  }

  /** A returned command must be executed as the user's. */
  resolveConflict(conflict: MergeConflict, side: ConflictSide): Command | undefined {
    const { runner, files } = this.load();
    if (conflict.field !== 'file') return runner.resolveConflict(conflict, side);
    this.schedule.set({ files: 0 });
    files.resolveConflict(conflict, side);
    return undefined;
  }

  /** Hides a resolved conflict. If it is still open, the next plan finds it again. */
  dismissConflict({ id }: MergeConflict): void {
    this.#plan.removeConflict(this.load().runner.store, id);
    this.#leaveIdle();
    this.#onChange(this);
  }

  /** `until` is in milliseconds since 1970; null pauses until the user resumes, undefined resumes. */
  pause(until: number | null | undefined): void {
    const { pausedUntil: _, ...row } = this.#row;
    this.#saveRow(until === undefined ? row : { ...row, pausedUntil: until });
  }

  /** The rows to remove in the transaction that ends its sync. Nothing is written afterwards. */
  removalRows(): KeyValueWrites {
    this.#loader.close();
    return new SyncStore(this.#deps.keyValueStore, this.#row.hash).removalRows();
  }

  #localVersion(): number {
    return this.#deps.engine.getVersion(this.#row.hash).version;
  }

  /** Makes the next step due although neither side has changed. */
  #leaveIdle(): void {
    this.#lastSync.clearIdle();
    this.schedule.set({ step: 0 });
  }

  #saveRow(row: SyncedProjectRow): void {
    this.#row = row;
    this.#deps.remoteStore.saveSyncedProject(row);
  }

  async #stepOfRunner(): Promise<SyncStepResult> {
    const { engine } = this.#deps;
    await engine.openProject(this.#row.hash);
    assertUndamaged(engine, this.#row.hash);
    return this.load().runner.step();
  }

  async #firstRead(): Promise<SyncStepResult> {
    const { workspace, urgency } = this;
    const row = await runFirstRead({
      ...this.#deps,
      row: this.#row,
      workspace,
      urgency,
      dispatch: (event) => this.#machine.dispatch(event),
    });
    if (row) this.#row = row;
    if (row?.lastSyncedAt) this.#lastSync.noteEqual(row.lastSyncedAt);
    return toStepResult(this.state, 'firstRead');
  }
}
