/**
 * Runs the sync of one project, step by step. A step is at most one request and one transaction; it never sleeps and reads no clock but the given
 * one: whoever runs it waits, shares the budget and shows the state. `transition` decides, this class performs. Drawn in docs/sync.md.
 */
import type { Command, ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { type ConflictSide, remoteFromConflict, resolveConflict } from '../plan/resolve-conflict.ts';
import { isFileReplacement } from '../protocol/asset-file-requests.ts';
import { adoptIds, lookupChanges, lookupError, revertToProvisionalId } from '../protocol/lookup-response.ts';
import { createPendingWrite, type PendingWrite, versionGap } from '../protocol/pending-write.ts';
import { planRecovery } from '../protocol/recovery.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import { toWriteOutcome } from '../protocol/write-outcome.ts';
import {
  acknowledgementEntries,
  createdIdMapping,
  inferAcknowledgement,
  renamedConflictEntries,
  settleUnconfirmedEntries,
  type WriteAcknowledgement,
  withRemoteId,
} from '../store/acknowledgement-entries.ts';
import { invalidRecordsIn, rejectedWriteEntry, requestFingerprint } from '../store/rejected-writes.ts';
import {
  aliasEntry,
  baseEntries,
  checkpointEntry,
  clearConflictEntry,
  clearPendingWriteEntry,
  clearUncertainCreateEntry,
  pendingWriteEntry,
  type RejectedWrite,
  type SyncStoreEntry,
} from '../store/sync-rows.ts';
import { SyncStore } from '../store/sync-store.ts';
import { findRecoveredCreate, type RecoveredCreate, storeDuplicateConflicts, uncertainCreateEntries } from './recovered-create.ts';
import { RemoteState } from './remote-state.ts';
import { SyncPlanner } from './sync-planner.ts';
import type { SyncRunnerDeps } from './sync-runner-deps.ts';
import type { Comparison, PlannedAction, SyncAction, SyncEffect, SyncEvent, SyncState, SyncStepResult } from './sync-state.ts';
import { initialState, toStepResult, transition } from './transition.ts';
import { type ValidMergePart, validMergePart } from './valid-merge-part.ts';

export class SyncRunner {
  readonly store: SyncStore;
  readonly #deps: SyncRunnerDeps;
  readonly #remote: RemoteState;
  readonly #planner: SyncPlanner;
  #state: SyncState = initialState;
  /** Fingerprints of requests about records that the remote did not have. */
  readonly #missingRequests = new Set<string>();

  constructor(deps: SyncRunnerDeps) {
    this.#deps = deps;
    this.store = deps.store ?? new SyncStore(deps.keyValueStore, deps.hash);
    this.#remote = new RemoteState(deps, this.store);
    this.#planner = new SyncPlanner(deps, this.store, this.#remote);
  }

  get state(): SyncState {
    return this.#state;
  }

  /** Open conflicts: those that every plan finds, and those that were stored once. */
  get conflicts(): readonly MergeConflict[] {
    return [...(this.#planner.conflicts ?? []), ...this.store.conflicts];
  }

  /** The conflicts of the plan; undefined where there is no plan at the moment. */
  get plannedConflicts(): readonly MergeConflict[] | undefined {
    return this.#planner.conflicts;
  }

  /** The remote project is known, so that conflicts can be resolved. */
  get hasReadRemote(): boolean {
    return this.#remote.project !== undefined;
  }

  /** How many requests the local changes need, as far as that can be told without asking the remote. */
  estimateRequests(): number {
    return this.#planner.estimateRequests();
  }

  /** Changes still to be sent, as far as that is known. */
  get pendingCount(): number {
    return this.#planner.pendingCount;
  }

  /** What the remote rejects, as it is now. */
  get rejectedWrites(): readonly RejectedWrite[] {
    return this.#planner.rejectedWrites;
  }

  /** Records of the remote that the engine rejects, with the reason. */
  get invalidRecords(): ReadonlyMap<string, string> {
    return this.#planner.invalidRecords;
  }

  /** Ends waits for the network and the limit: the network is back, or the user asks for it. */
  retryNow(): void {
    this.#dispatch({ type: 'retry' });
  }

  /** Sends rejected writes once more: the remote may accept them now. */
  retryRejected(): void {
    this.store.write([...this.store.clearRejectedEntries(), checkpointEntry({ ...this.store.requiredCheckpoint, idleVersion: null })]);
    this.#planner.discardPlan();
  }

  /** Stores what the choice comes to. A returned command is to be executed as the user's, so that it can be undone. */
  resolveConflict(conflict: MergeConflict, side: ConflictSide): Command | undefined {
    const remote = this.#remote.project ?? remoteFromConflict(conflict, this.store.base);
    const { base, command } = resolveConflict(conflict, side, { base: this.store.base, local: this.#deps.local.project, remote });
    const checkpoint = this.store.requiredCheckpoint;
    const isBaseChanged = base.put.length + base.removedIds.length > 0;
    const isResent = conflict.reason === 'added?' && side === 'local';
    this.store.write([
      ...baseEntries(base),
      clearConflictEntry(conflict.id),
      ...(isResent ? [clearUncertainCreateEntry(conflict.recordId)] : []),
      checkpointEntry({ ...checkpoint, idleVersion: null, ...(isBaseChanged && { isComplete: false }) }),
    ]);
    this.#planner.discardPlan();
    return command;
  }

  /** Whatever else fails than the remote is thrown. */
  async step(): Promise<SyncStepResult> {
    let action: SyncAction = 'compare';
    let event: SyncEvent | undefined = { type: 'wake', now: this.#deps.now(), write: this.store.pendingWrite };
    while (event) {
      const effects: readonly SyncEffect[] = this.#dispatch(event);
      event = undefined;
      const [mainEffect] = effects;
      if (mainEffect) action = mainEffect.type;
      for (const effect of effects) event = await this.#perform(effect);
    }
    return toStepResult(this.#state, action);
  }

  #dispatch(event: SyncEvent): readonly SyncEffect[] {
    const [state, effects] = transition(this.#state, event);
    const isChanged = state !== this.#state;
    this.#state = state;
    if (isChanged) this.#deps.onStateChange?.(state);
    return effects;
  }

  /** The event that the effect leads to; undefined where the step ends with it. */
  async #perform(effect: SyncEffect): Promise<SyncEvent | undefined> {
    try {
      return await this.#performUnguarded(effect);
    } catch (error) {
      if (!(error instanceof RemoteUnavailableError)) throw error;
      const { message: detail, isPermanent, retryAt } = error;
      return { type: 'unavailable', detail, isPermanent, retryAt, now: this.#deps.now() };
    }
  }

  async #performUnguarded(effect: SyncEffect): Promise<SyncEvent | undefined> {
    switch (effect.type) {
      case 'mark interrupted write':
        this.store.write([pendingWriteEntry({ ...effect.write, unconfirmedSince: this.#deps.now() })]);
        return undefined;
      case 'inspect write':
        return this.#inspectWrite();
      case 'compare':
        return { type: 'compared', comparison: this.#compare(), ...this.#restFacts() };
      case 'read list': {
        const found = await this.#remote.fetchList();
        return { type: 'list read', found };
      }
      case 'read project':
        return await this.#readProject();
      case 'plan':
        return { type: 'planned', action: this.#planNext(), ...this.#restFacts() };
      case 'adopt create':
        this.#adoptCreate(effect.create);
        return undefined;
      case 'merge':
        this.#merge(effect.part);
        return undefined;
      case 'send':
        return await this.#send(effect.write);
      case 'look up':
        return await this.#lookUp(effect.request);
      case 'acknowledge':
        this.#acknowledge(effect.write, effect.acknowledgement, effect.write.request.expected);
        return undefined;
      case 'confirm write': {
        const { write, id } = effect;
        this.#acknowledge(write, inferAcknowledgement(id, write.version === null ? null : write.version + 1), null);
        this.#remote.forget();
        return undefined;
      }
      case 'abandon write': {
        const { operation } = effect.write.request;
        this.store.write([clearPendingWriteEntry]);
        if (isFileReplacement(operation)) this.#deps.files?.invalidate(operation.id, 'lost');
        this.#planner.discardPlan();
        return undefined;
      }
      case 'ask about create':
        this.store.write(uncertainCreateEntries(effect.write, this.#deps.local.project));
        return undefined;
      case 'store outcome':
        this.store.write(effect.entries);
        return undefined;
      case 'forget remote':
        this.#remote.forget();
        return undefined;
      case 'reset record':
        this.#resetRecord(effect.request);
        return undefined;
      case 'discard plan':
        this.#planner.discardPlan();
        return undefined;
      case 'save idle checkpoint':
        this.#saveIdleCheckpoint();
        return undefined;
    }
  }

  #restFacts(): { readonly pollAt: number; readonly hasConflicts: boolean } {
    const pollAt = (this.#remote.listed?.at ?? 0) + this.#deps.pollInterval;
    return { pollAt, hasConflicts: this.conflicts.some(({ reason }) => reason !== 'renamed') };
  }

  /** What evidence there is about a write without an outcome. */
  #inspectWrite(): SyncEvent | undefined {
    const write = this.store.pendingWrite;
    if (!write) return undefined;
    const now = this.#deps.now();
    const since = write.unconfirmedSince ?? now;
    const settledAt = since + this.#deps.settleTime;
    const isSettled = now >= settledAt;
    const { listed, project, readAt } = this.#remote;
    if (isSettled && (listed?.at ?? 0) < settledAt) return { type: 'write inspected', write, action: { type: 'list' } };
    const isSilent = isSettled && listed !== undefined && listed.updatedAt === write.updatedAt;
    const isRead = project !== undefined && readAt >= (isSettled && !isSilent ? settledAt : since);
    const evidence = isRead && project ? { remote: project, ...(listed && { updatedAt: listed.updatedAt }) } : {};
    return { type: 'write inspected', write, action: planRecovery(write, evidence, now, this.#deps.settleTime) };
  }

  #compare(): Comparison {
    const latest = this.#remote.applyLatestList();
    if (latest === 'missing') return 'project missing';
    if (latest === 'restored') this.#planner.discardPlan();
    const { listed } = this.#remote;
    if (!listed || this.#deps.now() >= listed.at + this.#deps.pollInterval) return 'list outdated';
    const { updatedAt, idleVersion } = this.store.requiredCheckpoint;
    const isListedAsKnown = listed.updatedAt === updatedAt;
    const hasPendingFiles = this.#deps.files?.hasPending === true;
    if (isListedAsKnown && idleVersion === this.#deps.local.version && !hasPendingFiles) return 'unchanged';
    return this.#remote.restoreFromBase() && isListedAsKnown ? 'local changed' : 'remote changed';
  }

  async #readProject(): Promise<SyncEvent> {
    const remote = await this.#remote.read();
    this.#planner.startOver();
    storeDuplicateConflicts(this.store, remote, this.#remote.readAt);
    return { type: 'read' };
  }

  #planNext(): PlannedAction {
    const remote = this.#remote.project;
    if (!remote) return { type: 'plan again' };
    const create = findRecoveredCreate(this.store, this.#deps.local.project, remote);
    if (create) return { type: 'adopt create', create };
    const { mergeResult, hasIncoming } = this.#planner.currentPlan();
    const part = hasIncoming ? validMergePart(mergeResult, this.#planner.invalidRecords) : undefined;
    if (part) return { type: 'merge', part };
    return this.#nextRequest(remote);
  }

  #nextRequest(remote: Project): PlannedAction {
    const { request, rejections } = this.#planner.nextRequest(this.store.requiredCheckpoint.remoteHash, remote);
    if (rejections.length > 0) this.store.write(rejections);
    if (request) {
      this.#remote.requireBudget('write');
      if (request.operation.type === 'look') return { type: 'look up', request };
      return { type: 'send', write: createPendingWrite(request, remote, this.store.requiredCheckpoint) };
    }
    const unconfirmed = settleUnconfirmedEntries(this.store, 'possibly overwritten');
    if (unconfirmed.length > 0) this.store.write(unconfirmed);
    return this.#planner.isExhausted ? { type: 'plan again' } : { type: 'none' };
  }

  /** A create that was uncertain has been found: that resolves its conflict. */
  #adoptCreate({ pendingWrite, id, clearEntries }: RecoveredCreate): void {
    this.#acknowledge(pendingWrite, inferAcknowledgement(id, this.store.requiredCheckpoint.version), null);
    this.store.write(clearEntries);
    const remote = this.#remote.project;
    if (remote) storeDuplicateConflicts(this.store, remote, this.#remote.readAt);
  }

  /** Nothing is left to do. Where nothing is in conflict either, the base is complete, and a restart needs neither a read nor a plan. */
  #saveIdleCheckpoint(): void {
    const checkpoint = this.store.requiredCheckpoint;
    // Rejected writes must be shown after a restart too, and only a plan finds them.
    const idleVersion = this.rejectedWrites.length > 0 ? null : this.#deps.local.version;
    if (!this.#planner.hasUnresolved() && (!checkpoint.isComplete || checkpoint.idleVersion !== idleVersion))
      this.store.write([checkpointEntry({ ...checkpoint, isComplete: true, idleVersion })]);
  }

  /** Records that the engine rejects are left out of the next merge. */
  #merge({ command, entries }: ValidMergePart): void {
    try {
      this.#commit(command, [...entries, this.store.unsettledEntry()]);
    } catch (error) {
      const invalid = invalidRecordsIn(error, [...command.put.map(({ id }) => id), ...command.removedIds]);
      if (invalid.size === 0) throw error;
      this.#planner.markInvalid(invalid);
      return;
    }
    this.#planner.discardPlan();
  }

  #commit(command: Partial<ReplaceRecordsCommand>, entries: readonly SyncStoreEntry[]): void {
    this.store.commit(this.#deps.local, { do: 'take', renamedIds: [], put: [], removedIds: [], ...command }, entries);
  }

  /** The row is on the disk before a byte leaves (I7). */
  async #send(write: PendingWrite): Promise<SyncEvent> {
    this.#remote.requireBudget('write');
    this.store.write([pendingWriteEntry(write)]);
    const outcome = toWriteOutcome(write.request, await this.#deps.remote.send(write.request));
    return { type: 'sent', write, outcome, now: this.#deps.now() };
  }

  /** The remote does not have the record under its id, so the base is outdated. Where a read shows it all the same, sending again is no use. */
  #resetRecord(request: SyncRequest): void {
    const { operation } = request;
    if (isFileReplacement(operation)) this.#deps.files?.invalidate(operation.id, 'gone');
    const { added, removedIds, renamedIds } = revertToProvisionalId(operation, this.store.base, this.#deps.local.project);
    const fingerprint = requestFingerprint(request);
    const rejection = this.#missingRequests.has(fingerprint)
      ? [rejectedWriteEntry(operation.id, fingerprint, 'The workspace shows it, and says that it is not there.')]
      : [];
    this.#missingRequests.add(fingerprint);
    this.#commit({ renamedIds }, [...baseEntries({ put: added, removedIds }), ...rejection, this.store.unsettledEntry()]);
  }

  /** The answer, the base, the id and everything that refers to it, in one transaction. `changes`: of the remote project in memory; null: it has them already. */
  #acknowledge(write: PendingWrite, acknowledgement: WriteAcknowledgement, changes: SyncRequest['expected'] | null): void {
    const { request } = write;
    const created = createdIdMapping(request, acknowledgement);
    const gap = versionGap(write, acknowledgement.version);
    const entries = acknowledgementEntries(write, acknowledgement, this.store, this.#deps.now(), this.#deps.settleTime);
    const renamedIds: ReplaceRecordsCommand['renamedIds'] =
      created && created.from !== created.to && this.#deps.local.project.has(created.from) ? [[created.from, created.to]] : [];
    const wasCurrent = this.#planner.isCurrent;
    const files = this.#deps.files?.entriesAfterWrite(request, created?.to ?? request.operation.id) ?? [];
    this.#commit({ renamedIds }, [...entries, ...files]);
    this.#remote.applyWrite(changes === null ? [] : withRemoteId(created, changes), gap, acknowledgement);
    // Our own renaming needs no new plan; local edits do, and so does the customId of a component, because scripts name it.
    const isComponentCreated = created !== undefined && request.operation.kind === 'component';
    if (wasCurrent && changes !== null && !isComponentCreated) this.#planner.continuePlan();
    else this.#planner.endPlan();
  }

  async #lookUp(request: SyncRequest): Promise<SyncEvent> {
    const remote = this.#remote.project;
    const { operation } = request;
    const result = await this.#deps.remote.send(request);
    const error = lookupError(result, this.#deps.now());
    if (error) throw error;
    if (!remote) return { type: 'read' };
    const changes = result.type === 'response' && result.status === 200 ? lookupChanges(operation, result.json, remote) : [];
    remote.apply(changes);
    storeDuplicateConflicts(this.store, remote, this.#remote.readAt);
    const trees = { base: this.store.base, local: this.#deps.local.project, remote };
    const { added, removedIds, renamedIds } = adoptIds(operation, changes, trees);
    const renames = renamedIds.flatMap(([from, to]) => [aliasEntry(from, to), ...renamedConflictEntries(this.store, from, to)]);
    this.#commit({ renamedIds }, [...baseEntries({ put: added, removedIds }), ...renames]);
    this.#planner.markLookedUp(operation, changes.length > 0);
    return { type: 'read' };
  }
}
