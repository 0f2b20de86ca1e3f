/**
 * Runs the sync of one project, step by step. A step is at most one request and one transaction. It does not wait and reads no clock other
 * than `now`: its caller waits, shares the budget and shows the state. `transition` decides, this class performs, and SyncTransactions
 * stores the results. docs/sync.md contains a diagram.
 */
import type { Message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { LocalChanges } from '../plan/plan-operations.ts';
import type { ConflictSide } from '../plan/resolve-conflict.ts';
import { isFileReplacement } from '../protocol/build-request.ts';
import { lookupError } from '../protocol/lookup-response.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import { toWriteOutcome } from '../protocol/write-outcome.ts';
import { inferAcknowledgement } from '../store/acknowledgement-entries.ts';
import { checkpointEntry, clearPendingWriteEntry, pendingWriteEntry, type RejectedWrite, SyncStore } from '../store/sync-store.ts';
import { inspectWrite } from './inspect-write.ts';
import { compareSides, idleConditions, type KnownSides, planNextAction } from './next-action.ts';
import { storeDuplicateConflicts, uncertainCreateEntries } from './recovered-create.ts';
import { RemoteState } from './remote-state.ts';
import { SyncPlanner } from './sync-planner.ts';
import type { SyncRunnerDeps } from './sync-runner-deps.ts';
import type { SyncAction, SyncEffect, SyncEvent, SyncRequestType, SyncState, SyncStepResult } from './sync-state.ts';
import { SyncStateMachine } from './sync-state-machine.ts';
import { SyncTransactions } from './sync-transactions.ts';
import { toStepResult } from './transition.ts';

export class SyncRunner {
  readonly store: SyncStore;
  readonly #deps: SyncRunnerDeps;
  readonly #remote: RemoteState;
  readonly #planner: SyncPlanner;
  readonly #sides: KnownSides;
  readonly #transactions: SyncTransactions;
  readonly #machine: SyncStateMachine;

  constructor(deps: SyncRunnerDeps) {
    this.#deps = deps;
    this.#machine = deps.machine ?? new SyncStateMachine();
    this.store = deps.store ?? new SyncStore(deps.keyValueStore, deps.hash);
    this.#remote = new RemoteState(deps, this.store);
    this.#planner = new SyncPlanner(deps, this.store, this.#remote);
    this.#sides = { deps, store: this.store, remote: this.#remote, planner: this.#planner };
    this.#transactions = new SyncTransactions(deps, this.store, this.#remote, this.#planner);
  }

  get state(): SyncState {
    return this.#machine.state;
  }

  /** Open conflicts: those that every plan finds, and those that were stored when they were found. */
  get conflicts(): readonly MergeConflict[] {
    return [...(this.#planner.conflicts ?? []), ...this.store.openConflicts((id) => this.#deps.local.project.has(id))];
  }

  /** The conflicts of the plan; undefined if there is no plan at the moment. */
  get plannedConflicts(): readonly MergeConflict[] | undefined {
    return this.#planner.conflicts;
  }

  /** Whether the remote project is known, so that conflicts can be resolved. */
  get hasReadRemote(): boolean {
    return this.#remote.project !== undefined;
  }

  /** The local changes, as far as they can be determined without a request. */
  estimateChanges(): LocalChanges {
    return this.#planner.estimateChanges();
  }

  /** The local changes since both sides last agreed, without those in conflict. */
  localChanges(): LocalChanges {
    return this.#planner.localChanges();
  }

  /** (G30) The texts that the last plan found to be held; undefined before the first plan. */
  get heldTexts(): readonly HeldText[] | undefined {
    return this.#planner.heldTexts;
  }

  /** The number of changes to be sent, as far as it is known. */
  get pendingCount(): number {
    return this.#planner.pendingCount;
  }

  /** The number of held operations that wait for another one. */
  get waitingCount(): number {
    return this.#planner.waitingCount;
  }

  /** The writes that the remote currently rejects. */
  get rejectedWrites(): readonly RejectedWrite[] {
    return this.#planner.rejectedWrites;
  }

  /** Records of the remote that the engine rejects, with the reason. */
  get invalidRecords(): ReadonlyMap<string, Message> {
    return this.#planner.invalidRecords;
  }

  /** Sends rejected writes again, which the remote may accept by then. */
  retryRejected(): void {
    this.store.write([...this.store.clearRejectedEntries(), checkpointEntry({ ...this.store.requiredCheckpoint, idleVersion: null })]);
    this.#planner.discardPlan();
  }

  /** Forgets the state on which both sides agreed. The remote is read before anything is sent. */
  forgetAgreement(): void {
    this.#remote.forgetAgreement();
    this.#planner.startOver();
  }

  /** Stores the effect of the choice. A returned command must be executed as the user's, so that it can be undone. */
  resolveConflict(conflict: MergeConflict, side: ConflictSide): Command | undefined {
    return this.#transactions.resolveConflict(conflict, side);
  }

  /** Returns a result if the remote is unavailable, and throws every other error. */
  async step(): Promise<SyncStepResult> {
    let action: SyncAction = 'compare';
    let event: SyncEvent | undefined = { type: 'wake', now: this.#deps.now(), write: this.store.pendingWrite };
    while (event) {
      const effects: readonly SyncEffect[] = this.#machine.dispatch(event);
      event = undefined;
      const [mainEffect] = effects;
      if (mainEffect) action = mainEffect.type;
      for (const effect of effects) event = await this.#perform(effect);
    }
    return toStepResult(this.#machine.state, action);
  }

  /** Performs the effect and returns the event that follows; undefined if the step ends with the effect. */
  async #perform(effect: SyncEffect): Promise<SyncEvent | undefined> {
    try {
      return await this.#performUnguarded(effect);
    } catch (error) {
      if (!(error instanceof RemoteUnavailableError)) throw error;
      const { text: detail, isPermanent, retryAt } = error;
      return { type: 'unavailable', request: requestOf(effect), detail, isPermanent, retryAt, now: this.#deps.now() };
    }
  }

  async #performUnguarded(effect: SyncEffect): Promise<SyncEvent | undefined> {
    switch (effect.type) {
      case 'markInterruptedWrite':
        this.store.write([pendingWriteEntry({ ...effect.write, unconfirmedSince: this.#deps.now() })]);
        return undefined;
      case 'inspectWrite':
        return inspectWrite({
          ...this.#deps,
          local: this.#deps.local.project,
          store: this.store,
          remote: this.#remote,
          now: this.#deps.now(),
        });
      case 'compare':
        return this.#compare();
      case 'readList':
        return await this.#readList();
      case 'readProject':
        return await this.#readProject();
      case 'plan':
        return this.#planNext();
      case 'adoptCreate':
        this.#transactions.adoptCreate(effect.create);
        return undefined;
      case 'adoptConditions':
        this.#transactions.adoptConditions(effect.created);
        return undefined;
      case 'merge':
        this.#transactions.merge(effect.part);
        return undefined;
      case 'send':
        return await this.#send(effect.write);
      case 'lookUp':
        return await this.#lookUp(effect.request);
      case 'acknowledge':
        this.#transactions.acknowledge(effect.write, effect.acknowledgement, effect.write.request.expected);
        return undefined;
      case 'confirmWrite':
        this.#confirmWrite(effect.write, effect.id);
        return undefined;
      case 'abandonWrite':
        this.#abandonWrite(effect.write);
        return undefined;
      case 'askAboutCreate':
        this.store.write(uncertainCreateEntries(effect.write, this.#deps.local.project));
        return undefined;
      case 'storeOutcome':
        this.store.write(effect.entries);
        return undefined;
      case 'forgetRemote':
        this.#remote.forget();
        return undefined;
      case 'resetRecord':
        this.#transactions.resetRecord(effect.request);
        return undefined;
      case 'discardPlan':
        this.#planner.discardPlan();
        return undefined;
      case 'saveIdleCheckpoint':
        this.#transactions.saveIdleCheckpoint();
        return undefined;
    }
  }

  #compare(): SyncEvent {
    const found = this.#remote.applyLatestList();
    if (found === 'missing') return this.#listedWithoutProject();
    const comparison = compareSides(this.#sides);
    return { type: 'compared', comparison, isNewlyListed: found === 'listed', ...idleConditions(this.#sides) };
  }

  async #readList(): Promise<SyncEvent> {
    const found = await this.#remote.fetchList();
    return found === 'missing' ? this.#listedWithoutProject() : { type: 'listRead', found };
  }

  #listedWithoutProject(): SyncEvent {
    return { type: 'listRead', found: 'missing', request: 'readList', now: this.#deps.now() };
  }

  /** The remote has applied the write, but its response is lost. */
  #confirmWrite(write: PendingWrite, id: string | null): void {
    this.#transactions.acknowledge(write, inferAcknowledgement(id, write.version === null ? null : write.version + 1), null);
    this.#remote.forget();
  }

  /** The next plan determines what must still be sent. */
  #abandonWrite({ request: { operation } }: PendingWrite): void {
    this.store.write([clearPendingWriteEntry]);
    if (isFileReplacement(operation)) this.#deps.files?.invalidate(operation.id, 'unconfirmed');
    this.#planner.discardPlan();
  }

  /** Throws a RemoteUnavailableError if the budget does not allow a request at the moment. */
  #planNext(): SyncEvent {
    const { action, entries } = planNextAction(this.#sides);
    if (entries.length > 0) this.store.write(entries);
    if (action.type === 'send' || action.type === 'lookUp') this.#remote.requireBudget('write');
    return { type: 'planned', action, ...idleConditions(this.#sides) };
  }

  async #readProject(): Promise<SyncEvent> {
    const remote = await this.#remote.read();
    this.#planner.startOver();
    if (remote) storeDuplicateConflicts(this.store, remote, this.#remote.readAt);
    return { type: 'read', request: 'readProject' };
  }

  /** The row is on the disk before any byte is sent (I7). */
  async #send(write: PendingWrite): Promise<SyncEvent> {
    this.#remote.requireBudget('write');
    this.store.write([pendingWriteEntry(write)]);
    const outcome = toWriteOutcome(write.request, await this.#deps.remote.send(write.request));
    return { type: 'sent', write, outcome, now: this.#deps.now() };
  }

  async #lookUp(request: SyncRequest): Promise<SyncEvent> {
    const result = await this.#deps.remote.send(request);
    const error = lookupError(result, this.#deps.now());
    if (error) throw error;
    this.#transactions.applyLookup(request, result);
    return { type: 'read', request: 'lookUp' };
  }
}

/**
 * The request of an effect. Effects without one may still depend on a request: another project may have requested the list that a
 * comparison uses.
 */
function requestOf({ type }: SyncEffect): SyncRequestType {
  return type === 'readProject' || type === 'lookUp' || type === 'send' ? type : 'readList';
}
