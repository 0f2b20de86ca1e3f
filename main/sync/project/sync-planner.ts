/**
 * Plans what to do, and plans again when something has changed: what to merge, what is in conflict, which request is next. Records which
 * records the engine has rejected, and which lookups have returned nothing new. In memory only.
 */
import type { Message } from '../../../shared/messages/message.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import { Project } from '../../../shared/model/project.ts';
import { countCharacters } from '../../engine/long-work.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { DifferingRecords } from '../plan/field-paths.ts';
import type { HeldText } from '../plan/held-texts.ts';
import { createMergeConflict, type MergeConflict } from '../plan/merge-conflict.ts';
import { cascadeIds, type MergeResult } from '../plan/merge-trees.ts';
import { type LocalChanges, planLocalChanges, planSync, planSyncInSteps, type SyncOperation, type SyncPlan } from '../plan/plan-sync.ts';
import { buildRequest, fileReplacementOperations } from '../protocol/build-request.ts';
import { type DuplicateWatch, findCreatedIds, findDuplicateIds, isSameCreate } from '../protocol/recovery.ts';
import type { PendingWrite, PreparedRequest, RemoteFiles, SyncRequest } from '../protocol/sync-request.ts';
import {
  baseEntries,
  clearConflictEntry,
  clearDuplicateWatchEntry,
  clearPendingWriteEntry,
  clearRejectedEntry,
  clearUncertainCreateEntry,
  conflictEntry,
  operationFingerprint,
  type RejectedWrite,
  raisedConflictEntries,
  rejectedWriteEntry,
  remoteStateKey,
  requestFingerprint,
  type SyncStore,
  type SyncStoreEntry,
  uncertainCreateEntry,
} from '../store/sync-store.ts';
import type { RemoteState, RemoteStateDeps } from './remote-state.ts';

/** Comparing the sides takes about 50 ms for as many records on both. */
const recordsOfLongPlan = 8000;
/** Texts that differ are compared by what they mean. So many characters take as long as a record. */
const charactersOfRecord = 128;

/** Whether there are many records, or many characters in those that the remote has changed. */
function isLongPlan(local: Project, remote: Project, base: Project): boolean {
  let work = local.size + remote.size;
  for (const record of remote.records()) {
    if (work >= recordsOfLongPlan) return true;
    if (record !== base.get(record.id)) work += countCharacters(record) / charactersOfRecord;
  }
  return work >= recordsOfLongPlan;
}

export class SyncPlanner {
  readonly #deps: Pick<RemoteStateDeps, 'local' | 'files'>;
  readonly #store: SyncStore;
  readonly #remote: RemoteState;
  /** Remote records that the engine has rejected, with the reason; they are tried again after the next read (I20). */
  readonly #invalidRecords = new Map<string, Message>();
  #plan: SyncPlan | undefined;
  #comparison:
    | { readonly version: number; readonly revision: number; readonly plan: SyncPlan | undefined; readonly changes: LocalChanges }
    | undefined;
  /** Between the local project and the base. */
  readonly #differing = new DifferingRecords();
  #plannedVersion = -1;
  /** Whether a request of the plan was sent, so that operations that the plan left out may have become possible. */
  #isUsed = false;
  #queue: OperationQueue | undefined;
  #held: readonly HeldText[] | undefined;
  #filesRevision: number | undefined;
  /** Lookups that have returned nothing new. They are not repeated until there is another plan. */
  #fruitlessLookups: ReadonlySet<string> = new Set();
  /** (I36) Operations that are not sent before the project has been read. */
  readonly #postponed = new Set<string>();

  constructor(deps: Pick<RemoteStateDeps, 'local' | 'files'>, store: SyncStore, remote: RemoteState) {
    this.#deps = deps;
    this.#store = store;
    this.#remote = remote;
  }

  get invalidRecords(): ReadonlyMap<string, Message> {
    return this.#invalidRecords;
  }

  /** The conflicts of the plan; undefined if there is no plan at the moment. */
  get conflicts(): readonly MergeConflict[] | undefined {
    return this.#plan?.mergeResult.conflicts;
  }

