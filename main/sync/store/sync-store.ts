/**
 * What sync stores for one project, in addition to the project itself. Rows that belong together are written in one transaction: with a
 * command of the engine if there is one, otherwise in one put. A cleared row is null, so that a single put suffices.
 */

import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';
import { changeBetween } from '../../../shared/model/change-set.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { BaseUpdate } from '../plan/removal-effects.ts';
import type { SentConditions } from '../protocol/lookup-response.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import type { DuplicateWatch } from '../protocol/recovery.ts';
import type { LocalProject } from './local-project.ts';

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

/** The rows that sync stores for one project, and the entries that write or clear them. */

/** A message in a stored row. Earlier versions stored the English text. */
export const storedMessageSchema: z.ZodType<Message> = z.union([z.string().transform(verbatim), messageSchema]);

/** The state of the remote project on which both sides agree. */
export interface SyncCheckpoint {
  /** The hash of the remote project. */
  readonly remoteHash: string;
  /** The remote's version after our last acknowledged write; null if none is known. */
  readonly version: number | null;
  /**
   * While `version` is null: the lowest version that the remote can have, because each read with changes of others contains at least one
   * write. A response with exactly this version proves that all writes of others were read.
   */
  readonly leastVersion?: number | null | undefined;
  /** The `updatedAt` in the project list before the last read, or after our last write. */
  readonly updatedAt: string | null;
  /** The `updatedAt` that the list last showed; the other one may come from the response to a write. */
  readonly listedAt?: string | null;
  /** Whether the base is the whole remote project as of `updatedAt` and nothing is in conflict, so that a restart need not read it. */
  readonly isComplete?: boolean;
  /** The local version at which there was nothing to merge, to resolve or to send. */
  readonly idleVersion?: number | null;
}

/** A write that the remote has rejected. It is not sent again as long as it would be the same. */
export interface RejectedWrite {
  readonly recordId: string;
  /** The fingerprint of the request. */
  readonly request: string;
  readonly reason: Message;
  /** For a create, which may have been rejected because it had arrived twice. */
  readonly pendingWrite?: PendingWrite;
  /** The remote state to which the rejection refers (a 409); in another state, the write is tried again. */
  readonly remoteState?: string;
}

/** (I32) A read that was implausible twice. */
interface DisappearanceRow {
  /** The `updatedAt` in the list before the read. Nothing is read again before the list shows another one. */
  readonly updatedAt: string;
  /** The records that the merge would have removed locally. */
  readonly ids: readonly string[];
  /** null: the user has not decided. `local`: they are created again on the remote. `remote`: they are removed locally. */
  readonly decision: 'local' | 'remote' | null;
}

/** A write that overwrote another one which had not been read: the version that we had read, and the one that we sent. */
export interface Overwrite {
  readonly recordId: string;
  readonly before: AnyRecord;
  readonly sent: AnyRecord;
}
export interface OverwriteReport extends Overwrite {
  /** Counts the overwrites of the record from 1. Rows of earlier versions, one for each record, have no number. */
  readonly number?: number;
}

/** A row by its id within the project; null clears it. */
export interface SyncStoreEntry {
  readonly id: string;
  readonly value: unknown;
}

const clear = (id: string): SyncStoreEntry => ({ id, value: null });

export const checkpointEntry = (checkpoint: SyncCheckpoint): SyncStoreEntry => ({ id: 'checkpoint', value: checkpoint });

export const disappearanceEntry = (row: DisappearanceRow | null): SyncStoreEntry => ({ id: 'disappearance', value: row });

/** (I32) Ids in lists of the remote that its last read does not contain. */
export const danglingIdsEntry = (ids: readonly string[]): SyncStoreEntry => ({ id: 'dangling', value: ids });

export const pendingWriteEntry = (write: PendingWrite): SyncStoreEntry => ({ id: 'pending-write', value: write });
export const clearPendingWriteEntry: SyncStoreEntry = clear('pending-write');

