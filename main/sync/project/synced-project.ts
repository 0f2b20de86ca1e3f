/** One mirrored project: its loop, its files, and what is known of both. It takes a step when it is told to, one at a time. */
import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { ProjectFileSync } from '../client/files/project-file-sync.ts';
import type { Urgency } from '../client/request-budget.ts';
import type { Workspace } from '../client/workspace.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { StepResult } from '../protocol/step-result.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import { IdleMarker } from '../store/idle-marker.ts';
import type { SyncedProjectRow } from '../store/remote-store.ts';
import { SyncStore } from '../store/sync-store.ts';
import { activityForRecoveredWrite } from './activity-events.ts';
import { type ActivityLoggingDeps, createLoggedProject, createLoggedRemote, createLoggedStore } from './activity-logging.ts';
import { performFirstRead } from './first-read.ts';
import type { SyncEngine } from './sync-engine.ts';
import { SyncRunner } from './sync-runner.ts';

export interface SyncedProjectDeps {
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly workspace: () => Workspace;
  readonly activityLog: ActivityLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly settleTime: number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** The user works with it at this moment. */
  readonly isInUse: () => boolean;
  readonly saveRow: (row: SyncedProjectRow) => void;
  /** It does something else now. */
  readonly onChange: () => void;
}

/** Milliseconds after which a calm project is no longer held in memory. */
const unloadDelay = 600_000;
/** Milliseconds until files that are refused are tried again. */
const fileRetryInterval = 300_000;

export class SyncedProject {
  row: SyncedProjectRow;
  lastResult: StepResult | undefined;
  transferState: 'sending' | 'receiving' | undefined;
  /** Milliseconds; from then on a step is due. */
  dueAt = 0;
  /** Milliseconds; no step before the list was asked at that time or later: others may have written meanwhile. */
  requiredListTime = 0;
  /** Somebody waits for it: it goes even where nothing goes by itself. */
  isRequested = false;
  isStepping = false;
  isRemoved = false;
  /** Milliseconds; from then on there may be a file to move. And how many are on their way. */
  filesDueAt = 0;
  activeTransfers = 0;
  /** The last one found something to do. */
  hasMoreFiles = false;
  /** ISO 8601; when both sides were last found equal. */
  inStepAt: string | null;
  readonly #deps: SyncedProjectDeps;
  readonly #calm: IdleMarker;
  #open: { readonly runner: SyncRunner; readonly files: ProjectFileSync } | undefined;
  #asked: readonly MergeConflict[] | undefined;
  #waiting = 0;
  #countedAt = -1;
  #step: Promise<StepResult> | undefined;
  #steppedAt = 0;
  #isMoved = false;

  constructor(row: SyncedProjectRow, deps: SyncedProjectDeps) {
    this.row = row;
    this.inStepAt = row.inStepAt;
    this.#deps = deps;
    this.#calm = new IdleMarker(deps.keyValueStore, row.hash);
    deps.activityLog.register(row.hash);
  }

  get workspace(): Workspace {
    return this.#deps.workspace();
  }

  /** Of a project that is here. */
  get runner(): SyncRunner {
    return this.#opened.runner;
  }

  /** Its files, beside the loop. */
  get files(): ProjectFileSync {
    return this.#opened.files;
  }

