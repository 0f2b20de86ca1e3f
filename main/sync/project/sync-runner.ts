/**
 * Runs the sync of one project, step by step. A step is at most one request and one transaction. It does not wait: its caller
 * does, shares the budget and shows the state. `transition` decides, this class performs, and SyncTransactions
 * stores the results. docs/sync.md contains a diagram.
 */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { ConflictResolution, ResolutionResult } from '../../../shared/contracts/sync.ts';
import { runSteps } from '../../../shared/lists.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import { applyIdMapping } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import { withoutUnknownFields } from '../plan/field-paths.ts';
import type { HeldText } from '../plan/held-texts.ts';
import { type MergeConflict, needsDecision } from '../plan/merge-conflict.ts';
import { hasReferrers, type LocalChanges, type SyncOperation } from '../plan/plan-sync.ts';
import { type ConflictSide, type ConflictsOutcome, remoteFromConflict, resolveConflictsInSteps } from '../plan/resolve-conflict.ts';
import { buildRecordRead, isFileReplacement } from '../protocol/build-request.ts';
import {
  adoptAttachmentIds,
  type CreatedConditions,
  findCreatedConditions,
  type IdAdoption,
  lookupChanges,
  lookupError,
  noIdAdoption,
  recordFromReply,
  revertToProvisionalId,
} from '../protocol/lookup-response.ts';
import { planRecovery } from '../protocol/recovery.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import {
  appliedFields,
  createPendingWrite,
  type PendingWrite,
  type SendResult,
  type SyncRequest,
  toWriteOutcome,
  type VerifiedFields,
  versionGap,
  type WriteOutcome,
  writtenFields,
} from '../protocol/sync-request.ts';
import {
  acknowledgementEntries,
  createdIdMapping,
  inferAcknowledgement,
  renamedIdEntries,
  type WriteAcknowledgement,
  withRemoteId,
} from '../store/acknowledgement-entries.ts';
import {
  baseEntries,
  checkpointEntry,
  clearConflictEntry,
  clearPendingWriteEntry,
  clearRestoredEntry,
  clearSentConditionsEntry,
  clearUncertainCreateEntry,
  conflictEntry,
  disappearanceEntry,
  fileWriteEntry,
  heldTextsEntry,
  invalidRecordsIn,
  pendingWriteEntry,
  type RejectedWrite,
  rejectedWriteEntry,
  requestFingerprint,
  resentCreateEntry,
  SyncStore,
  type SyncStoreEntry,
  unconfirmedWriteEntries,
} from '../store/sync-store.ts';
import { RemoteState, type RemoteStateDeps } from './remote-state.ts';
import { doubtfulBaseRecords, findSentSince, unsentCreates } from './restored-backup.ts';
import {
  findRecoveredCreate,
  type RecoveredCreate,
  SyncPlanner,
  storeDuplicateConflicts,
  uncertainCreateEntries,
  type ValidMergePart,
  validMergePart,
} from './sync-planner.ts';
import {
  type Comparison,
  type IdleConditions,
  type PlannedAction,
  type SyncAction,
  type SyncEffect,
  type SyncEvent,
  type SyncRequestType,
  type SyncState,
  SyncStateMachine,
  type SyncStepResult,
  toStepResult,
  type WriteInspectionAction,
} from './sync-state-machine.ts';

