/**
 * What sync stores for one project, in addition to the project itself. Rows that belong together are written in one transaction: with a
 * command of the engine if there is one, otherwise in one put. A cleared row is null, so that a single put suffices.
 */

import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { changeBetween } from '../../../shared/model/change-set.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { SentConditions } from '../protocol/created-conditions.ts';
import type { DuplicateWatch } from '../protocol/duplicates.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import type { LocalProject } from './local-project.ts';
import { storedMessageSchema } from './stored-message.ts';
import {
  aliasEntry,
  checkpointEntry,
  clearAliasEntry,
  type DisappearanceRow,
  type OverwriteReport,
  type OverwriteStage,
  type RejectedWrite,
  type SyncCheckpoint,
  type SyncStoreEntry,
} from './sync-rows.ts';

export const syncStoreName = 'sync';

export class SyncStore {
  readonly #rows: KeyValueStore;
  readonly #hash: string;
  #baseRecords: Map<string, AnyRecord> | undefined;
  #base: Project | undefined;

  constructor(rows: KeyValueStore, hash: string) {
    this.#rows = rows;
    this.#hash = hash;
  }

  /** Reads a row whose schema the caller defines. */
  get(id: string): unknown {
    return this.#get(id);
  }

  get checkpoint(): SyncCheckpoint | undefined {
    return this.#get<SyncCheckpoint>('checkpoint');
  }

  /** The checkpoint of a synced project. Throws if it is not synced. */
  get requiredCheckpoint(): SyncCheckpoint {
    const { checkpoint } = this;
    if (!checkpoint) throw new Error(`${this.#hash} is not synced`);
    return checkpoint;
  }

  /** The entry for a base that is not complete any more, because there is something to do. */
  unsettledEntry(): SyncStoreEntry {
    return checkpointEntry({ ...this.requiredCheckpoint, isComplete: false, idleVersion: null });
  }

  get disappearance(): DisappearanceRow | undefined {
    return this.#get<DisappearanceRow>('disappearance');
  }