  get urgency(): Urgency {
    if (this.#deps.isInUse()) return 'user';
    if (!this.row.made) return 'fill';
    return this.transferState === 'sending' || (this.#open?.runner.pendingCount ?? 0) > 0 ? 'push' : 'poll';
  }

  /** What the plan asks is kept for the next start, when there is none yet. */
  get conflicts(): readonly MergeConflict[] {
    if (!this.row.made) return [];
    return [...this.#known(), ...this.runner.store.conflicts, ...this.files.conflicts];
  }

  /** Changes that are here and not there, as they were counted last. */
  get pendingCount(): number {
    return this.#waiting;
  }

  /** Both sides are as they were when there was nothing left to do. */
  get isIdle(): boolean {
    const listed = this.workspace.projectList?.projects.find(({ hash }) => hash === this.row.there);
    return this.row.made && this.#calm.matches(this.#version, listed?.updatedAt);
  }

  /** Instead of a step. What it holds in memory is let go after a while. */
  skipStep(): void {
    const now = this.#deps.now();
    // Files are looked at some time after the start, not those of all projects at once.
    if (this.lastResult === undefined) this.filesDueAt = now + fileRetryInterval * (1 + this.#deps.random());
    this.lastResult = { is: 'until', at: Number.POSITIVE_INFINITY, reason: 'in step' };
    this.dueAt = Number.POSITIVE_INFINITY;
    this.inStepAt = formatIsoTime(now * 1000);
    if (now - this.#steppedAt >= unloadDelay && this.activeTransfers === 0) this.#open = undefined;
  }

  /** Whatever goes wrong inside is for the caller; silence and refusals are what it says is next. */
  async step(): Promise<StepResult> {
    const version = this.row.made ? this.#version : -1;
    this.#steppedAt = this.#deps.now();
    const doubtful = this.row.made ? this.runner.store.pendingWrite : undefined;
    this.isStepping = true;
    try {
      this.#step = this.row.made ? this.runner.step() : this.#fetch();
      this.lastResult = await this.#step;
    } finally {
      this.#step = undefined;
      this.isStepping = false;
      this.transferState = undefined;
    }
    if (doubtful && this.lastResult.is === 'busy') this.#cleared(doubtful.sending, this.lastResult.action);
    if (this.row.made && !this.isRemoved) this.#look(this.lastResult, version);
    return this.lastResult;
  }

  /** A file comes or goes, or it says when that may be. */
  async transferFile(): Promise<void> {
    const { files } = this;
    const { revision } = files;
    this.activeTransfers++;
    let dueAt = this.#deps.now() + fileRetryInterval;
    try {
      const next = await files.step();
      this.hasMoreFiles = next.is === 'busy';
      if (next.is !== 'stopped') dueAt = next.is === 'busy' ? 0 : next.at;
      // Assets that waited for theirs may go now.
      if (next.is === 'busy' && files.revision !== revision) this.markDue();
    } finally {
      this.filesDueAt = Math.min(this.filesDueAt, dueAt);
      this.activeTransfers--;
    }
    this.#deps.onChange();
  }

  /** Counts what waits while nothing can be asked. */
  countPending(): void {
    if (!this.row.made || this.isStepping || this.#countedAt === this.#version) return;
    this.#countedAt = this.#version;
    this.#waiting = this.runner.store.checkpoint?.rest === this.#version ? 0 : this.runner.estimateRequests();
  }

  /** Resolves when no step is on its way. */
  async whenStepDone(): Promise<void> {
    await this.#step?.catch(() => undefined);
  }

  /** The next step is due, however calm it is. */
  markDue(): void {
    this.#calm.clear();
    this.dueAt = 0;
  }

  /** What was refused goes once more. */
  retryRejected(): void {
    this.markDue();
    if (this.row.made) this.runner.retryRejected();
  }

  resolveConflict(question: MergeConflict, choice: 'mine' | 'theirs'): Command | undefined {
    if (question.cell !== 'file') return this.runner.resolveConflict(question, choice);
    this.filesDueAt = 0;
    this.files.resolveConflict(question, choice);
    return undefined;
  }

  /** It is not shown any more; if it is still open, the next plan says so. */
  dismissConflict({ id }: MergeConflict): void {
    this.#ask(this.#known().filter((each) => each.id !== id));
    this.markDue();
    this.#deps.onChange();
  }

  updateRow(row: SyncedProjectRow): void {
    this.row = row;
    this.#deps.saveRow(row);
  }

  /** To be laid beside its end. */
  removalRows(): KeyValueWrites {
    this.isRemoved = true;
    return new SyncStore(this.#deps.keyValueStore, this.row.hash).removalRows();
  }

  get #version(): number {
    return this.#deps.engine.getVersion(this.row.hash).version;
  }

  get #opened(): { readonly runner: SyncRunner; readonly files: ProjectFileSync } {
    this.#open ??= this.#made();
    return this.#open;
  }

  #made(): { readonly runner: SyncRunner; readonly files: ProjectFileSync } {
    const { engine, keyValueStore: plain, workspace, activityLog, now, settleTime } = this.#deps;
    const { hash } = this.row;
    const onTransfer = (what: 'sending' | 'receiving') => this.#do(what);
    const noting: ActivityLoggingDeps = {
      hash,
      engine,
      keyValueStore: plain,
      activityLog,
      workspace,
      now,
      onTransfer,
      isRemoved: () => this.isRemoved,
    };
    const local = createLoggedProject(noting);
    const keyValueStore = createLoggedStore(noting);
    const store = new SyncStore(keyValueStore, hash);
    // Those of what is open come before those of all others, and leave the user's part of the budget alone.
    const urgency = (): Urgency => (this.#deps.isInUse() ? 'poll' : 'fill');
    const files = workspace().files({ local, hash, keyValueStore, store, urgency });
    const allowedAt = (what: 'list' | 'read' | 'write') => {
      const urgency = what === 'write' ? (this.#deps.isInUse() ? 'user' : 'push') : this.urgency;
      return workspace().requestQueue.availableAt(urgency, what === 'read');
    };
    const latestList = () => workspace().projectList;
    const remote = createLoggedRemote(noting);
    const runner = new SyncRunner({
      hash,
      local,
      files,
      store,
      keyValueStore,
      remote,
      now,
      settleTime,
      allowedAt,
      latestList,
      pollInterval: Number.POSITIVE_INFINITY,
    });
    return { runner, files };
  }

  async #fetch(): Promise<StepResult> {
    const { workspace, engine, keyValueStore, activityLog, now } = this.#deps;
    const onBegin = () => this.#do('receiving');
    const { row, urgency } = this;
    const { next, row: made } = await performFirstRead({
      row,
      urgency,
      workspace: workspace(),
      engine,
      keyValueStore,
      activityLog,
      now,
      onBegin,
    });
    if (made) [this.row, this.inStepAt] = [made, made.inStepAt];
    return next;
  }

  #do(what: 'sending' | 'receiving'): void {
    if (this.transferState === what) return;
    this.transferState = what;
    this.#deps.onChange();
  }

  /** A look has shown what became of a request whose answer was lost. */
  #cleared(sending: SyncRequest, did: string): void {
    if (did !== 'found' && did !== 'given up') return;
    const { activityLog, engine } = this.#deps;
    activityLog.append(this.row.hash, activityForRecoveredWrite(sending, did === 'found', engine.getProject(this.row.hash)));
  }

  #known(): readonly MergeConflict[] {
    this.#asked ??= z.array(z.custom<MergeConflict>()).catch([]).parse(this.runner.store.get('asked'));
    return this.#asked;
  }

  #ask(asked: readonly MergeConflict[]): void {
    this.#asked = asked;
    this.runner.store.write([{ id: 'asked', value: asked }]);
  }

  /** What a step has left behind. A poll that finds nothing writes nothing. */
  #look(next: StepResult, version: number): void {
    const { runner } = this;
    const { plannedConflicts } = runner;
    const isAtRest = next.is === 'until' && next.reason === 'in step';
    this.#waiting = isAtRest ? 0 : plannedConflicts ? runner.pendingCount : this.#waiting;
    // What was not planned was not counted.
    if (isAtRest || next.is === 'busy') this.#countedAt = version;
    if (plannedConflicts && JSON.stringify(plannedConflicts) !== JSON.stringify(this.#known())) this.#ask(plannedConflicts);
    if (this.#deps.activityLog.pendingEntries(this.row.hash).length > 0) runner.store.write([]);
    if (next.is === 'busy' && next.action !== 'list') {
      this.#isMoved = true;
      this.filesDueAt = 0;
    }
    if (!isAtRest) return;
    this.inStepAt = formatIsoTime(this.#deps.now() * 1000);
    const areFilesAtRest = this.activeTransfers === 0 && this.filesDueAt > this.#deps.now();
    if (areFilesAtRest && runner.rejectedWrites.length + runner.invalidRecords.size === 0)
      this.#calm.save(version, runner.store.checkpoint?.updatedAt ?? '');
    if (this.#isMoved) this.updateRow({ ...this.row, inStepAt: this.inStepAt });
    this.#isMoved = false;
  }
}
