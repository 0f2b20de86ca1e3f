/**
 * What is known of the project there: what the list showed, what was read, and whether it was restored from a backup meanwhile. In memory
 * only; what must outlive the program stands in the rows.
 */
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import { Project } from '../../../shared/model/project.ts';
import { type ProjectListEntry, RemoteUnavailableError } from '../protocol/remote-api.ts';
import { firstWriteEntries, type WriteAcknowledgement } from '../store/acknowledgement-entries.ts';
import { resetBaseEntries, type SyncCheckpoint, type SyncStore } from '../store/sync-store.ts';
import type { SyncRunnerDeps } from './sync-runner-deps.ts';

/** What the list showed when it was last asked, and when that was. */
export interface ListedVersion {
  readonly updatedAt: string;
  readonly at: number;
}

export class RemoteState {
  #listed: ListedVersion | undefined;
  #project: Project | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** What the list itself showed last: a versionTime need not agree with it. */
  #shown: string | undefined;
  /** A write of ours was answered since the last read: that the list shows another time may be its doing. */
  #wrote = false;
  /** Lists that were asked for before this say nothing new. */
  #knownAt = Number.NEGATIVE_INFINITY;
  readonly #deps: SyncRunnerDeps;
  readonly #rows: SyncStore;

  constructor(deps: SyncRunnerDeps, rows: SyncStore) {
    this.#deps = deps;
    this.#rows = rows;
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

  requireBudget(what: 'list' | 'read' | 'write'): void {
    const at = this.#deps.allowedAt?.(what) ?? 0;
    if (at > this.#deps.now()) throw new RemoteUnavailableError('The budget is used up.', { retryAt: at });
  }

  /** Asks the list. A time that lies before one that it has shown says that the remote was restored. */
  async fetchList(now: number): Promise<'listed' | 'restored' | 'not there'> {
    this.requireBudget('list');
    return this.#took(await this.#deps.remote.list(), now);
  }

  /** What the list has shown to others since. */
  applyLatestList(): 'listed' | 'restored' | 'not there' | undefined {
    const listing = this.#deps.latestList?.();
    return listing && listing.at > this.#knownAt ? this.#took(listing.projects, listing.at) : undefined;
  }

  /** All of theirs, where the base is that: after a start nothing need be read. */
  restoreFromBase(): Project | undefined {
    const { whole, updatedAt } = this.#rows.requiredCheckpoint;
    if (!this.#project && whole && this.#listed?.updatedAt === updatedAt) this.#project = new Project([...this.#rows.base.records()]);
    return this.#project;
  }

  #took(projects: readonly ProjectListEntry[], now: number): 'listed' | 'restored' | 'not there' {
    const { there, listed = null } = this.#rows.requiredCheckpoint;
    const found = projects.find(({ hash }) => hash === there);
    this.#knownAt = now;
    if (!found) {
      this.#listed = undefined;
      return 'not there';
    }
    const before = this.#shown ?? listed;
    this.#listed = { updatedAt: found.updatedAt, at: now };
    this.#shown = found.updatedAt;
    if (before === null || found.updatedAt.length !== before.length || found.updatedAt >= before) return 'listed';
    this.#restored();
    return 'restored';
  }

  /** The time kept is the one that was listed before the read: what comes in between is read again. */
  async read(): Promise<Project> {
    this.requireBudget('read');
    const at = this.#deps.now();
    this.#project = new Project(await this.#deps.remote.read(this.#rows.requiredCheckpoint.there, this.#rows.base));
    this.#readAt = at;
    const updatedAt = this.#listed?.updatedAt;
    if (updatedAt !== undefined && !this.#rows.pendingWrite) {
      const standing = this.#rows.requiredCheckpoint;
      // With somebody else's writes in it, nobody knows the version of what was read: the next write tells.
      const isOurs = this.#wrote || updatedAt === standing.updatedAt;
      const version = isOurs ? standing.version : null;
      // What was listed after a write of ours may be another's too.
      if (updatedAt !== standing.updatedAt) this.#deps.files?.noteRemoteChange();
      this.#rows.write([
        { id: 'standing', value: { ...standing, version, updatedAt, listed: this.#shown ?? null, whole: false, rest: null } },
        ...firstWriteEntries(this.#rows, this.#project),
      ]);
      this.#wrote = false;
    }
    return this.#project;
  }

  /** What was read no longer counts. */
  invalidate(): void {
    this.#project = undefined;
  }

  /** A write of ours was answered. `gap` 0: nobody else wrote, so the list will show this time; else what we know is old. */
  applyWrite(changes: ChangeSet, gap: number | null, { version, updatedAt }: Pick<WriteAcknowledgement, 'version' | 'updatedAt'>): void {
    this.#wrote = true;
    this.#knownAt = this.#deps.now();
    this.#project?.apply(changes);
    if (gap === 0 && updatedAt !== null && this.#listed) this.#listed = { ...this.#listed, updatedAt };
    if (version === null || gap === 0) return;
    this.#project = undefined;
    this.#listed = undefined;
  }

  /** Nothing is agreed on any more: what differs is asked, in two ways, and nothing is undone here because a backup lacks it. */
  #restored(): void {
    this.#project = undefined;
    const standing: SyncCheckpoint = {
      ...this.#rows.requiredCheckpoint,
      version: null,
      updatedAt: null,
      listed: this.#shown ?? null,
      whole: false,
      rest: null,
    };
    this.#rows.write([...resetBaseEntries(this.#rows.base), { id: 'standing', value: standing }]);
    this.#deps.files?.noteRemoteChange();
  }
}
