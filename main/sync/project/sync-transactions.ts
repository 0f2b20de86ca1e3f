/**
 * The transactions of one synced project: each stores a result together with everything that depends on it (merged records, acknowledged
 * writes, ids from lookups, resolved conflicts), and then updates the planner and the remote state.
 */
import { message } from '../../../shared/messages/message.ts';
import type { Command, ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { type ConflictSide, remoteFromConflict, resolveConflict } from '../plan/resolve-conflict.ts';
import { isFileReplacement } from '../protocol/build-request.ts';
import {
  adoptAttachmentIds,
  type CreatedConditions,
  type IdAdoption,
  lookupChanges,
  noIdAdoption,
  revertToProvisionalId,
} from '../protocol/lookup-response.ts';
import { type PendingWrite, versionGap } from '../protocol/pending-write.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { SendResult } from '../protocol/write-outcome.ts';
import {
  acknowledgementEntries,
  createdIdMapping,
  inferAcknowledgement,
  renamedConflictEntries,
  type WriteAcknowledgement,
  withRemoteId,
} from '../store/acknowledgement-entries.ts';
import { invalidRecordsIn, rejectedWriteEntry, requestFingerprint } from '../store/rejected-writes.ts';
import {
  baseEntries,
  checkpointEntry,
  clearConflictEntry,
  clearSentConditionsEntry,
  clearUncertainCreateEntry,
  conflictEntry,
  disappearanceEntry,
  heldTextsEntry,
  plannedConflictsEntry,
  resentCreateEntry,
  type SyncStore,
  type SyncStoreEntry,
} from '../store/sync-store.ts';
import { type RecoveredCreate, storeDuplicateConflicts } from './recovered-create.ts';
import type { RemoteState, RemoteStateDeps } from './remote-state.ts';
import type { SyncPlanner, ValidMergePart } from './sync-planner.ts';

interface SyncTransactionsDeps extends Pick<RemoteStateDeps, 'local' | 'files' | 'clock'> {
  /** Milliseconds. */
  readonly settleTime: number;
}

export class SyncTransactions {
  readonly #deps: SyncTransactionsDeps;
  readonly #store: SyncStore;
  readonly #remote: RemoteState;
  readonly #planner: SyncPlanner;
  /** Fingerprints of requests about records that the remote did not have. */
  readonly #missingRequests = new Set<string>();

  constructor(deps: SyncTransactionsDeps, store: SyncStore, remote: RemoteState, planner: SyncPlanner) {
    this.#deps = deps;
    this.#store = store;
    this.#remote = remote;
    this.#planner = planner;
  }

  /** Records that the engine rejects are left out of the next merge. */
  merge({ command, entries }: ValidMergePart): void {
    try {
      this.#commit(command, [...entries, ...this.#store.aliasEntries(command.renamedIds), this.#store.unsettledEntry()]);
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
    const entries = acknowledgementEntries(write, acknowledgement, this.#store, this.#deps.clock.now(), this.#deps.settleTime);
    const { project } = this.#deps.local;
    // If a record has been removed locally in the meantime, its id is renamed in the history, so that an undo restores it with the id that
    // the remote has.
    const isRenamed = created && created.from !== created.to && (project.has(created.from) || !project.has(created.to));
    const renamedIds: ReplaceRecordsCommand['renamedIds'] = isRenamed ? [[created.from, created.to]] : [];
    const wasCurrent = this.#planner.isCurrent;
    const files = this.#deps.files?.entriesAfterWrite(request, created?.to ?? request.operation.id) ?? [];
    this.#commit({ renamedIds }, [...entries, ...files]);
    this.#remote.applyWrite(write, changes === null ? [] : withRemoteId(created, changes), gap, acknowledgement);
    // Our own renaming needs no new plan. Local edits do, and so does the customId of a component, because scripts contain it.
    const isComponentCreated = created !== undefined && request.operation.kind === 'component';
    if (wasCurrent && changes !== null && !isComponentCreated) this.#planner.continuePlan();
    else this.#planner.endPlan();
  }

  /** An uncertain create has been found on the remote, which resolves its conflict. */
  adoptCreate({ pendingWrite, id, clearEntries }: RecoveredCreate): void {
    this.acknowledge(pendingWrite, inferAcknowledgement(id, this.#store.requiredCheckpoint.version), null);
    this.#store.write(clearEntries);
    const remote = this.#remote.project;
    if (remote) storeDuplicateConflicts(this.#store, remote, this.#remote.readAt);
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
    const conflicts = renamedIds.flatMap(([from, to]) => renamedConflictEntries(this.#store, from, to));
    const renames = [...this.#store.aliasEntries(renamedIds), ...conflicts];
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

  /** Stores the effect of the choice. A returned command must be executed as the user's, so that it can be undone. */
  resolveConflict(conflict: MergeConflict, side: ConflictSide): Command | undefined {
    if (conflict.reason === 'disappeared') return this.#decideDisappearance(conflict, side);
    const remote = this.#remote.project ?? remoteFromConflict(conflict, this.#store.base);
    const {
      base,
      command,
      conflict: next,
    } = resolveConflict(conflict, side, { base: this.#store.base, local: this.#deps.local.project, remote });
    const checkpoint = this.#store.requiredCheckpoint;
    const isBaseChanged = base.put.length + base.removedIds.length > 0;
    const isUnconfirmed = conflict.reason === 'unconfirmedCreate';
    const isResent = isUnconfirmed && side === 'local';
    const lost = this.#store.uncertainCreates.find(({ request }) => request.operation.id === conflict.recordId);
    const openConflict = isUnconfirmed && !isResent ? { ...conflict, isPostponed: true as const } : next;
    this.#store.write([
      ...baseEntries(base),
      openConflict ? conflictEntry(openConflict) : clearConflictEntry(conflict.id),
      ...(isResent && lost ? [clearUncertainCreateEntry(conflict.recordId), resentCreateEntry(lost)] : []),
      checkpointEntry({ ...checkpoint, idleVersion: null, ...(isBaseChanged && { isComplete: false }) }),
    ]);
    this.#planner.discardPlan();
    return command;
  }

  /** (I32) The next read applies the decision to the records that are missing then. */
  #decideDisappearance({ id }: MergeConflict, side: ConflictSide): undefined {
    const row = this.#store.disappearance;
    if (row) this.#store.write([disappearanceEntry({ ...row, decision: side }), clearConflictEntry(id), this.#store.unsettledEntry()]);
    this.#remote.forget();
    this.#planner.discardPlan();
    return undefined;
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
        plannedConflictsEntry([]),
        heldTextsEntry(this.#planner.heldTexts ?? this.#store.heldTexts),
      ]);
  }

  #commit(command: Partial<ReplaceRecordsCommand>, entries: readonly SyncStoreEntry[]): void {
    this.#store.commit(this.#deps.local, { do: 'replaceRecords', renamedIds: [], put: [], removedIds: [], ...command }, entries);
  }
}