export const uncertainCreateEntry = (write: PendingWrite): SyncStoreEntry => ({
  id: `uncertain-create/${write.request.operation.id}`,
  value: write,
});
export const clearUncertainCreateEntry = (recordId: string): SyncStoreEntry => clear(`uncertain-create/${recordId}`);

/** Stored until the remote ids of the conditions have been read. */
export const sentConditionsEntry = (sent: SentConditions): SyncStoreEntry => ({ id: `sent-conditions/${sent.branchId}`, value: sent });
export const clearSentConditionsEntry = (branchId: string): SyncStoreEntry => clear(`sent-conditions/${branchId}`);

/** (I31) A create whose response was lost and that the user sends again; the lost one may still arrive. */
export const resentCreateEntry = (write: PendingWrite): SyncStoreEntry => ({
  id: `resent-create/${write.request.operation.id}`,
  value: write,
});
export const clearResentCreateEntry = (recordId: string): SyncStoreEntry => clear(`resent-create/${recordId}`);

export const conflictEntry = (conflict: MergeConflict): SyncStoreEntry => ({ id: `conflict/${conflict.id}`, value: conflict });
export const clearConflictEntry = (id: string): SyncStoreEntry => clear(`conflict/${id}`);
/**
 * A conflict that is stored when it is found. One that is only reported is reported again, even if the user has seen an earlier one with
 * this id.
 */
export const raisedConflictEntries = (conflict: MergeConflict): SyncStoreEntry[] => [
  conflictEntry(conflict),
  ...(conflict.reason === 'renamed' ? [clear(`report/${renamedReportId(conflict.id)}`)] : []),
];

/** The ids of reports are part of stored rows. */
export const renamedReportId = (conflictId: string): string => `renamed/${conflictId}`;
export const overwriteReportId = (report: OverwriteReport): string => `overwrite/${overwriteKey(report)}`;
const overwriteKey = ({ recordId, number = 1 }: OverwriteReport): string => (number === 1 ? recordId : `${recordId}#${number}`);
/** The conflicts of the last plan, for the time between a start and the first plan. */
export const plannedConflictsEntry = (conflicts: readonly MergeConflict[]): SyncStoreEntry => ({
  id: 'planned-conflicts',
  value: conflicts,
});

/** The texts that the last plan found to be held, for the time between a start and the first plan. */
export const heldTextsEntry = (held: readonly HeldText[]): SyncStoreEntry => ({ id: 'held-texts', value: held });

const aliasEntry = (oldId: string, id: string): SyncStoreEntry => ({ id: `alias/${oldId}`, value: id });
const clearAliasEntry = (id: string): SyncStoreEntry => clear(`alias/${id}`);

export const duplicateWatchEntry = (watch: DuplicateWatch): SyncStoreEntry => ({ id: `duplicate-watch/${watch.id}`, value: watch });

/** `overwrite`: must be reported. `unconfirmed`: the next response shows whether it was an overwrite. `first-write`: the next read does. */
export type OverwriteStage = 'overwrite' | 'unconfirmed' | 'first-write';
export const overwriteEntry = (stage: OverwriteStage, report: OverwriteReport): SyncStoreEntry => ({
  id: `${stage}/${overwriteKey(report)}`,
  value: report,
});

export const baseEntries = ({ put, removedIds }: BaseUpdate): SyncStoreEntry[] => [
  ...put.map((record) => ({ id: `base/${record.id}`, value: record })),
  ...removedIds.map((id) => clear(`base/${id}`)),
];

/** The base after the remote was restored from a backup: the records are known, but there is agreement about none of their fields. */
export function resetBaseEntries(base: Project): SyncStoreEntry[] {
  const put = [...base.records()].map(({ kind, id, locales, roots }) =>
    kind === projectRecordId ? { kind, id, rank: '', locales, roots } : { kind, id, rank: '' },
  );
  // Records without fields mean that nothing is agreed; they are only compared, never shown.
  return baseEntries({ put: put as AnyRecord[], removedIds: [] });
}