  /** (I32) Ids in lists of the remote that its last read did not contain. */
  get danglingIds(): ReadonlySet<string> {
    return new Set(this.#get<readonly string[]>('dangling'));
  }

  get pendingWrite(): PendingWrite | undefined {
    return this.#get<PendingWrite>('pending-write');
  }

  /** Stored conflicts, which no plan finds again, because the outcome on the remote is already decided. */
  get conflicts(): MergeConflict[] {
    return this.#all<MergeConflict>('conflict/');
  }

  /**
   * The open conflicts: whether a create was applied only matters while its record exists locally. Such a conflict is open again when an
   * undo restores the record.
   */
  openConflicts(hasLocalRecord: (id: string) => boolean): MergeConflict[] {
    return this.conflicts.filter(({ reason, recordId }) => reason !== 'unconfirmedCreate' || hasLocalRecord(recordId));
  }

  get plannedConflicts(): readonly MergeConflict[] {
    return this.#get<readonly MergeConflict[]>('planned-conflicts') ?? [];
  }

  /** (G30) The texts that the last plan found to be held. */
  get heldTexts(): readonly HeldText[] {
    return this.#get<readonly HeldText[]>('held-texts') ?? [];
  }

  get rejectedWrites(): RejectedWrite[] {
    return this.#all<RejectedWrite>('rejected/').map((write) => ({ ...write, reason: storedMessageSchema.parse(write.reason) }));
  }

  clearRejectedEntries(): SyncStoreEntry[] {
    return this.#rows
      .list(`${this.#hash}/rejected/`)
      .flatMap(({ id, value }) => (value === null ? [] : [{ id: id.slice(this.#hash.length + 1), value: null }]));
  }

  /** The reports of a record are in the order of the writes. For the stages, see OverwriteStage. */
  overwriteReports(stage: OverwriteStage): OverwriteReport[] {
    return this.#all<OverwriteReport>(`${stage}/`).sort(({ number: one = 1 }, { number: two = 1 }) => one - two);
  }

  get duplicateWatches(): DuplicateWatch[] {
    return this.#all<DuplicateWatch>('duplicate-watch/');
  }

  /** Creates whose response was lost and that cannot be distinguished from others. They are not sent until the user decides. */
  get uncertainCreates(): PendingWrite[] {
    return this.#all<PendingWrite>('uncertain-create/');
  }

  /** The sent conditions of branches that have not been read since they were created. */
  get sentConditions(): SentConditions[] {
    return this.#all<SentConditions>('sent-conditions/');
  }

  /** (I31) The lost attempt of a create that the user has sent again. */
  findResentCreate(recordId: string): PendingWrite | undefined {
    return this.#get<PendingWrite>(`resent-create/${recordId}`);
  }

  /** The current id of the record, for callers that still use an earlier one. */
  resolveAlias(id: string): string {
    const passed = new Set<string>();
    let current = id;
    while (!passed.has(current)) {
      passed.add(current);
      current = this.#get<string>(`alias/${current}`) ?? current;
    }
    return current;
  }

  /** A record that gets an earlier id back ends its chain of ids with it. */
  aliasEntries(renamedIds: readonly (readonly [from: string, to: string])[]): SyncStoreEntry[] {
    return renamedIds.flatMap(([from, to]) => [
      ...(from === to ? [] : [aliasEntry(from, to)]),
      ...(this.#get(`alias/${to}`) === undefined ? [] : [clearAliasEntry(to)]),
    ]);
  }

  get base(): Project {
    this.#baseRecords ??= new Map(this.#all<AnyRecord>('base/').map((record) => [record.id, record]));
    this.#base ??= new Project(this.#baseRecords.values());
    return this.#base;
  }

  /** The rows to remove in the transaction that ends sync, or removes the project. */
  removalRows(): KeyValueWrites {
    return { store: syncStoreName, remove: this.#rows.list(`${this.#hash}/`).map(({ id }) => id) };
  }

  /** The entries as rows for the transaction of a command. */
  toExtraRows(entries: readonly SyncStoreEntry[]): KeyValueWrites[] {
    const put = entries.map(({ id, value }) => ({ id: `${this.#hash}/${id}`, value }));
    return [{ store: syncStoreName, put }];
  }

  write(entries: readonly SyncStoreEntry[]): void {
    for (const { put = [] } of this.toExtraRows(entries)) this.#rows.put(put);
    this.applyEntries(entries);
  }

  /** Commits records, the base and their rows in one transaction. */
  commit(local: LocalProject, command: ReplaceRecordsCommand, entries: readonly SyncStoreEntry[]): void {
    const isEmpty = command.renamedIds.length + command.put.length + command.removedIds.length === 0;
    const hasNewVersion = !isEmpty && local.apply(command, this.toExtraRows(entries)).versionTime !== null;
    // Ids that only the journal contains are renamed without a new version.
    if (hasNewVersion || command.renamedIds.length > 0) this.applyEntries(entries);
    else this.write(entries);
  }

  /** Applies entries that are on the disk to the base in memory. */
  applyEntries(entries: readonly SyncStoreEntry[]): void {
    for (const { id, value } of entries) {
      if (!id.startsWith('base/') || !this.#baseRecords) continue;
      const recordId = id.slice('base/'.length);
      const before = this.#baseRecords.get(recordId);
      // Entries of the base contain records or null, because only baseEntries creates them.
      if (value === null) this.#baseRecords.delete(recordId);
      else this.#baseRecords.set(recordId, value as AnyRecord);
      const change = changeBetween(before, this.#baseRecords.get(recordId));
      if (change) this.#base?.apply([change]);
    }
  }

  /** The caller names the type, because only this class and the entries of sync-rows.ts write these rows. */
  #get<T>(id: string): T | undefined {
    return (this.#rows.get(`${this.#hash}/${id}`) ?? undefined) as T | undefined;
  }

  /** As in `#get`, the caller names the type. */
  #all<T>(prefix: string): T[] {
    return this.#rows.list(`${this.#hash}/${prefix}`).flatMap(({ value }) => (value === null ? [] : [value as T]));
  }
}