interface SyncRunnerDeps extends RemoteStateDeps {
  readonly hash: string;
  readonly keyValueStore: KeyValueStore;
  /** Milliseconds after which a write that no read shows counts as not applied. */
  readonly settleTime: number;
  /** Milliseconds. */
  readonly pollInterval: number;
  readonly store?: SyncStore;
  /** (I39) Without it, every field counts as verified. */
  readonly verifiedFields?: VerifiedFields;
  /** The state machine of the project, which contains the state from before this runner was created. */
  readonly machine?: SyncStateMachine;
}

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
    this.store = deps.store ?? new SyncStore(deps.keyValueStore, deps.hash, deps.clock);
    this.#remote = new RemoteState(deps, this.store);
    this.#planner = new SyncPlanner(deps, this.store, this.#remote);
    this.#transactions = new SyncTransactions(deps, this.store, this.#remote, this.#planner);
    this.#sides = { deps, store: this.store, remote: this.#remote, planner: this.#planner, transactions: this.#transactions };
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

  /** The local changes since both sides last agreed, without those in conflict. */
  localChanges(): LocalChanges {
    return this.#planner.localChanges();
  }

  /** (G30) The texts that the last plan found to be held; undefined before the first plan. */
  get heldTexts(): readonly HeldText[] | undefined {
    return this.#planner.heldTexts;
  }

  /** (I43) The number of local changes that the remote does not have, without those in conflict, held or rejected. */
  countPending(): number {
    // What was found then is stored, so that neither the project nor its base is loaded for the status after a first read or a start.
    if (this.store.checkpoint?.idleVersion === this.#deps.local.version) return 0;
    const rejected = this.rejectedIds();
    return this.localChanges().operations.filter(({ id }) => !rejected.has(id)).length;
  }

  /** (I36) Whether a record is read before it is written, because the project cannot be read at the moment. */
  get readsRecords(): boolean {
    return this.#remote.isBehind || !this.#remote.isRereadDue;
  }

  /** (I36) Whether others are known to have written what will be read when that may be. */
  get isBehind(): boolean {
    return this.#remote.isBehind;
  }

  /** The number of held operations that wait for another one. */
  get waitingCount(): number {
    return this.#planner.waitingCount;
  }

  /** The writes that the remote currently rejects. */
  get rejectedWrites(): readonly RejectedWrite[] {
    return this.#planner.rejectedWrites;
  }

  /** The records with changes that the remote rejects. */
  rejectedIds(): ReadonlySet<string> {
    return new Set(this.rejectedWrites.map(({ recordId }) => recordId));
  }

  /** The records with a write of which it is unknown whether it was applied. */
  unconfirmedIds(): ReadonlySet<string> {
    const { pendingWrite, uncertainCreates } = this.store;
    const unconfirmed = pendingWrite && pendingWrite.unconfirmedSince !== null ? [pendingWrite] : [];
    return new Set([...uncertainCreates, ...unconfirmed].map(({ request }) => request.operation.id));
  }

  /** Records of the remote that the engine rejects, with the reason. */
  get invalidRecords(): ReadonlyMap<string, Message> {
    return this.#planner.invalidRecords;
  }

  /** (I40) Repeats a doubtful read, which may be complete by now. */
  repeatDoubtfulRead(): void {
    this.#remote.repeatDoubtfulRead();
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

  /**
   * (I37) Resolves all of them in one transaction, as one step of undo. Throws a Problem, and then changes nothing. `entries` are stored with
   * it. `aboutFiles`: the conflicts about files that file sync has to resolve.
   */
  resolveConflicts(
    conflicts: readonly MergeConflict[],
    resolution: ConflictResolution,
    entries: readonly SyncStoreEntry[] = [],
  ): Pick<ResolutionResult, 'isUndoable'> & { readonly aboutFiles: readonly MergeConflict[] } {
    return this.#transactions.resolveConflicts(conflicts, resolution, entries);
  }

  /** Computes the effect of an answer in slices, for a call of `resolveConflicts` with it that follows. If anything changes meanwhile, that call computes it. */
  prepareAnswer(conflicts: readonly MergeConflict[], resolution: ConflictResolution): Promise<void> {
    return this.#transactions.prepareAnswer(conflicts, resolution);
  }

  /** Returns a result if the remote is unavailable, and throws every other error. */
  async step(): Promise<SyncStepResult> {
    let action: SyncAction = 'compare';
    let event: SyncEvent | undefined = this.#nextAnswer() ?? { type: 'wake', now: this.#deps.clock.now(), write: this.store.pendingWrite };
    while (event) {
      const effects: readonly SyncEffect[] = this.#machine.dispatch(event);
      event = undefined;
      const [mainEffect] = effects;
      if (mainEffect) action = mainEffect.type;
      for (const effect of effects) event = await this.#perform(effect);
    }
    return toStepResult(this.#machine.state, action);
  }

  /**
   * The answer to a write that was sent beside the others, which counts when no other write is unanswered. A write of an earlier process
   * becomes the pending one, whose outcome is determined.
   */
  #nextAnswer(): SyncEvent | undefined {
    const { files, clock } = this.#deps;
    if (!files || this.store.pendingWrite) return undefined;
    const rows = this.store.fileWrites;
    const lost = rows.find(({ request }) => !files.isUnderWay(request.operation.id));
    if (lost) {
      this.store.write(unconfirmedWriteEntries({ ...lost, ...this.#knownVersions() }));
      return undefined;
    }
    for (let answer = files.takeAnswer(); answer; answer = files.takeAnswer()) {
      const { request } = answer.write;
      // A read may have shown the record before the answer.
      if (!rows.some((row) => row.request.operation.id === request.operation.id)) continue;
      const outcome = toWriteOutcome(request, answer.result);
      return {
        type: 'sent',
        write: { ...answer.write, ...this.#knownVersions() },
        outcome: this.#afterLaterWrites(outcome),
        now: clock.now(),
      };
    }
    return undefined;
  }

  #knownVersions(): Pick<PendingWrite, 'version' | 'leastVersion' | 'updatedAt'> {
    const { version, leastVersion = null, updatedAt } = this.store.requiredCheckpoint;
    return { version, leastVersion, updatedAt };
  }

  /** Where later writes were answered first, its versions say nothing new, and one of the writes that those answers have shown was this one. */
  #afterLaterWrites(outcome: WriteOutcome): WriteOutcome {
    const { version } = this.store.requiredCheckpoint;
    if (outcome.type !== 'done' || outcome.version === null || version === null || outcome.version >= version) return outcome;
    this.#remote.discountUnreadWrite();
    return { ...outcome, version: null, newVersion: version, updatedAt: null };
  }

  /** Performs the effect and returns the event that follows; undefined if the step ends with the effect. */
  async #perform(effect: SyncEffect): Promise<SyncEvent | undefined> {
    try {
      return await this.#performUnguarded(effect);
    } catch (error) {
      if (!(error instanceof RemoteUnavailableError)) throw error;
      const { text: detail, isPermanent, retryAt } = error;
      return { type: 'unavailable', request: requestOf(effect), detail, isPermanent, retryAt, now: this.#deps.clock.now() };
    }
  }

  async #performUnguarded(effect: SyncEffect): Promise<SyncEvent | undefined> {
    switch (effect.type) {
      case 'markInterruptedWrite':
        this.store.write([pendingWriteEntry({ ...effect.write, unconfirmedSince: this.#deps.clock.now() })]);
        return undefined;
      case 'inspectWrite':
        return inspectWrite({
          ...this.#deps,
          local: this.#deps.local.project,
          store: this.store,
          remote: this.#remote,
        });
      case 'compare':
        return this.#compare();
      case 'readList':
        return await this.#readList();
      case 'readProject':
        return await this.#readProject();
      case 'plan':
        await this.#planner.preparePlan();
        return this.#planNext();
      case 'adoptCreate':
        this.#transactions.adoptCreate(effect.create);
        return undefined;
      case 'adoptConditions':
        this.#transactions.adoptConditions(effect.created);
        return undefined;
      case 'merge':
        await this.#transactions.merge(effect.part);
        return undefined;
      case 'send':
        return await this.#send(effect.write);
      case 'lookUp':
        return await this.#lookUp(effect.request);
      case 'checkRecord':
        return await this.#checkRecord(effect.read, effect.write);
      case 'verifyWrite':
        return await this.#verifyWrite(effect.read, effect.recordId);
      case 'inspectByRecord':
        return await this.#inspectByRecord(effect.read, effect.write);
      case 'confirmWriteByRecord':
        this.#remote.confirmWriteByRecord(effect.write);
        this.#transactions.acknowledge(effect.write, inferConfirmation(effect.write, null), null);
        return undefined;
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
      case 'verifyRemote':
        this.#remote.verify();
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
    return { type: 'listRead', found: 'missing', request: 'readList', now: this.#deps.clock.now() };
  }

  /** The remote has applied the write, but its response is lost. */
  #confirmWrite(write: PendingWrite, id: string | null): void {
    this.#transactions.acknowledge(write, inferConfirmation(write, id), null);
    this.#remote.confirmWrite(write, id);
    const { project, readAt } = this.#remote;
    if (project) storeDuplicateConflicts(this.store, project, readAt);
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
    if (action.type === 'checkRecord') this.#remote.requireBudget('checkedWrite');
    if (action.type === 'send' || action.type === 'lookUp' || action.type === 'verifyWrite') this.#remote.requireBudget('write');
    return { type: 'planned', action, ...idleConditions(this.#sides) };
  }

  async #readProject(): Promise<SyncEvent> {
    const remote = await this.#remote.read();
    this.#planner.startOver();
    if (remote && this.store.isRestored) this.#transactions.reconcileUnsentChanges(remote);
    if (remote) storeDuplicateConflicts(this.store, remote, this.#remote.readAt);
    if (remote) this.#transactions.verifyByRead(remote);
    return { type: 'read', request: 'readProject' };
  }

  /** The row is on the disk before any byte is sent (I7). */
  async #send(write: PendingWrite): Promise<SyncEvent> {
    this.#remote.requireBudget('write');
    const { files } = this.#deps;
    if (write.request.uploadFile !== undefined && files) {
      this.store.write([clearPendingWriteEntry, fileWriteEntry(write)]);
      files.sendBeside(write, (control) => this.#deps.remote.send(write.request, control));
      return { type: 'handedOver' };
    }
    this.store.write([pendingWriteEntry(write)]);
    const outcome = toWriteOutcome(write.request, await this.#deps.remote.send(write.request));
    return { type: 'sent', write, outcome, now: this.#deps.clock.now() };
  }

  async #lookUp(request: SyncRequest): Promise<SyncEvent> {
    this.#transactions.applyLookup(request, await this.#readRecord(request));
    return { type: 'read', request: 'lookUp' };
  }

  async #readRecord(request: SyncRequest): Promise<SendResult> {
    const result = await this.#deps.remote.send(request);
    const error = lookupError(result, this.#deps.clock.now());
    if (error) throw error;
    return result;
  }

  /** (I36) A change of others to the record is merged first. What the reply does not show waits for the read of the project. */
  async #checkRecord(read: SyncRequest, write: PendingWrite): Promise<SyncEvent> {
    const result = await this.#readRecord(read);
    const remote = this.#remote.project;
    const known = remote?.get(read.operation.id);
    const found = remote && known && result.type === 'response' ? recordFromReply(known, result.json, remote) : undefined;
    if (found !== undefined && found === known) return { type: 'recordChecked', write };
    if (known && found) {
      this.#remote.applyRecordRead(known, found);
      this.#planner.discardPlan();
    } else this.#planner.postponeUntilRead(write.request.operation);
    return { type: 'read', request: 'lookUp' };
  }

  /** (I39) What the record shows of the write counts as in a read of the project, which follows where the record shows too little. */
  async #verifyWrite(read: SyncRequest, recordId: string): Promise<SyncEvent> {
    const result = await this.#readRecord(read);
    const remote = this.#remote.project;
    const known = remote?.get(recordId);
    const found = remote && known && result.type === 'response' ? recordFromReply(known, result.json, remote) : undefined;
    this.#transactions.verifyByRecord(recordId, found);
    return { type: 'read', request: 'lookUp' };
  }

  /** (I36) What the record shows of the write counts as in a read of the project. */
  async #inspectByRecord(read: SyncRequest, write: PendingWrite): Promise<SyncEvent> {
    const result = await this.#readRecord(read);
    const before = this.#remote.projectBeforeWrite;
    const known = write.request.expected[0]?.after;
    const found = before && known && result.type === 'response' ? recordFromReply(known, result.json, before) : undefined;
    if (!before || !found) {
      this.#remote.requireBudget('read');
      return { type: 'writeInspected', write, action: { type: 'read' } };
    }
    const remote = before.withRecords([...before.records()].map((record) => (record.id === found.id ? found : record)));
    const { clock, local, settleTime } = this.#deps;
    const awakeSettleTime = settleTime + clock.sleptSince(write.unconfirmedSince ?? clock.now());
    const action = planRecovery(write, { local: local.project, remote }, clock.now(), awakeSettleTime);
    return { type: 'writeInspected', write, action: action.type === 'acknowledge' ? { type: 'acknowledgeByRecord' } : action };
  }
}

/** The remote has applied the write, but its response is lost. */
const inferConfirmation = ({ version }: PendingWrite, id: string | null): WriteAcknowledgement =>
  inferAcknowledgement(id, version === null ? null : version + 1);

/**
 * The request of an effect. Effects without one may still depend on a request: another project may have requested the list that a
 * comparison uses.
 */
function requestOf({ type }: SyncEffect): SyncRequestType {
  if (type === 'checkRecord' || type === 'verifyWrite' || type === 'inspectByRecord') return 'lookUp';
  return type === 'readProject' || type === 'lookUp' || type === 'send' ? type : 'readList';
}

interface WriteInspection {
  readonly local: Project;
  readonly store: SyncStore;
  readonly remote: RemoteState;
  readonly clock: WaitClock;
  /** Milliseconds. */
  readonly settleTime: number;
  /** Milliseconds. */
  readonly pollInterval: number;
}

/** Collects the evidence about a write whose outcome is unknown, and plans its recovery. */
function inspectWrite({ local, store, remote, clock, settleTime, pollInterval }: WriteInspection): SyncEvent | undefined {
  const write = store.pendingWrite;
  if (!write) return undefined;
  const now = clock.now();
  // (I32) As long as no read is plausible, nothing proves the outcome of a write.
  if (remote.isReadImplausible)
    return {
      type: 'writeInspected',
      write,
      action: actionWhileReadIsUnconfirmed(Math.min((remote.listed?.at ?? 0) + pollInterval, remote.doubtfulReadAt), now),
    };
  const since = write.unconfirmedSince ?? now;
  // While the computer is asleep, a request may wait in it, and arrive when it wakes up.
  const awakeSettleTime = write.isAnswered ? 0 : settleTime + clock.sleptSince(since);
  const settledAt = since + awakeSettleTime;
  const isSettled = now >= settledAt;
  const { listed } = remote;
  if (isFileReplacement(write.request.operation))
    return { type: 'writeInspected', write, action: planRecovery(write, { local }, now, awakeSettleTime) };
  // The list comes before the read, so that its time is that of the read, and shows whether a read can find anything.
  if (listed === undefined || listed.at < (isSettled ? settledAt : since))
    return { type: 'writeInspected', write, action: { type: 'list' } };
  const isSilent = listed.updatedAt !== null && listed.updatedAt === write.updatedAt;
  if (isSilent && !isSettled) return { type: 'writeInspected', write, action: { type: 'wait', until: settledAt } };
  const project = isSilent ? (remote.project ?? remote.restoreEarlierProject()) : remote.project;
  const isRead = project !== undefined && (isSilent || remote.readAt >= (isSettled ? settledAt : since));
  const evidence = { local, ...(isRead && { remote: project, updatedAt: listed.updatedAt }) };
  const action = planRecovery(write, evidence, now, awakeSettleTime);
  const read = action.type === 'read' && !remote.isReadAllowed ? recordReadOf(write.request, remote.projectBeforeWrite, store) : undefined;
  return { type: 'writeInspected', write, action: read ? { type: 'readRecord', read } : action };
}

/** (I36) The request that reads the record of a change; undefined for other writes, of which more than one record shows the outcome. */
function recordReadOf({ operation }: SyncRequest, before: Project | undefined, store: SyncStore): SyncRequest | undefined {
  const record = operation.type === 'change' ? before?.get(operation.id) : undefined;
  return before && record ? buildRecordRead(record, store.requiredCheckpoint.remoteHash, before) : undefined;
}

const actionWhileReadIsUnconfirmed = (pollAt: number, now: number): WriteInspectionAction =>
  now >= pollAt ? { type: 'list' } : { type: 'blocked', until: pollAt };

/** From what is known of both sides, the next action is decided without a request. */
interface KnownSides {
  readonly deps: SyncRunnerDeps;
  readonly store: SyncStore;
  readonly remote: RemoteState;
  readonly planner: SyncPlanner;
  readonly transactions: SyncTransactions;
}

/** Compares both sides with the state on which they last agreed, before anything is read. */
function compareSides({ deps, store, remote }: KnownSides): Comparison {
  const { listed } = remote;
  const isWaitingForRead = !remote.isReadImplausible && !remote.isRereadDue;
  if (isWaitingForRead && remote.isOutdated && remote.continueByRecord()) return 'localChanged';
  if (remote.isListUnneeded && remote.isRereadDue) return 'remoteChanged';
  if (!listed || deps.clock.now() >= listed.at + deps.pollInterval) return 'listOutdated';
  if (remote.isReadImplausible) return 'unchanged';
  if (remote.isBehind) return 'remoteChanged';
  const { idleVersion } = store.requiredCheckpoint;
  const { isListedAsKnown } = remote;
  const hasPendingFiles = deps.files?.hasPending === true;
  if (isListedAsKnown && idleVersion === deps.local.version && !hasPendingFiles) return 'unchanged';
  if (remote.restoreFromBase() && isListedAsKnown) return 'localChanged';
  return isWaitingForRead && remote.continueByRecord() ? 'localChanged' : 'remoteChanged';
}

/** The conditions of a project that has nothing to do at the moment. */
function idleConditions({ deps, store, remote, planner }: KnownSides): IdleConditions {
  const pollAt = Math.min((remote.listed?.at ?? 0) + deps.pollInterval, remote.doubtfulReadAt);
  const hasHeldTexts = (planner.heldTexts ?? store.heldTexts).length > 0;
  const conflicts = [...(planner.conflicts ?? []), ...store.openConflicts((id) => deps.local.project.has(id))];
  return { pollAt, hasConflicts: conflicts.some(needsDecision), isBlocked: planner.waitingCount > 0, hasHeldTexts };
}

interface NextAction {
  readonly action: PlannedAction;
  /** Rows that must be stored first: rejections, and overwrites that no response has proven to be harmless. */
  readonly entries: readonly SyncStoreEntry[];
}

/** In this order: ids to adopt, changes to merge, changes to send. */
function planNextAction(sides: KnownSides): NextAction {
  const { deps, store, planner } = sides;
  const remote = sides.remote.project;
  if (!remote) return withoutEntries({ type: 'planAgain' });
  const local = deps.local.project;
  const create = findRecoveredCreate(store, { local, remote, isQueued: (id) => deps.files?.isQueued(id) === true });
  if (create) return withoutEntries({ type: 'adoptCreate', create });
  const created = findCreatedConditions(store.sentConditions, { base: store.base, local, remote });
  if (created) return withoutEntries({ type: 'adoptConditions', created });
  const { mergeResult, hasIncoming } = planner.currentPlan();
  const part = hasIncoming ? validMergePart(mergeResult, planner.invalidRecords) : undefined;
  if (part) return withoutEntries({ type: 'merge', part });
  const verification = sides.transactions.nextVerification(remote);
  return verification ? withoutEntries({ type: 'verifyWrite', ...verification }) : planNextRequest(sides, remote);
}

const withoutEntries = (action: PlannedAction): NextAction => ({ action, entries: [] });

function planNextRequest(sides: KnownSides, remote: Project): NextAction {
  const { store, remote: remoteState, planner } = sides;
  const { request, rejections } = planner.nextRequest(store.requiredCheckpoint.remoteHash, remote);
  if (request?.operation.type === 'lookup') return { action: { type: 'lookUp', request }, entries: rejections };
  if (request) {
    const action = planSend(sides, request, remote);
    if (action) return { action, entries: rejections };
    planner.postponeUntilRead(request.operation);
    const next = planNextRequest(sides, remote);
    return { ...next, entries: [...rejections, ...next.entries] };
  }
  if (planner.isExhausted) return { action: { type: 'planAgain' }, entries: rejections };
  if (remoteState.isBehind) return { action: { type: 'awaitRead', until: remoteState.rereadAt }, entries: rejections };
  return { action: { type: remoteState.isProven ? 'none' : 'verify' }, entries: rejections };
}

/**
 * (I36) A record is read before it is written if the project could not be read after a response that shows writes of others. Undefined if the
 * write depends on more than its record, and others have written what was not read.
 */
function planSend({ store, remote: remoteState }: KnownSides, request: SyncRequest, remote: Project): PlannedAction | undefined {
  const { isBehind } = remoteState;
  const write = { ...createPendingWrite(request, remote, store.requiredCheckpoint), ...(isBehind && { isBehind: true as const }) };
  if (remoteState.isRereadDue && !isBehind) return { type: 'send', write };
  const { operation } = request;
  if (operation.type === 'create' || isFileReplacement(operation)) return { type: 'send', write };
  const record = isWrittenAlone(operation) ? remote.get(operation.id) : undefined;
  const read = record && buildRecordRead(record, store.requiredCheckpoint.remoteHash, remote);
  if (read) return { type: 'checkRecord', read, write: { ...write, isRecordRead: true } };
  return isBehind ? undefined : { type: 'send', write };
}

/** Whether the record itself shows everything that the write overwrites or removes. */
const isWrittenAlone = ({ type, kind }: SyncOperation): boolean => type === 'change' || (type === 'remove' && !hasReferrers(kind));

interface SyncTransactionsDeps extends Pick<RemoteStateDeps, 'local' | 'files' | 'clock'> {
  readonly verifiedFields?: VerifiedFields;
  /** Milliseconds. */
  readonly settleTime: number;
}

/** (I39) An answered write that is the first of some fields. */
interface UnverifiedWrite {
  readonly recordId: string;
  /** As `writtenFields`. */
  readonly fields: readonly string[];
  readonly before: AnyRecord | undefined;
  readonly sent: AnyRecord;
  /** Whether only a read of the project shows it. */
  isShownByProjectOnly?: boolean;
}

/** Committing as many takes about 50 ms. */
const recordsOfLargeMerge = 500;

interface PreparedAnswer {
  readonly conflicts: readonly MergeConflict[];
  readonly resolution: ConflictResolution;
  readonly outcome: ConflictsOutcome;
  /** Whether neither side nor what is in conflict has changed since. */
  readonly isCurrent: () => boolean;
}

const isDisappearance = ({ reason }: MergeConflict): boolean => reason === 'disappeared';

/**
 * The transactions of one synced project: each stores a result together with everything that depends on it (merged records, acknowledged
 * writes, ids from lookups, resolved conflicts), and then updates the planner and the remote state.
 */
class SyncTransactions {
  readonly #deps: SyncTransactionsDeps;
  readonly #store: SyncStore;
  readonly #remote: RemoteState;
  readonly #planner: SyncPlanner;
  /** Fingerprints of requests about records that the remote did not have. */
  readonly #missingRequests = new Set<string>();
  /** (I39) Answered writes of kinds that no read has shown to be applied. After a restart, the next read of the project verifies them. */
  #unverified: readonly UnverifiedWrite[] = [];
  #preparedAnswer: PreparedAnswer | undefined;

  constructor(deps: SyncTransactionsDeps, store: SyncStore, remote: RemoteState, planner: SyncPlanner) {
    this.#deps = deps;
    this.#store = store;
    this.#remote = remote;
    this.#planner = planner;
  }

  /** Records that the engine rejects are left out of the next merge. A large one is committed in slices, unless the project changes before they begin. */
  async merge({ command, entries }: ValidMergePart): Promise<void> {
    const all = [...renamedIdEntries(this.#store, command.renamedIds), ...entries, this.#store.unsettledEntry()];
    const isLarge = command.put.length + command.removedIds.length + command.renamedIds.length > recordsOfLargeMerge;
    try {
      if (isLarge) await this.#store.commitInSlices(this.#deps.local, command, all);
      else this.#commit(command, all);
    } catch (error) {
      const invalid = invalidRecordsIn(error, [...command.put.map(({ id }) => id), ...command.removedIds]);
      if (invalid.size === 0) throw error;
      this.#planner.markInvalid(invalid);
      return;
    }
    this.#planner.discardPlan();
  }

  /**
   * Stores the response, the base, the id and everything that refers to it, in one transaction. `changes` are those of the remote project
   * in memory; null if it already contains them.
   */
  acknowledge(write: PendingWrite, acknowledgement: WriteAcknowledgement, changes: SyncRequest['expected'] | null): void {
    const { request } = write;
    const created = createdIdMapping(request, acknowledgement);
    const gap = versionGap(write, acknowledgement.version);
    const entries = acknowledgementEntries(write, acknowledgement, this.#store, this.#deps.clock, this.#deps.settleTime);
    const { project } = this.#deps.local;
    // If a record has been removed locally in the meantime, its id is renamed in the history, so that an undo restores it with the id that
    // the remote has.
    const isRenamed = created && created.from !== created.to && (project.has(created.from) || !project.has(created.to));
    const renamedIds: ReplaceRecordsCommand['renamedIds'] = isRenamed ? [[created.from, created.to]] : [];
    // (I5) Another client has changed the new record, and a read has shown it, before the create was answered: it was taken for a record of that client,
    // and is ours. The next plan merges both changes.
    const isTakenForForeign = isRenamed && project.has(created.to);
    const renaming = isTakenForForeign ? applyIdMapping(project, renamedIds) : { renamedIds };
    const isInMemory = changes === null || isTakenForForeign;
    const wasCurrent = this.#planner.isCurrent;
    const files = this.#deps.files?.entriesAfterWrite(request, created?.to ?? request.operation.id) ?? [];
    this.#commit(renaming, [...entries, ...files]);
    this.#noteUnverified(write, created?.to ?? request.operation.id);
    this.#remote.applyWrite(write, isInMemory ? [] : withRemoteId(created, changes), gap, acknowledgement);
    // Our own renaming needs no new plan. Local edits do, and so does the customId of a component, because scripts contain it.
    const isComponentCreated = created !== undefined && request.operation.kind === 'component';
    if (wasCurrent && !isInMemory && !isComponentCreated) this.#planner.continuePlan();
    else this.#planner.endPlan();
  }

  /** (I39) The first write of each kind and field to a remote is verified by a read. */
  #noteUnverified({ request }: PendingWrite, recordId: string): void {
    const { verifiedFields } = this.#deps;
    const fields = writtenFields(request).filter((field) => verifiedFields?.has(field) === false);
    const { before, after: sent } = request.expected.find(({ after }) => after?.id === request.operation.id) ?? {};
    if (fields.length > 0 && sent) this.#unverified = [...this.#unverified, { recordId, fields, before, sent }];
  }

  /** (I39) The read that verifies a write. Where no route shows its record, the project is read. */
  nextVerification(remote: Project): { readonly read: SyncRequest; readonly recordId: string } | undefined {
    for (const write of this.#unverified) {
      const { recordId } = write;
      const record = write.isShownByProjectOnly ? undefined : remote.get(recordId);
      const read = record && buildRecordRead(record, this.#store.requiredCheckpoint.remoteHash, remote);
      if (read) return { read, recordId };
      write.isShownByProjectOnly = true;
      this.#remote.requireRead();
    }
    return undefined;
  }

  /** (I39) `found`: the record as the remote has it; undefined if that is unknown, so that the project is read. */
  verifyByRecord(recordId: string, found: AnyRecord | undefined): void {
    for (const write of this.#unverified.filter((each) => each.recordId === recordId)) {
      if (found) this.#endVerification(write, found);
      else write.isShownByProjectOnly = true;
    }
    if (found && this.#remote.applyVerification(found)) this.#planner.discardPlan();
  }

  /** (I39) A read of the project shows all answered writes. */
  verifyByRead(remote: Project): void {
    for (const write of this.#unverified) this.#endVerification(write, remote.get(write.recordId));
  }

  #endVerification(write: UnverifiedWrite, found: AnyRecord | undefined): void {
    this.#unverified = this.#unverified.filter((each) => each !== write);
    if (found) this.#deps.verifiedFields?.add(appliedFields(write.fields, write.before, write.sent, found));
  }

  /** An uncertain create has been found on the remote, which resolves its conflict. */
  adoptCreate({ pendingWrite, id, clearEntries }: RecoveredCreate): void {
    this.acknowledge(pendingWrite, inferAcknowledgement(id, this.#store.requiredCheckpoint.version), null);
    this.#store.write(clearEntries);
    const remote = this.#remote.project;
    if (remote) storeDuplicateConflicts(this.#store, remote, this.#remote.readAt);
  }

  /**
   * After the restore of an older backup: records that were sent since get the ids that the remote has, and everything else that had not
   * been sent becomes a conflict where the remote differs. Nothing is doubled, overwritten or sent unseen.
   */
  reconcileUnsentChanges(remote: Project): void {
    const sides = () => ({
      base: this.#store.base,
      local: this.#deps.local.project,
      remote,
      checkpoint: this.#store.requiredCheckpoint,
      readAt: this.#remote.readAt,
    });
    for (let sent = findSentSince(sides()); sent.length > 0; sent = findSentSince(sides())) {
      const added = sent.flatMap(([, id]) => remote.get(id) ?? []).map(withoutUnknownFields);
      this.#adoptIds({ added, removedIds: [], renamedIds: sent, duplicateIds: [] });
    }
    const base = doubtfulBaseRecords(sides());
    const creates = unsentCreates(sides()).flatMap((write) => uncertainCreateEntries(write, this.#deps.local.project));
    this.#store.write([...baseEntries({ put: base, removedIds: [] }), ...creates, clearRestoredEntry, this.#store.unsettledEntry()]);
    this.#planner.startOver();
  }

  /** Applies the response of a lookup: ids and names that the remote has created. */
  applyLookup({ operation }: SyncRequest, result: SendResult): void {
    const remote = this.#remote.project;
    if (!remote) return;
    const changes = result.type === 'response' && result.status === 200 ? lookupChanges(operation, result.json, remote) : [];
    remote.apply(changes);
    storeDuplicateConflicts(this.#store, remote, this.#remote.readAt);
    const isAttachmentLookup = operation.kind === 'element';
    this.#adoptIds(isAttachmentLookup ? adoptAttachmentIds(changes, this.#store.base, this.#deps.local.project) : noIdAdoption);
    this.#planner.markLookedUp(operation, changes.length > 0);
  }

  /** Applies the ids of conditions that were created together with their branch. */
  adoptConditions({ branchId, adoption }: CreatedConditions): void {
    this.#adoptIds(adoption, [clearSentConditionsEntry(branchId)]);
    this.#planner.discardPlan();
  }

  #adoptIds({ added, removedIds, renamedIds, duplicateIds }: IdAdoption, entries: readonly SyncStoreEntry[] = []): void {
    const renames = renamedIdEntries(this.#store, renamedIds);
    this.#commit({ renamedIds, removedIds: duplicateIds }, [...baseEntries({ put: added, removedIds }), ...renames, ...entries]);
  }

  /**
   * The remote does not have the record under its id, so the base is outdated. If a read contains it nevertheless, the request is not sent
   * again.
   */
  resetRecord(request: SyncRequest): void {
    const { operation } = request;
    if (isFileReplacement(operation)) this.#deps.files?.invalidate(operation.id, 'notStored');
    const adoption = revertToProvisionalId(operation, this.#store.base, this.#deps.local.project);
    const fingerprint = requestFingerprint(request);
    const rejection = this.#missingRequests.has(fingerprint)
      ? [rejectedWriteEntry(operation.id, fingerprint, message('sync.rejection.stillListed'))]
      : [];
    this.#missingRequests.add(fingerprint);
    this.#adoptIds(adoption, [...rejection, this.#store.unsettledEntry()]);
  }

  async prepareAnswer(conflicts: readonly MergeConflict[], resolution: ConflictResolution): Promise<void> {
    const { local } = this.#deps;
    const { version } = local;
    const { revision } = this.#store;
    const { project: remote } = this.#remote;
    const isCurrent = () => local.version === version && this.#store.revision === revision && this.#remote.project === remote;
    // What is wrong with the answer is reported by the call that follows, if it still is.
    const outcome = await new CooperativeYielder().runToEnd(this.#outcomeInSteps(conflicts, resolution)).catch(() => undefined);
    this.#preparedAnswer = outcome && { conflicts, resolution, outcome, isCurrent };
  }

  #outcomeInSteps(conflicts: readonly MergeConflict[], resolution: ConflictResolution): Generator<void, ConflictsOutcome> {
    const { local } = this.#deps;
    const { base } = this.#store;
    return resolveConflictsInSteps(
      conflicts.filter((each) => !isDisappearance(each)),
      resolution,
      { base, local: local.project },
      (conflict) => this.#remote.project ?? remoteFromConflict(conflict, base),
      (single, copy) => local.dryRun(single, copy),
    );
  }

  /** (I37) Stores the effect of the answer to all conflicts together with the user's command, or throws a Problem and stores nothing. */
  resolveConflicts(
    conflicts: readonly MergeConflict[],
    resolution: ConflictResolution,
    entries: readonly SyncStoreEntry[],
  ): Pick<ResolutionResult, 'isUndoable'> & { readonly aboutFiles: readonly MergeConflict[] } {
    const { local } = this.#deps;
    const prepared = this.#preparedAnswer;
    this.#preparedAnswer = undefined;
    const isPrepared = prepared?.isCurrent() === true && jsonEquals([prepared.conflicts, prepared.resolution], [conflicts, resolution]);
    const { base, command, resolved } = isPrepared ? prepared.outcome : runSteps(this.#outcomeInSteps(conflicts, resolution));
    const isBaseChanged = base.put.length + base.removedIds.length > 0;
    const isStep = this.#store.execute(local, command, [
      ...baseEntries(base),
      ...resolved.flatMap(({ conflict, next }) => this.#resolvedEntries(conflict, next, resolution)),
      checkpointEntry({ ...this.#store.requiredCheckpoint, idleVersion: null, ...(isBaseChanged && { isComplete: false }) }),
      ...entries,
    ]);
    if (!('text' in resolution))
      for (const conflict of conflicts.filter(isDisappearance)) this.#decideDisappearance(conflict, resolution.choice);
    this.#planner.discardPlan();
    return {
      isUndoable: isStep && resolved.length === conflicts.length && resolved.every(({ isByCommand }) => isByCommand),
      aboutFiles: resolved.flatMap(({ conflict, isByCommand }) => (conflict.field === 'file' && !isByCommand ? [conflict] : [])),
    };
  }

  /** The rows of a conflict after an answer. `next` is the conflict about which the user is asked instead. */
  #resolvedEntries(conflict: MergeConflict, next: MergeConflict | undefined, resolution: ConflictResolution): SyncStoreEntry[] {
    const isUnconfirmed = conflict.reason === 'unconfirmedCreate';
    const isResent = isUnconfirmed && 'choice' in resolution && resolution.choice === 'local';
    const openConflict = isUnconfirmed && !isResent ? { ...conflict, isPostponed: true as const } : next;
    const lost = isResent && this.#store.uncertainCreates.find(({ request }) => request.operation.id === conflict.recordId);
    return [
      openConflict ? conflictEntry(openConflict) : clearConflictEntry(conflict.id),
      ...(lost ? [clearUncertainCreateEntry(conflict.recordId), resentCreateEntry(lost)] : []),
    ];
  }

  /** (I32) The next read applies the decision to the records that are missing then. */
  #decideDisappearance({ id }: MergeConflict, side: ConflictSide): void {
    const row = this.#store.disappearance;
    if (row) this.#store.write([disappearanceEntry({ ...row, decision: side }), clearConflictEntry(id), this.#store.unsettledEntry()]);
    this.#remote.forget();
  }

  /**
   * There is nothing left to do. If nothing is in conflict either, the base is complete, and a restart needs neither a read nor a plan. The
   * results of the plan are stored with it, because no other plan would correct those of an earlier one.
   */
  saveIdleCheckpoint(): void {
    const checkpoint = this.#store.requiredCheckpoint;
    // Rejected writes must also be shown after a restart, and only a plan finds them.
    const idleVersion = this.#planner.rejectedWrites.length > 0 ? null : this.#deps.local.version;
    if (!this.#planner.hasUnresolved() && (!checkpoint.isComplete || checkpoint.idleVersion !== idleVersion))
      this.#store.write([
        checkpointEntry({ ...checkpoint, isComplete: true, idleVersion }),
        ...this.#store.plannedConflictEntries([]),
        heldTextsEntry(this.#planner.heldTexts ?? this.#store.heldTexts),
      ]);
  }

  #commit(command: Partial<ReplaceRecordsCommand>, entries: readonly SyncStoreEntry[]): void {
    this.#store.commit(this.#deps.local, { do: 'replaceRecords', renamedIds: [], put: [], removedIds: [], ...command }, entries);
  }
}
