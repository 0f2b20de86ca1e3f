/**
 * What is known of the remote project: what the list showed, what was read, and whether it was restored from a backup. In memory only; what
 * must survive a restart is in the store.
 */
import { message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { AssetFileTracker } from '../client/files/file-sync.ts';
import { fieldPathsOf, hasSameContent, isReadOnly, isSameField } from '../plan/field-paths.ts';
import { createMergeConflict } from '../plan/merge-conflict.ts';
import { mergeRemovals, type SyncTrees } from '../plan/merge-trees.ts';
import { isEffectUnknown } from '../protocol/build-request.ts';
import { type ProjectList, type ProjectListEntry, type RemoteApi, RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { PendingWrite } from '../protocol/sync-request.ts';
import { firstWriteEntries, type WriteAcknowledgement } from '../store/acknowledgement-entries.ts';
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
} from '../store/sync-store.ts';

/** The two sides as a runner reaches them. */
export interface RemoteStateDeps {
  readonly local: LocalProject;
  readonly remote: RemoteApi;
  readonly clock: WaitClock;
  /** Returns when such a request may be sent, according to the budget that all projects of the workspace share. */
  readonly allowedAt?: (what: 'list' | 'read' | 'write') => number;
  /** The files of assets, which must use the same store: only one object may hold the base in memory. */
  readonly files?: AssetFileTracker;
  /** The last project list that was requested for any of the projects. */
  readonly latestList?: () => ProjectList | undefined;
}

/** The project's entry in the list, and when the list was requested. */
interface ListedVersion {
  readonly updatedAt: string;
  readonly at: number;
}
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
  #readAt = Number.NEGATIVE_INFINITY;
  /** The `updatedAt` in the list, which the versionTime of a response need not equal. */
  #listedUpdatedAt: string | undefined;
  /** Whether one of our writes was answered since the last read, which may be why the list shows another time. */
  #hasWritten = false;
  /** The records that these writes changed. */
  readonly #writtenIds = new Set<string>();
  /** Whether the list has shown an earlier time than before. */
  #hasGoneBack = false;
  /** (I32) Whether the last read was implausible, so that it is repeated once. */
  #wasReadImplausible = false;
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

  get project(): Project | undefined {
    return this.#project;
  }

  get readAt(): number {
    return this.#readAt;
  }

  /** Whether the known state of the remote is proven; if not, it must be read when everything has been sent. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** Throws a RemoteUnavailableError if the budget does not allow such a request at the moment. */
  requireBudget(request: 'list' | 'read' | 'write'): void {
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
    const { isComplete, updatedAt } = this.#store.requiredCheckpoint;
    if (!this.#project && isComplete && this.#listed?.updatedAt === updatedAt) this.#project = new Project([...this.#store.base.records()]);
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
    this.requireBudget('read');
    const at = this.#deps.clock.now();
    const { records, danglingIds } = await this.#deps.remote.read(this.#store.requiredCheckpoint.remoteHash, this.#knownRecords());
    const remote = new Project(records);
    const before = this.#hasGoneBack ? undefined : this.#projectBefore();
    this.#project = undefined;
    const isWhole = [...danglingIds].every((id) => this.#store.danglingIds.has(id));
    if (isWhole && this.#hasGoneBack && isEarlierState(remote, this.#store.base, this.#deps.local)) this.forgetAgreement();
    if (!this.#isPlausible(remote, danglingIds)) return undefined;
    this.#project = remote;
    this.#readAt = at;
    this.#hasGoneBack = false;
    const updatedAt = this.#listed?.updatedAt;
    if (updatedAt !== undefined && !this.#store.pendingWrite) {
      const checkpoint = this.#store.requiredCheckpoint;
      const versions = this.#versionsAfterRead(updatedAt, before, remote);
      // A version that was listed after our write may also include writes of others.
      if (updatedAt !== checkpoint.updatedAt) this.#deps.files?.noteRemoteChange(this.#hasWritten ? 'possible' : 'certain');
      const listedAt = this.#listedUpdatedAt ?? null;
      this.#store.write([
        checkpointEntry({ ...checkpoint, ...versions, updatedAt, listedAt, isComplete: false, idleVersion: null }),
        ...firstWriteEntries(this.#store, this.#project),
      ]);
      this.#hasWritten = false;
      this.#writtenIds.clear();
    }
    return this.#project;
  }

  /** The records that complete a read. After `forgetAgreement`, only the local records can identify attachments. */
  #knownRecords(): Project {
    const { base } = this.#store;
    const forgotten = [...base.recordsOfKind('componentAttachment')].filter(({ elementId }) => elementId === undefined);
    if (forgotten.length === 0) return base;
    const { project } = this.#deps.local;
    const known = new Map(forgotten.map(({ id }) => [id, project.get(id)]));
    return new Project([...base.records()].map((record) => known.get(record.id) ?? record));
  }

  /** (I32) Whether the last read was implausible, the user has not decided, and the list shows no change since. */
  get isReadImplausible(): boolean {
    const row = this.#store.disappearance;
    return row !== undefined && row.decision === null && row.updatedAt === this.#listed?.updatedAt;
  }

  /** (I32) An implausible read is repeated once; if the second one is implausible as well, the user decides. */
  #isPlausible(remote: Project, danglingIds: ReadonlySet<string>): boolean {
    const row = this.#store.disappearance;
    const { base } = this.#store;
    const ids = findDisappearedRecords({ base, local: this.#deps.local.project, remote }, danglingIds);
    const isAccepted = row?.decision === 'remote' && isSubset(ids, row.ids);
    if (ids.length === 0 || isAccepted) {
      this.#wasReadImplausible = false;
      if (row && ids.length === 0) this.#store.write([disappearanceEntry(null), clearConflictEntry(disappearedConflictId)]);
      return this.#areListsComplete(danglingIds);
    }
    if (row?.decision === 'local' && isSubset(ids, row.ids)) {
      // Records that are not in the base count as new locally, so they are created again.
      this.#store.write([...baseEntries({ put: [], removedIds: ids }), this.#store.unsettledEntry()]);
      this.#wasReadImplausible = false;
      return true;
    }
    if (this.#wasReadImplausible) {
      const { projectRecord } = this.#deps.local.project;
      const conflict = createMergeConflict({ ...projectRecord }, null, 'disappeared', { base: null, local: ids.length, remote: null });
      const updatedAt = this.#listed?.updatedAt ?? '';
      this.#store.write([disappearanceEntry({ updatedAt, ids, decision: null }), conflictEntry(conflict)]);
    }
    this.#wasReadImplausible = !this.#wasReadImplausible;
    return false;
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
    return this.#project ?? (isComplete && updatedAt === listedAt ? this.#store.base : undefined);
  }

  /** If the read contains writes of others, its version is unknown; the response to the next write contains it. */
  #versionsAfterRead(updatedAt: string, before: Project | undefined, read: Project): Pick<SyncCheckpoint, 'version' | 'leastVersion'> {
    const checkpoint = this.#store.requiredCheckpoint;
    const isForeign = before !== undefined && hasForeignChanges(before, read, this.#writtenIds);
    const { version, leastVersion = null } = checkpoint;
    if (updatedAt === checkpoint.updatedAt || (this.#hasWritten && !isForeign)) return { version, leastVersion };
    // A changed record that we have not written proves at least one write of another client.
    return { version: null, leastVersion: before ? leastVersionAfter(checkpoint, isForeign ? 1 : 0) : null };
  }

  /** Marks the last read as outdated. */
  forget(): void {
    this.#project = undefined;
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
    this.#hasWritten = true;
    for (const { before, after } of changes) for (const record of [before, after]) if (record) this.#writtenIds.add(record.id);
    if (gap !== 0 || updatedAt === null || isEffectUnknown(request)) this.#isProven = false;
    this.#knownAt = this.#deps.clock.now();
    this.#project?.apply(changes);
    if (gap === 0 && updatedAt !== null && this.#listed) this.#listed = { ...this.#listed, updatedAt };
    if (version === null || gap === 0) return;
    this.#project = undefined;
    this.#listed = undefined;
  }

  /** Makes every difference a conflict, so that nothing is removed locally because a backup lacks it. */
  forgetAgreement(): void {
    this.#project = undefined;
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

/** If more records than this and more than half of the project would be removed, the user is asked first. */
const maxRemovals = 20;
/** The user is also asked if nothing is left of a project with at least this many records. */
const minProjectSize = 5;

/**
 * (I32) The records that are missing in an implausible read; empty if the read is plausible. One that contradicts itself, or that would remove
 * most of the local project, is more likely a fault of the remote than an intended removal: a truncated export, a broken backup, or another
 * project with the same hash.
 */
export function findDisappearedRecords({ base, local, remote }: SyncTrees, danglingIds: ReadonlySet<string>): readonly string[] {
  const missing = [...base.records()].flatMap(({ id }) => (!remote.has(id) && local.has(id) ? [id] : []));
  if (missing.length === 0) return [];
  if (missing.some((id) => danglingIds.has(id))) return missing.sort();
  const removed = mergeRemovals(base, local, remote).removeLocally;
  const isMost = removed.size > maxRemovals && removed.size * 2 > base.size;
  // Every project has these records.
  const isRoot = ({ kind, parentId }: AnyRecord) => kind === 'project' || parentId === null;
  const isOther = removed.size >= minProjectSize && [...base.records()].every((record) => !remote.has(record.id) || isRoot(record));
  return isMost || isOther ? [...removed].sort() : [];
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

/**
 * Whether a read contains a change that cannot come from our own writes. Comments are not considered, because versions need not count them.
 * Neither are the records that we have written, because the remote may have stored them in another form.
 */
function hasForeignChanges(before: Project, read: Project, writtenIds: ReadonlySet<string>): boolean {
  const counts = (record: AnyRecord) => !isReadOnly(record) && !writtenIds.has(record.id);
  for (const record of read.records()) {
    const known = before.get(record.id);
    if (counts(record) && (!known || !hasSameContent(known, record))) return true;
  }
  return [...before.records()].some((record) => counts(record) && !read.has(record.id));
}