  /** The number of held operations that wait for another one. */
  get waitingCount(): number {
    return this.#queue?.waitingCount ?? 0;
  }

  /** The writes that the remote currently rejects. */
  get rejectedWrites(): readonly RejectedWrite[] {
    return this.#queue?.rejected ?? (this.#plan ? [] : this.#storedRejections());
  }

  /** Before the first plan: the stored rejections of requests that would be sent as they were. */
  #storedRejections(): readonly RejectedWrite[] {
    const { rejectedWrites, checkpoint } = this.#store;
    if (rejectedWrites.length === 0 || !checkpoint) return [];
    const { base } = this.#store;
    const { files, local } = this.#deps;
    const current = new Set(
      this.localChanges().operations.map((operation) => {
        const prepared = buildRequest(operation, checkpoint.remoteHash, local.project, base, { files });
        return prepared.type === 'ready' ? requestFingerprint(prepared.request) : operationFingerprint(operation);
      }),
    );
    return rejectedWrites.filter(({ request }) => current.has(request));
  }

  /** (G30) The texts that the last plan found to be held; undefined before the first plan that had nothing to merge. */
  get heldTexts(): readonly HeldText[] | undefined {
    return this.#held;
  }

  /**
   * The local changes since both sides last agreed, without those in conflict: everything that the remote may lack. Compared anew only when
   * either side, or what is in conflict, has changed.
   */
  localChanges(): LocalChanges {
    const { version } = this.#deps.local;
    const { revision } = this.#store;
    const known = this.#comparison;
    if (known?.version === version && known.revision === revision && known.plan === this.#plan) return known.changes;
    const changes = this.#compareWithBase();
    this.#comparison = { version, revision, plan: this.#plan, changes };
    return changes;
  }

  #compareWithBase(): LocalChanges {
    const { conflicts, withheld } = this.#plan?.mergeResult ?? { conflicts: this.#store.plannedConflicts, withheld: new Set<string>() };
    const paths = conflicts.map(({ recordId, field }) => (field === null ? recordId : `${recordId}#${field}`));
    // Changes that depend on a record in conflict are part of the conflict. A field that only waits for one is a separate change.
    const records = [...withheld].filter((each) => !each.includes('#'));
    const { project } = this.#deps.local;
    const { base } = this.#store;
    const differing = this.#differing.between(project, base);
    const { operations, held } = planLocalChanges(project, base, new Set([...paths, ...records]), differing);
    return { operations: operations.filter(({ type }) => type !== 'lookup'), held };
  }

  /** The plan for the known state of both sides; a new one if there is none or it is outdated. */
  currentPlan(): SyncPlan {
    if (this.#plan && this.isCurrent) return this.#plan;
    const { local } = this.#deps;
    return this.#adopt(planSync({ base: this.#store.base, local: local.project, remote: this.#remote.project ?? new Project() }));
  }

  /**
   * Makes the plan of a large project in slices, for the next call of `currentPlan`. If either side changes meanwhile, that call makes another one. Undefined
   * if it takes no time.
   */
  preparePlan(): Promise<void> | undefined {
    const { local } = this.#deps;
    const { project: remote } = this.#remote;
    if (!remote || (this.#plan !== undefined && this.isCurrent)) return undefined;
    return isLongPlan(local.project, remote, this.#store.base) ? this.#planInSlices(remote) : undefined;
  }

  async #planInSlices(remote: Project): Promise<void> {
    const { local } = this.#deps;
    const { version } = local;
    const { base, revision } = this.#store;
    // The user may change the project, and resolve conflicts, meanwhile. Only steps of sync, of which this is one, change the remote one.
    const isUnchanged = () => local.version === version && this.#store.revision === revision && this.#remote.project === remote;
    const plan = await new CooperativeYielder().runWhile(isUnchanged, planSyncInSteps({ base, local: local.project, remote }));
    if (plan && isUnchanged()) this.#adopt(plan);
  }

  #adopt(plan: SyncPlan): SyncPlan {
    this.#plan = plan;
    this.#plannedVersion = this.#deps.local.version;
    this.#isUsed = false;
    this.#queue = undefined;
    this.#fruitlessLookups = new Set();
    return plan;
  }

  /** Whether nothing has changed locally since the plan was made. */
  get isCurrent(): boolean {
    return this.#plannedVersion === this.#deps.local.version;
  }

  /** Whether the plan has nothing more to send, but has sent something. */
  get isExhausted(): boolean {
    return this.#isUsed;
  }

  /** Whether anything is in conflict, invalid, waiting for something else, or could not be looked up yet. */
  hasUnresolved(): boolean {
    const { conflicts, withheld } = this.currentPlan().mergeResult;
    return conflicts.length + withheld.size + this.#invalidRecords.size + this.#fruitlessLookups.size + this.waitingCount > 0;
  }

  /** (I36) The operation depends on what only a read of the project shows. */
  postponeUntilRead(operation: SyncOperation): void {
    this.#postponed.add(operationFingerprint(operation));
  }

  /** Must be called when an input of the plan has changed. */
  discardPlan(): void {
    this.#plan = undefined;
  }

  /** Must be called when the remote was read again: records that were invalid may have become valid. */
  startOver(): void {
    this.#plan = undefined;
    this.#invalidRecords.clear();
    this.#postponed.clear();
  }

  markInvalid(records: ReadonlyMap<string, Message>): void {
    for (const [id, reason] of records) this.#invalidRecords.set(id, reason);
  }

  /** Must be called when a request of the plan was answered and the plan is still valid. */
  continuePlan(): void {
    this.#plannedVersion = this.#deps.local.version;
    this.#isUsed = true;
  }

  /** Must be called when a request of the plan was answered and the plan is not valid any more. */
  endPlan(): void {
    this.#plan = undefined;
    this.#isUsed = true;
  }

  markLookedUp(operation: SyncOperation, foundSomething: boolean): void {
    const fruitless = new Set([...this.#fruitlessLookups, operationFingerprint(operation)]);
    this.#plan = undefined;
    if (foundSomething) return;
    this.currentPlan();
    this.#fruitlessLookups = fruitless;
  }

  nextRequest(remoteHash: string, remote: Project): NextRequest {
    const { files, local } = this.#deps;
    const { fileWrites } = this.#store;
    const unanswered = [...this.#store.uncertainCreates, ...fileWrites];
    const uncertain = new Set(unanswered.map(({ request }) => request.operation.id));
    const plan = this.currentPlan();
    const isBlocked = (operation: SyncOperation) => {
      const fingerprint = operationFingerprint(operation);
      const isPostponed = this.#fruitlessLookups.has(fingerprint) || this.#postponed.has(fingerprint);
      return isPostponed || uncertain.has(operation.id) || this.#invalidRecords.has(operation.id);
    };
    if (this.#filesRevision !== files?.revision) this.#queue = undefined;
    this.#filesRevision = files?.revision;
    if (!this.#queue) {
      // Changes that could not be merged must not keep others from being sent.
      const withheld = new Set([...plan.mergeResult.withheld, ...this.#invalidRecords.keys()]);
      const { operations, held } = plan.hasIncoming ? planLocalChanges(local.project, remote, withheld) : plan;
      this.#held = held;
      // (I30) A file is replaced directly after its lookup.
      this.#queue = new OperationQueue([...fileReplacementOperations(files), ...operations]);
    }
    const isIndistinct = (create: SyncRequest) => fileWrites.some(({ request }) => isSameCreate(create, request));
    return this.#queue.next({ remoteHash, local: local.project, remote, store: this.#store, files, isBlocked, isIndistinct });
  }
}

interface QueueContext {
  readonly remoteHash: string;
  readonly local: Project;
  readonly remote: Project;
  readonly store: SyncStore;
  readonly files: RemoteFiles | undefined;
  readonly isBlocked: (operation: SyncOperation) => boolean;
  /** (I5) Whether a read could not tell what the create produces from what another one, whose answer is still to come, has produced. */
  readonly isIndistinct: (create: SyncRequest) => boolean;
}

interface NextRequest {
  readonly request: SyncRequest | undefined;
  /** Rejections that were found in the process, to be stored. */
  readonly rejections: readonly SyncStoreEntry[];
}

const waiting: PreparedRequest = { type: 'waiting' };

/** The operations of one plan in their order. Those that wait for others, or were rejected before, are skipped. */
class OperationQueue {
  readonly #operations: readonly SyncOperation[];
  readonly #rejected: RejectedWrite[] = [];
  /** The record of each local change that was skipped because something else must happen first. */
  readonly #waitingIds: string[] = [];
  #position = 0;

  constructor(operations: readonly SyncOperation[]) {
    this.#operations = operations;
  }

  /** Operations that were skipped because they were rejected and would be rejected again. */
  get rejected(): readonly RejectedWrite[] {
    return this.#rejected;
  }

  get waitingCount(): number {
    return this.#waitingIds.length;
  }

  /**
   * The next request that can be sent. It remains the next one until it is done, so that a request that could not be sent is tried again.
   */
  next({ remoteHash, local, remote, store, files, isBlocked, isIndistinct }: QueueContext): NextRequest {
    const { rejectedWrites, checkpoint } = store;
    const now = checkpoint && remoteStateKey(checkpoint);
    const rejections: SyncStoreEntry[] = [];
    for (; this.#position < this.#operations.length; this.#position++) {
      const operation = this.#operations[this.#position];
      if (!operation) continue;
      const built = isBlocked(operation)
        ? waiting
        : buildRequest(operation, remoteHash, local, remote, { files, wasRemote: (id) => store.wasInBase(id) });
      const prepared = built.type === 'ready' && isIndistinct(built.request) ? waiting : built;
      if (prepared.type === 'waiting' && operation.type !== 'lookup') this.#waitingIds.push(operation.id);
      if (prepared.type === 'waiting' || prepared.type === 'unneeded') continue;
      const fingerprint = prepared.type === 'ready' ? requestFingerprint(prepared.request) : operationFingerprint(operation);
      const known = rejectedWrites.find(
        ({ recordId, request, remoteState = now }) => recordId === operation.id && request === fingerprint && remoteState === now,
      );
      if (known) {
        this.#rejected.push(known);
        continue;
      }
      if (prepared.type === 'ready') return { request: prepared.request, rejections };
      rejections.push(rejectedWriteEntry(operation.id, fingerprint, prepared.reason));
      this.#rejected.push({ recordId: operation.id, request: fingerprint, reason: prepared.reason });
    }
    return { request: undefined, rejections: [...rejections, ...this.#outdatedRejections(rejectedWrites, local).map(clearRejectedEntry)] };
  }

  /** The rejections of writes that are not wanted any more, without those of creates whose records may turn up on the remote, having arrived twice. */
  #outdatedRejections(stored: readonly RejectedWrite[], local: Project): readonly RejectedWrite[] {
    const current = new Set(this.#rejected.map(({ request }) => request));
    const waitingIds = new Set(this.#waitingIds);
    const isAwaited = ({ recordId, pendingWrite }: RejectedWrite) => pendingWrite !== undefined && local.has(recordId);
    return stored.filter((each) => !current.has(each.request) && !waitingIds.has(each.recordId) && !isAwaited(each));
  }
}

/** The part of a merge that the engine accepts, so that an invalid record does not stop everything else (I20). */
export interface ValidMergePart {
  readonly command: ReplaceRecordsCommand;
  readonly entries: readonly SyncStoreEntry[];
}

/** Undefined if nothing is left. `invalid` contains the ids of records that the engine has rejected, with the reasons. */
export function validMergePart(merged: MergeResult, invalid: ReadonlyMap<string, Message>): ValidMergePart | undefined {
  const { renamedIds, oneTimeConflicts } = merged;
  const validRecords = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !invalid.has(id));
  const validIds = (ids: readonly string[]) => ids.filter((id) => !invalid.has(id));
  const [put, removedIds] = [validRecords(merged.put), validIds(merged.removedIds)];
  const base = { put: validRecords(merged.base.put), removedIds: validIds(merged.base.removedIds) };
  if (put.length + removedIds.length + base.put.length + base.removedIds.length + renamedIds.length === 0) return undefined;
  const conflicts = oneTimeConflicts.flatMap(raisedConflictEntries);
  return { command: { do: 'replaceRecords', renamedIds, put, removedIds }, entries: [...baseEntries(base), ...conflicts] };
}

/** A record of the remote that may come from one of our creates: one whose response was lost, or one that arrived twice. */
export interface RecoveredCreate {
  readonly pendingWrite: PendingWrite;
  /** The id that the remote has assigned. */
  readonly id: string;
  /** Entries that clear the rows which are settled by this. */
  readonly clearEntries: readonly SyncStoreEntry[];
}

/**
 * A create with a file whose answer is still to come, an uncertain one, or one that was rejected because it had arrived twice, whose record
 * exists on the remote. Of a create that is still queued, nothing was sent: an equal record is another one (I7).
 */
export function findRecoveredCreate(
  { uncertainCreates, fileWrites, rejectedWrites, base }: SyncStore,
  { local, remote, isQueued }: { readonly local: Project; readonly remote: Project; readonly isQueued: (id: string) => boolean },
): RecoveredCreate | undefined {
  const sent = fileWrites.filter(({ request }) => !isQueued(request.operation.id));
  const rejected = rejectedWrites.flatMap(({ pendingWrite, recordId }) => (pendingWrite && local.has(recordId) ? [pendingWrite] : []));
  // What has arrived at last belongs to the create whose answer is to come, which names it; the others are asked about anyway.
  for (const pendingWrite of [...sent, ...uncertainCreates, ...rejected]) {
    const id = findCreatedIds(pendingWrite, { local, remote }).find((each) => !base.has(each));
    if (id === undefined) continue;
    const localId = pendingWrite.request.operation.id;
    const rejections = rejectedWrites.filter(({ recordId }) => recordId === localId);
    const clearEntries = [
      clearUncertainCreateEntry(localId),
      ...[`${localId}#`, `${id}#`, `${id}#twin`].map(clearConflictEntry),
      ...rejections.map(clearRejectedEntry),
    ];
    return { pendingWrite, id, clearEntries };
  }
  return undefined;
}

/** Stores a conflict for each remote record, as read at `readAt`, that duplicates one of ours. */
export function storeDuplicateConflicts(store: SyncStore, remote: Project, readAt: number): void {
  const watches = store.duplicateWatches;
  const conflicts = duplicateConflicts(watches, store.base, remote);
  const expired = watches.filter(({ expiresAt }) => readAt >= expiresAt);
  const entries = [...conflicts.map(conflictEntry), ...expired.map(clearDuplicateWatchEntry)];
  if (entries.length > 0) store.write(entries);
}

/** Only records that are new on the remote can be duplicates. `local` of the conflict is the id of our record. */
function duplicateConflicts(watches: readonly DuplicateWatch[], base: Project, remote: Project): MergeConflict[] {
  if (watches.length === 0 || [...remote.records()].every(({ id }) => base.has(id))) return [];
  return findDuplicateIds(watches, remote).flatMap(({ id, duplicates }) =>
    duplicates.flatMap((duplicate) => {
      const record = base.has(duplicate) ? undefined : remote.get(duplicate);
      if (!record) return [];
      const dependentIds = [...cascadeIds(duplicate, remote)].filter((each) => each !== duplicate);
      return [{ ...createMergeConflict(record, null, 'duplicateCreate', { base: null, local: id, remote: record }), dependentIds }];
    }),
  );
}

/**
 * The entries for an unanswered create of which it is unknown whether it was applied: it waits for the user, and nothing else waits for it.
 * The conflict is stored even if the record has been removed locally: it is open again if an undo restores the record.
 */
export function uncertainCreateEntries(write: PendingWrite, local: Project): SyncStoreEntry[] {
  const { operation, expected } = write.request;
  const record = local.get(operation.id) ?? expected.find(({ after }) => after?.id === operation.id)?.after;
  const conflict = record && createMergeConflict(record, null, 'unconfirmedCreate', { base: null, local: record, remote: null });
  return [clearPendingWriteEntry, uncertainCreateEntry(write), ...(conflict ? [conflictEntry(conflict)] : [])];
}
