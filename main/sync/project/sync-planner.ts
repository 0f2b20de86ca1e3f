/**
 * What there is to do, by a plan that is made anew when something has changed: what to take in, what to ask, which request goes next. It
 * remembers what could not be taken in, and what was looked up to no avail. In memory only.
 */
import { Project } from '../../../shared/model/project.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { planOperations, type SyncOperation } from '../plan/plan-operations.ts';
import { planSync, type SyncPlan } from '../plan/plan-sync.ts';
import { fileReplacementOperations } from '../protocol/asset-file-requests.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { RejectedWrite, SyncStore } from '../store/sync-store.ts';
import { OperationQueue } from './operation-queue.ts';
import type { RemoteState } from './remote-state.ts';
import type { SyncRunnerDeps } from './sync-runner-deps.ts';

export class SyncPlanner {
  /** Records that could not be taken in as they came; asked again after the next read (I20). */
  readonly invalidRecords = new Map<string, string>();
  readonly #deps: SyncRunnerDeps;
  readonly #rows: SyncStore;
  readonly #theirs: RemoteState;
  #plan: SyncPlan | undefined;
  #plannedFor = -1;
  /** Something of it was sent: what it left out may be possible now. */
  #isUsed = false;
  #queue: OperationQueue | undefined;
  #filesSeen: number | undefined;
  /** Looks that told nothing new: not before there is another plan. */
  #inVain = new Set<string>();

  constructor(deps: SyncRunnerDeps, rows: SyncStore, theirs: RemoteState) {
    this.#deps = deps;
    this.#rows = rows;
    this.#theirs = theirs;
  }

  /** What the plan asks; undefined where there is none at the moment. */
  get conflicts(): readonly MergeConflict[] | undefined {
    return this.#plan?.mergeResult.conflicts;
  }

  /** Changes that are to be sent yet, as far as that is known. */
  get pendingCount(): number {
    return this.#queue?.remaining ?? this.#plan?.operations.length ?? 0;
  }

  /** What the remote does not take, as it is now. */
  get rejectedWrites(): readonly RejectedWrite[] {
    return this.#queue?.rejected ?? [];
  }

  /** How many requests what is here would take, as far as that can be told without asking. */
  estimateRequests(): number {
    return planOperations(this.#deps.local.project, this.#theirs.project ?? this.#rows.base, this.#plan?.mergeResult.withheld ?? new Set())
      .length;
  }

  get plan(): SyncPlan {
    if (this.#plan && this.isCurrent) return this.#plan;
    const { local } = this.#deps;
    this.#plan = planSync({ base: this.#rows.base, local: local.project, remote: this.#theirs.project ?? new Project() });
    this.#plannedFor = local.version;
    this.#isUsed = false;
    this.#queue = undefined;
    this.#inVain = new Set();
    return this.#plan;
  }

  /** Nothing has changed here since the plan was made. */
  get isCurrent(): boolean {
    return this.#plannedFor === this.#deps.local.version;
  }

  /** The plan sends no more, and something of it was sent. */
  get isExhausted(): boolean {
    return this.#isUsed;
  }

  /** Something is in question, could not be taken in, or is to be looked up yet. */
  get hasUnresolved(): boolean {
    const { conflicts, withheld } = this.plan.mergeResult;
    return conflicts.length + withheld.size + this.invalidRecords.size + this.#inVain.size > 0;
  }

  /** What is known has changed. */
  invalidate(): void {
    this.#plan = undefined;
  }

  /** A request of it was answered; `goesOn`: it holds for what the project is now. */
  markUsed(goesOn: boolean): void {
    if (goesOn) this.#plannedFor = this.#deps.local.version;
    else this.#plan = undefined;
    this.#isUsed = true;
  }

  markLookedUp(op: SyncOperation, isNew: boolean): void {
    const inVain = new Set([...this.#inVain, JSON.stringify(op)]);
    this.#plan = undefined;
    if (isNew || !this.plan) return;
    this.#inVain = inVain;
  }

  /** The next request that can go. */
  nextRequest(remoteHash: string, remote: Project): SyncRequest | undefined {
    const { files, local } = this.#deps;
    const unsure = new Set(this.#rows.uncertainCreates.map(({ sending }) => sending.op.id));
    const isBlocked = (op: SyncOperation) => unsure.has(op.id) || this.invalidRecords.has(op.id) || this.#inVain.has(JSON.stringify(op));
    const { mergeResult, hasIncoming, operations: planned } = this.plan;
    if (this.#filesSeen !== files?.revision) this.#queue = undefined;
    this.#filesSeen = files?.revision;
    // What could not be taken in keeps nothing else from being sent.
    const ops = () =>
      hasIncoming ? planOperations(local.project, remote, new Set([...mergeResult.withheld, ...this.invalidRecords.keys()])) : planned;
    this.#queue ??= new OperationQueue([...ops(), ...fileReplacementOperations(files)]);
    return this.#queue.next({ remoteHash, local: local.project, remote, store: this.#rows, files, isBlocked });
  }
}
