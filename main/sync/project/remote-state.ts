/**
 * What is known of the remote project: what the list showed, what was read, and whether it was restored from a backup. In memory only; what
 * must survive a restart is in the store.
 */
import { message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { AssetFileTracker } from '../client/files/file-sync.ts';
import { fieldPathsOf, hasSameContent, isReadOnly, isSameField, withFieldFrom } from '../plan/field-paths.ts';
import { createMergeConflict } from '../plan/merge-conflict.ts';
import { requiredIds } from '../plan/merge-trees.ts';
import { findReadLosses, isWithoutLosses, type ReadEvidence, type ReadLosses } from '../plan/read-losses.ts';
import { isEffectUnknown } from '../protocol/build-request.ts';
import { type ProjectList, type ProjectListEntry, type ReadScope, type RemoteApi, RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { PendingWrite } from '../protocol/sync-request.ts';
import {
  firstWriteEntries,
  unappliedEntries,
  unreadOverwriteEntries,
  type WriteAcknowledgement,
} from '../store/acknowledgement-entries.ts';
import type { LocalProject } from '../store/sync-engine.ts';
import {
  baseEntries,
  checkpointEntry,
  clearConflictEntry,
  conflictEntry,
  danglingIdsEntry,
  disappearanceEntry,
  resetBaseEntries,
  type SyncCheckpoint,
  type SyncStore,
  unknownValuesEntry,
} from '../store/sync-store.ts';

export type BudgetedRequest =
  | 'list'
  | 'read'
  | 'write'
  /** A write directly after a read of its record. */
  | 'checkedWrite'
  /** (I36) A read only because others have written, and the list before it, of which there are no more than the quota allows for good. */
  | { readonly reread: ReadScope; readonly isListed: boolean };

/** The two sides as a runner reaches them. */
export interface RemoteStateDeps {
  readonly local: LocalProject;
  readonly remote: RemoteApi;
  readonly clock: WaitClock;
  /** Returns when such a request may be sent, according to the budget that all projects of the workspace share. */
  readonly allowedAt?: (what: BudgetedRequest) => number;
  /** (I36) Whether most requests that the quota allows are used. */
  readonly isBudgetScarce?: () => boolean;
  /** The files of assets, which must use the same store: only one object may hold the base in memory. */
  readonly files?: AssetFileTracker;
  /** The last project list that was requested for any of the projects. */
  readonly latestList?: () => ProjectList | undefined;
}

/** The project's entry in the list, and when the list was requested. */
interface ListedVersion {
  readonly updatedAt: string | null;
  readonly at: number;
}

/** (I36) Milliseconds: at least as often, the stylesheet and the comments are read, too. */
const wholeReadInterval = 600_000;
/** (I36) Milliseconds after a write from here in which more of them are expected. */
const writingDuration = 30_000;

/** (I40) Milliseconds between repetitions of a doubtful read: the first time, and at most. */
const firstRereadInterval = 60_000;
const maxRereadInterval = 3_600_000;

/** The only conflict about the project as a whole. */
const disappearedConflictId = `${projectRecordId}#`;

const isSubset = (ids: readonly string[], all: readonly string[]): boolean => {
  const known = new Set(all);
  return ids.every((id) => known.has(id));
};

/** The lowest version that the remote can have after this many more writes; null if none is known. */
function leastVersionAfter({ version, leastVersion = null }: SyncCheckpoint, writes: number): number | null {
  const least = version ?? leastVersion;
  return least === null ? null : least + writes;
}

type ListResult = 'listed' | 'missing';

export class RemoteState {
  readonly #deps: RemoteStateDeps;
  readonly #store: SyncStore;
  #listed: ListedVersion | undefined;
  #project: Project | undefined;
  /**
   * The remote project as it was known before a write whose outcome or predecessors are unknown, with our writes since. The next read is
   * compared with it.
   */
  #earlierProject: Project | undefined;
  /** The time of our last write, as its response contained it. If a list shows it, nobody has written since. */
  #writtenAt: string | null = null;
  /** The number of writes of others that responses have shown and no read. */
  #unreadWrites = 0;
  /** (I36) Whether the project in memory lacks writes of others, because it cannot be read at the moment. */
  #isBehind = false;
  /** (I36) The number of records whose changes by others were read one by one since the last read of the project. */
  #recordsReadAhead = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** When one of our writes was last answered. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** When the stylesheet and the comments were last read with the project. */
  #wholeReadAt = Number.NEGATIVE_INFINITY;
  /** The last `updatedAt` in the list, which the versionTime of a response need not equal. */
  #listedUpdatedAt: string | undefined;
  /** When the list was requested that the last stored read followed. */
  #storedListAt: number | undefined;
  /** Whether one of our writes was answered since the last read, which may be why the list shows another time. */
  #hasWritten = false;
  /** The records that these writes changed. */
  readonly #writtenIds = new Set<string>();
  /** Whether the list has shown an earlier time than before. */
  #hasGoneBack = false;
  /** (I32) Whether the last read was implausible, so that it is repeated once. */
  #wasReadImplausible = false;
  /** (I40) When a doubtful read is repeated; undefined if none was found since the start. */
  #doubtfulReadAt: number | undefined;
  /** (I40) Milliseconds until the repetition after the next one. */
  #rereadInterval = firstRereadInterval;
  /** Whether every write since the last list was answered in a version chain without a gap, and had the expected effect (I27). */
  #isProven = true;
  /** Lists that were requested before this time are outdated. */
  #knownAt = Number.NEGATIVE_INFINITY;

  constructor(deps: RemoteStateDeps, store: SyncStore) {
    this.#deps = deps;
    this.#store = store;
  }

  get listed(): ListedVersion | undefined {
    return this.#listed;
  }

  /** Whether the list shows nothing that is not stored. One without a time shows that only until the next list. */
  get isListedAsKnown(): boolean {
    if (!this.#listed) return false;
    const { updatedAt, at } = this.#listed;
    return updatedAt === null ? at === this.#storedListAt : updatedAt === this.#store.requiredCheckpoint.updatedAt;
  }

  get project(): Project | undefined {
    return this.#project;
  }

  get readAt(): number {
    return this.#readAt;
  }

  /** Whether the known state of the remote is proven; if not, it must be read when everything has been sent. */
  get isProven(): boolean {
    return this.#isProven && !this.#isBehind;
  }

  /** (I36) Whether the project in memory lacks writes of others, so that a record is read before it is written. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** (I36) When the project may be read again because others have written. */
  get rereadAt(): number {
    return this.#deps.allowedAt?.({ reread: this.#rereadScope, isListed: this.#listed !== undefined }) ?? 0;
  }

  /**
   * (I36) Where edits here and those of others take nearly all requests, most reads for the sake of others are one request, without the list,
   * the stylesheet and the comments. The project counts as not read since, so a whole read follows.
   */
  get #rereadScope(): ReadScope {
    const isComparable = this.#isBehind && this.#project !== undefined && this.#isTrusted;
    const now = this.#deps.clock.now();
    const isWholeReadDue = now >= this.#wholeReadAt + wholeReadInterval || now >= this.#answeredAt + writingDuration;
    if (!isComparable || this.#store.pendingWrite || isWholeReadDue) return 'all';
    return this.#deps.isBudgetScarce?.() ? 'story' : 'all';
  }

  /** (I36) Whether the next read needs no list before it, because it does not show what the time in the list belongs to. */
  get isListUnneeded(): boolean {
    return this.#rereadScope === 'story';
  }

  get isRereadDue(): boolean {
    return this.rereadAt <= this.#deps.clock.now();
  }

  /** Whether others have written, or may have, what the last read does not contain. */
  get isOutdated(): boolean {
    return this.#isBehind || (!this.#project && this.#earlierProject !== undefined);
  }

  /**
   * (I4, I32) Whether what the remote shows of single records is believed. If it may have been restored from a backup, or a read of it was doubtful, only
   * a read of the project shows what is an edit of others; and a data folder that goes on as it was earlier is compared as a whole (I41).
   */
  get #isTrusted(): boolean {
    const { isRestored, disappearance } = this.#store;
    return !this.#hasGoneBack && !this.#wasReadImplausible && !isRestored && !disappearance;
  }

  /**
   * (I36) Local changes do not wait for a read of the project: they are compared with it as it was last known, and their own records are
   * read. After a restart, the base stands for it, also where it is in conflict. False if there is no agreement, or the remote is not trusted.
   */
  continueByRecord(): boolean {
    if (this.#store.pendingWrite || !this.#isTrusted) return false;
    const { isComplete, updatedAt } = this.#store.requiredCheckpoint;
    const hasAgreement = isComplete || updatedAt !== null;
    const known = this.#project ?? this.#earlierProject ?? (hasAgreement ? this.#store.base.clone() : undefined);
    if (!known) return false;
    this.#project = known;
    this.#earlierProject = undefined;
    this.#isBehind = true;
    return true;
  }

  /** (I36) Others have changed this record. */
  applyRecordRead(before: AnyRecord, after: AnyRecord): void {
    this.#project?.apply([{ before, after }]);
    this.#recordsReadAhead++;
    if (this.#project) this.#store.write(unappliedEntries(this.#store, this.#project, (id) => id === after.id));
  }

  /** (I39) What a read of the record shows after a write from here. Returns whether it is not as it was answered to be. */
  applyVerification(found: AnyRecord): boolean {
    const known = this.#project?.get(found.id);
    if (!this.#project || !known) return false;
    if (known !== found) this.#project.apply([{ before: known, after: found }]);
    this.#store.write(unappliedEntries(this.#store, this.#project, (id) => id === found.id));
    return known !== found;
  }

  /** (I39) Only a read of the project shows whether a write was applied. */
  requireRead(): void {
    this.#isProven = false;
    const checkpoint = this.#store.requiredCheckpoint;
    if (checkpoint.isComplete) this.#store.write([checkpointEntry({ ...checkpoint, isComplete: false, idleVersion: null })]);
  }

  /** (I36) The project as it was before a write whose outcome is unknown. */
  get projectBeforeWrite(): Project | undefined {
    return this.#earlierProject;
  }

  /** (I36) A read of the record shows that the write was applied. The read of the project follows when it may. */
  confirmWriteByRecord({ request: { expected } }: PendingWrite): void {
    this.#noteWritten(expected);
    this.#isProven = false;
    this.#earlierProject?.apply(expected);
  }

  #noteWritten(changes: ChangeSet): void {
    this.#hasWritten = true;
    for (const { before, after } of changes) for (const record of [before, after]) if (record) this.#writtenIds.add(record.id);
  }

  /** Whether the budget allows a read of the project at the moment. */
  get isReadAllowed(): boolean {
    return (this.#deps.allowedAt?.('read') ?? 0) <= this.#deps.clock.now();
  }

  /** Throws a RemoteUnavailableError if the budget does not allow such a request at the moment. */
  requireBudget(request: BudgetedRequest): void {
    const at = this.#deps.allowedAt?.(request) ?? 0;
    if (at > this.#deps.clock.now()) throw new RemoteUnavailableError(message('remote.unavailable.budget'), { retryAt: at });
  }

  async fetchList(): Promise<ListResult> {
    this.requireBudget('list');
    const at = this.#deps.clock.now();
    return this.#applyList(await this.#deps.remote.list(), at);
  }

  /** Applies the project list if another project has requested it since; undefined if there is none. */
  applyLatestList(): ListResult | undefined {
    const latest = this.#deps.latestList?.();
    return latest && latest.at > this.#knownAt ? this.#applyList(latest.projects, latest.at) : undefined;
  }

  /** The remote project as taken from the base, if that is complete, so that nothing needs to be read after a start. */
  restoreFromBase(): Project | undefined {
    const { isComplete } = this.#store.requiredCheckpoint;
    if (!this.#project && isComplete && this.isListedAsKnown) {
      this.#project = this.#store.base.clone();
      this.#earlierProject = undefined;
    }
    return this.#project;
  }

  #applyList(projects: readonly ProjectListEntry[], at: number): ListResult {
    const { remoteHash, listedAt = null } = this.#store.requiredCheckpoint;
    const found = projects.find(({ hash }) => hash === remoteHash);
    this.#knownAt = at;
    this.#isProven = true;
    if (!found) {
      this.#listed = undefined;
      return 'missing';
    }
    const before = this.#listedUpdatedAt ?? listedAt;
    this.#listed = { updatedAt: found.updatedAt, at };
    if (found.updatedAt === null) return 'listed';
    this.#listedUpdatedAt = found.updatedAt;
    // The remote may have been restored from a backup, or only its clock was set back. The next read shows which.
    if (before !== null && found.updatedAt.length === before.length && found.updatedAt < before) this.#hasGoneBack = true;
    return 'listed';
  }

  /**
   * Undefined if the read is implausible. The stored `updatedAt` is the one that was listed before the read, so that changes made in
   * between are read again.
   */
  async read(): Promise<Project | undefined> {
    const scope = this.#rereadScope;
    if (scope === 'all') this.requireBudget('read');
    const at = this.#deps.clock.now();
    const { remoteHash } = this.#store.requiredCheckpoint;
    const {
      records,
      danglingIds,
      isSingleLanguage = false,
      unknownValues = [],
    } = await this.#deps.remote.read(remoteHash, this.#knownRecords(), scope);
    const isPartial = scope === 'story' && this.#project !== undefined;
    const known = isPartial && this.#project ? this.#project : this.#store.base;
    const remote = await this.#withRecordsInSlices(known, isPartial ? withUnread(records, known) : records);
    const before = this.#hasGoneBack ? undefined : this.#projectBefore();
    this.#project = undefined;
    const isWhole = [...danglingIds].every((id) => this.#store.danglingIds.has(id));
    if (isWhole && this.#hasGoneBack && isEarlierState(remote, this.#store.base, this.#deps.local)) this.forgetAgreement();
    if (!this.#isPlausible(remote, { danglingIds, isSingleLanguage })) return undefined;
    if (JSON.stringify(unknownValues) !== JSON.stringify(this.#store.unknownValues)) this.#store.write([unknownValuesEntry(unknownValues)]);
    this.#project = remote;
    this.#readAt = at;
    if (scope === 'all') this.#wholeReadAt = at;
    this.#hasGoneBack = false;
    this.#isBehind = scope === 'story';
    // Until the outcome of a write is known, the read cannot be compared.
    if (this.#store.pendingWrite) {
      this.#earlierProject ??= before;
      if (!this.#earlierProject) this.#reportOverwrites(remote);
    } else this.#storeRead(remote, before);
    return this.#project;
  }

  /**
   * (I4) After a restart, the next read is compared with this one, which no longer contains what our writes may have overwritten: that is reported now,
   * whatever becomes of the write whose outcome is unknown.
   */
  #reportOverwrites(remote: Project): void {
    const entries = [...firstWriteEntries(this.#store, remote, undefined), ...unreadOverwriteEntries(this.#store, false)];
    if (entries.length > 0) this.#store.write(entries);
  }

  /** `known` with other records. It is the base, which others may change meanwhile, or a project that only steps of sync change. */
  async #withRecordsInSlices(known: Project, records: readonly AnyRecord[]): Promise<Project> {
    const { revision } = this.#store;
    const isUnchanged = () => this.#store.revision === revision;
    return (await new CooperativeYielder().runWhile(isUnchanged, known.withRecordsInSteps(records))) ?? known.withRecords(records);
  }

  /** A read shows that the write was applied. It is also the read of the project that follows it: nothing is read again. */
  confirmWrite({ request: { expected } }: PendingWrite, createdId: string | null): void {
    this.#noteWritten(expected);
    if (createdId !== null) this.#writtenIds.add(createdId);
    if (!this.#project) return;
    this.#storeRead(this.#project, this.#earlierProject);
    this.#isProven = true;
  }

  /** Stores what a read shows of the versions and of the writes of others. `before` is the remote project before it, if that is known. */
  #storeRead(remote: Project, before: Project | undefined): void {
    // A read of the story alone has no list before it.
    const updatedAt = this.#isBehind ? undefined : this.#listed?.updatedAt;
    if (updatedAt === undefined && !this.#isBehind) return;
    const checkpoint = this.#store.requiredCheckpoint;
    const foreignWrites = before ? countForeignWrites(before, remote, this.#writtenIds) + this.#recordsReadAhead : 0;
    const versions = this.#versionsAfterRead(updatedAt, before !== undefined, foreignWrites);
    // Without a time, only the read itself shows whether others have written.
    const isUnchanged = before !== undefined && foreignWrites === 0 && this.#unreadWrites === 0;
    // A version that was listed after our write may also include writes of others.
    if (updatedAt === null ? !isUnchanged : updatedAt !== checkpoint.updatedAt)
      this.#deps.files?.noteRemoteChange(this.#hasWritten ? 'possible' : 'certain');
    const listedAt = this.#listedUpdatedAt ?? null;
    this.#store.write([
      checkpointEntry({
        ...checkpoint,
        ...versions,
        ...(updatedAt !== undefined && { updatedAt }),
        listedAt,
        isComplete: false,
        idleVersion: null,
      }),
      ...firstWriteEntries(this.#store, remote, before),
      ...unreadOverwriteEntries(this.#store, before !== undefined && foreignWrites >= this.#unreadWrites),
      ...unappliedEntries(this.#store, remote),
    ]);
    this.#storedListAt = this.#isBehind ? undefined : this.#listed?.at;
    this.#hasWritten = false;
    this.#writtenIds.clear();
    this.#unreadWrites = 0;
    this.#recordsReadAhead = 0;
    this.#earlierProject = undefined;
  }

  /** The records that complete a read. After `forgetAgreement`, only the local records can identify attachments. */
  #knownRecords(): Project {
    const { base } = this.#store;
    const forgotten = [...base.recordsOfKind('componentAttachment')].filter(({ elementId }) => elementId === undefined);
    if (forgotten.length === 0) return base;
    const { project } = this.#deps.local;
    const known = new Map(forgotten.map(({ id }) => [id, project.get(id)]));
    return base.withRecords([...base.records()].map((record) => known.get(record.id) ?? record));
  }

  /**
   * (I32, I40) Whether the last read was implausible, the user has not decided, the list shows no change since, and the read is not to be
   * repeated yet.
   */
  get isReadImplausible(): boolean {
    const row = this.#store.disappearance;
    const isOpen = row !== undefined && row.decision === null && row.updatedAt === (this.#listed?.updatedAt ?? '');
    return isOpen && this.#deps.clock.now() < this.doubtfulReadAt;
  }

  /** (I40) When a doubtful read is repeated. */
  get doubtfulReadAt(): number {
    if (this.#store.disappearance?.decision !== null) return Number.POSITIVE_INFINITY;
    this.#doubtfulReadAt ??= this.#deps.clock.now() + firstRereadInterval;
    return this.#doubtfulReadAt;
  }

  /** (I40) Repeats a doubtful read with the next step, because the user requests it. */
  repeatDoubtfulRead(): void {
    this.#doubtfulReadAt = Number.NEGATIVE_INFINITY;
  }

  /** (I32) An implausible read is repeated once; if the second one is implausible as well, the user decides. */
  #isPlausible(remote: Project, evidence: ReadEvidence): boolean {
    const row = this.#store.disappearance;
    const { base } = this.#store;
    const losses = findReadLosses({ base, local: this.#deps.local.project, remote }, evidence);
    const isDecided = row !== undefined && isSubset(losses.ids, row.ids) && isSubset(losses.fields, row.fields ?? []);
    if (isWithoutLosses(losses) || (row?.decision === 'remote' && isDecided)) {
      this.#wasReadImplausible = false;
      if (row && isWithoutLosses(losses)) {
        this.#rereadInterval = firstRereadInterval;
        this.#doubtfulReadAt = undefined;
        this.#store.write([disappearanceEntry(null), clearConflictEntry(disappearedConflictId)]);
      }
      return this.#areListsComplete(evidence.danglingIds);
    }
    if (row?.decision === 'local' && isDecided) {
      // Records that are not in the base count as new locally, so they are created again. Values that are empty in it count as changed.
      const put = emptiedRecords(base, remote, losses.fields);
      this.#store.write([...baseEntries({ put, removedIds: losses.ids }), this.#store.unsettledEntry()]);
      this.#wasReadImplausible = false;
      return true;
    }
    if (this.#wasReadImplausible || row?.decision === null) {
      this.#askAboutLosses(losses);
      this.#wasReadImplausible = false;
    } else this.#wasReadImplausible = true;
    return false;
  }

  /** (I40) The read is repeated in growing intervals as long as the user has not decided. */
  #askAboutLosses({ ids, fields, sorts }: ReadLosses): void {
    const { projectRecord } = this.#deps.local.project;
    const values = { base: sorts, local: ids.length + fields.length, remote: null };
    const conflict = createMergeConflict({ ...projectRecord }, null, 'disappeared', values);
    const updatedAt = this.#listed?.updatedAt ?? '';
    this.#store.write([disappearanceEntry({ updatedAt, ids, fields, decision: null }), conflictEntry(conflict)]);
    this.#doubtfulReadAt = this.#deps.clock.now() + this.#rereadInterval;
    this.#rereadInterval = Math.min(this.#rereadInterval * 2, maxRereadInterval);
  }

  /**
   * (I32) If a list contains new ids that the read lacks, the read counts as incomplete once: a faulty read may lack something new, but
   * lists of real projects also contain ids of records that do not exist. The ids are stored, so that later reads accept them.
   */
  #areListsComplete(danglingIds: ReadonlySet<string>): boolean {
    const known = this.#store.danglingIds;
    const isComplete = [...danglingIds].every((id) => known.has(id));
    if (!isComplete || danglingIds.size < known.size) this.#store.write([danglingIdsEntry([...danglingIds].sort())]);
    return isComplete;
  }

  /** The remote project before this read, including our writes; undefined if that is unknown. */
  #projectBefore(): Project | undefined {
    const { isComplete, updatedAt, listedAt } = this.#store.requiredCheckpoint;
    // After a restart, it is unknown which records we have written since the last read, so there must be none.
    return this.#earlierProject ?? this.#project ?? (isComplete && updatedAt === listedAt ? this.#store.base : undefined);
  }

  /**
   * If the read contains writes of others, its version is unknown; the response to the next write contains it. Those that were made before our
   * last write are part of the version that its response contained.
   */
  #versionsAfterRead(
    updatedAt: string | null | undefined,
    isComparable: boolean,
    foreignWrites: number,
  ): Pick<SyncCheckpoint, 'version' | 'leastVersion'> {
    const checkpoint = this.#store.requiredCheckpoint;
    const { version, leastVersion = null } = checkpoint;
    const isOwnVersion = updatedAt === checkpoint.updatedAt || updatedAt === this.#writtenAt;
    if ((updatedAt !== null && isOwnVersion) || (this.#hasWritten && foreignWrites === 0)) return { version, leastVersion };
    const later = Math.max(0, foreignWrites - this.#unreadWrites);
    return { version: null, leastVersion: isComparable ? leastVersionAfter(checkpoint, later) : null };
  }

  /**
   * Marks the last read as outdated. As long as the outcome of a write is unknown, the next read is compared with it, and the last list shows
   * nothing about it.
   */
  forget(): void {
    if (this.#store.pendingWrite) {
      this.#earlierProject ??= this.#project;
      this.#listed = undefined;
    }
    this.#project = undefined;
  }

  /** The next list shows whether the known state is that of the remote; if not, the next read is compared with it. */
  verify(): void {
    this.#earlierProject ??= this.#project;
    this.#project = undefined;
  }

  /** Nobody has written since the outcome of our write became unknown, so the project is as it was before. */
  restoreEarlierProject(): Project | undefined {
    if (!this.#earlierProject) return undefined;
    this.#project = this.#earlierProject;
    this.#earlierProject = undefined;
    return this.#project;
  }

  /**
   * Applies the response to one of our writes. If `gap` is 0, no other client wrote, so the list will show this time; otherwise the known
   * state is outdated.
   */
  applyWrite(
    { request }: PendingWrite,
    changes: ChangeSet,
    gap: number | null,
    { version, updatedAt }: Pick<WriteAcknowledgement, 'version' | 'updatedAt'>,
  ): void {
    this.#writtenAt = updatedAt;
    this.#answeredAt = this.#deps.clock.now();
    this.#noteWritten(changes);
    if (gap !== 0 || updatedAt === null || isEffectUnknown(request)) this.#isProven = false;
    this.#knownAt = this.#deps.clock.now();
    // (I36) The answer to a write that was sent beside the others may come while the project waits for a read, and goes on without it.
    const known = this.#project ?? this.#earlierProject;
    known?.apply(changes);
    const isInStep = gap === 0 && !this.#isBehind;
    if (isInStep && updatedAt !== null && this.#listed) this.#listed = { ...this.#listed, updatedAt };
    if (version === null || isInStep) return;
    // After a restored backup, the version shows nothing.
    this.#unreadWrites += gap === null || gap < 0 ? Number.POSITIVE_INFINITY : gap;
    // The list has to be requested before the next read.
    this.#listed = undefined;
    if (this.#isBehind) return;
    this.#earlierProject = known;
    this.#project = undefined;
  }

  /** One of the writes that responses have shown was our own: its answer came later than that of a write after it (I35). */
  discountUnreadWrite(): void {
    this.#unreadWrites = Math.max(0, this.#unreadWrites - 1);
  }

  /** Makes every difference a conflict, so that nothing is removed locally because a backup lacks it. */
  forgetAgreement(): void {
    this.#project = undefined;
    this.#earlierProject = undefined;
    this.#isBehind = false;
    this.#storedListAt = undefined;
    const checkpoint = checkpointEntry({
      ...this.#store.requiredCheckpoint,
      version: null,
      leastVersion: null,
      updatedAt: null,
      listedAt: this.#listedUpdatedAt ?? null,
      isComplete: false,
      idleVersion: null,
    });
    this.#store.write([...resetBaseEntries(this.#store.base), checkpoint]);
    this.#deps.files?.noteRemoteChange('certain');
  }
}

/** The records of a read without the stylesheet and the comments, with those of the project as it was known before it. */
function withUnread(records: readonly AnyRecord[], known: Project): AnyRecord[] {
  const { css } = known.projectRecord;
  const story = records.map((record) => (record.kind === 'project' ? { ...record, css } : record));
  const ids = new Set(story.map(({ id }) => id));
  const comments = [...known.recordsOfKind('comment')].filter((record) => [...requiredIds(record)].every((id) => ids.has(id)));
  const commentIds = new Set(comments.map(({ id }) => id));
  const replies = [...known.recordsOfKind('reply')].filter(({ commentId }) => commentIds.has(commentId));
  return [...story, ...comments, ...replies];
}

/** The base records without the values that the remote has lost, as the remote has them. Each field is `<id>#<field path>`. */
function emptiedRecords(base: Project, remote: Project, fields: readonly string[]): AnyRecord[] {
  const put = new Map<string, AnyRecord>();
  for (const field of fields) {
    const at = field.indexOf('#');
    const [id, fieldPath] = [field.slice(0, at), field.slice(at + 1)];
    const [record, remoteRecord] = [put.get(id) ?? base.get(id), remote.get(id)];
    if (!record || !remoteRecord) continue;
    const emptied = withFieldFrom(record, fieldPath, remoteRecord);
    // A position is lost with both of its fields.
    put.set(id, fieldPath === 'x' ? withFieldFrom(emptied, 'y', remoteRecord) : emptied);
  }
  return [...put.values()];
}

/**
 * Whether a read shows an earlier state: it lacks a record on which both sides had agreed, or contains a removed one, or a value that a field
 * had before. If the list also shows an earlier time, the remote was restored from a backup. A new value is an edit of another user, even if
 * the clock of the remote was set back.
 */
function isEarlierState(remote: Project, base: Project, local: LocalProject): boolean {
  const hasEarlierValue = (agreed: AnyRecord, found: AnyRecord): boolean => {
    const changed = [...fieldPathsOf(agreed, found)].filter((fieldPath) => !isSameField(found.kind, fieldPath, agreed, found));
    if (changed.length === 0) return false;
    const earlier = local.earlierVersions(found.id).filter(({ kind }) => kind === found.kind);
    return changed.some((fieldPath) => earlier.some((record) => isSameField(found.kind, fieldPath, record, found)));
  };
  for (const { id } of base.records()) if (!remote.has(id)) return true;
  for (const found of remote.records()) {
    const agreed = base.get(found.id);
    if (agreed?.kind !== found.kind) {
      if (!agreed && !local.project.has(found.id) && local.earlierVersions(found.id).length > 0) return true;
    } else if (!hasSameContent(agreed, found) && hasEarlierValue(agreed, found)) return true;
  }
  return false;
}

/** A change of such a record may change others with it: names in scripts, references, texts of a language that is removed. */
const affectsOthers = ({ kind }: AnyRecord): boolean => ['project', 'board', 'component', 'asset', 'variable'].includes(kind);

/**
 * The least number of writes of others that explains how a read differs from the project before it. Each of them is counted only where no
 * single write can have made several of the changes. Comments are not considered, because versions need not count them. Neither are the records
 * that we have written, because the remote may have stored them in another form, and moves within a list, which the ranks of several records
 * may show.
 */
function countForeignWrites(before: Project, read: Project, writtenIds: ReadonlySet<string>): number {
  const counts = (record: AnyRecord) => !isReadOnly(record) && !writtenIds.has(record.id);
  let hasOthers = false;
  const changed = new Set<string>();
  let knownCount = 0;
  for (const record of read.records()) {
    const known = before.get(record.id);
    if (known) knownCount++;
    if (known === record || !counts(record) || (known && hasSameContent(known, record))) continue;
    hasOthers ||= affectsOthers(record);
    // The conditions of a branch are written together, and a new record with all that belongs to it.
    if (record.kind === 'condition') changed.add(String(record.branchId));
    else if (known || [...requiredIds(record)].every((id) => before.has(id))) changed.add(record.id);
  }
  const hasRemovals = knownCount < before.size && [...before.records()].some((record) => counts(record) && !read.has(record.id));
  return hasOthers || hasRemovals ? 1 : changed.size;
}
