/**
 * What sync stores for one project, in addition to the project itself. Rows that belong together are written in one transaction: with a
 * command of the engine if there is one, otherwise in one put. A cleared row is null, so that a single put suffices. The shape of a row is
 * checked when it is read.
 */

import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';
import { type Change, changeBetween, jsonEquals } from '../../../shared/model/change-set.ts';
import type { Command, ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { IdMapping } from '../../../shared/model/id-mapping.ts';
import { type AnyRecord, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { CooperativeYielder, yieldToEventLoop } from '../../platform/cooperative-yielder.ts';
import { storedTimeSchema, type WaitClock } from '../../platform/wait-clock.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict, MergeConflictReason } from '../plan/merge-conflict.ts';
import type { SyncOperation } from '../plan/plan-sync.ts';
import type { BaseUpdate } from '../plan/write-effects.ts';
import type { SentConditions } from '../protocol/lookup-response.ts';
import { type DuplicateWatch, duplicateWatchDuration } from '../protocol/recovery.ts';
import type { UnknownValue } from '../protocol/remote-api.ts';
import type { PendingWrite, SyncRequest } from '../protocol/sync-request.ts';
import type { LocalProject } from './sync-engine.ts';

export const syncStoreName = 'sync';

const basePrefix = 'base/';
const rejectedPrefix = 'rejected/';

/** A copy of the base to which changes were applied. Nothing else may use it afterwards. */
interface NextBase {
  readonly project: Project;
  readonly changes: readonly Change[];
}

/** Reading as many records takes about 50 ms. */
const recordsOfLargeBase = 8000;

export class SyncStore {
  readonly #rows: KeyValueStore;
  readonly #hash: string;
  readonly #clock: WaitClock;
  #baseRecords: Map<string, AnyRecord> | undefined;
  #base: Project | undefined;
  /** Every step asks for them. */
  #rejectedWrites: readonly RejectedWrite[] | undefined;
  #revision = 0;

  constructor(rows: KeyValueStore, hash: string, clock: WaitClock) {
    this.#rows = rows;
    this.#hash = hash;
    this.#clock = clock;
  }

  /** Grows with each change of the base and of what is in conflict. */
  get revision(): number {
    return this.#revision;
  }

  /** Reads a row whose schema the caller defines. */
  get(id: string): unknown {
    return this.#get(id);
  }

  get checkpoint(): SyncCheckpoint | undefined {
    return this.#require('checkpoint', checkpointSchema);
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
    return this.#require('disappearance', disappearanceSchema);
  }

  /** (I32) Ids in lists of the remote that its last read did not contain. */
  get danglingIds(): ReadonlySet<string> {
    return new Set(idsSchema.safeParse(this.#get('dangling')).data);
  }

  /** Whether the data folder was restored from an older backup, and the remote has not been read since. */
  get isRestored(): boolean {
    return this.#get('restored') === true;
  }

  /** (I20) Values of enumerations in the last read that this version does not know. */
  get unknownValues(): readonly UnknownValue[] {
    return z.array(unknownValueSchema).safeParse(this.#get('unknown-values')).data ?? [];
  }

  get pendingWrite(): PendingWrite | undefined {
    return this.#require('pending-write', pendingWriteSchema);
  }

  /** Stored conflicts, which no plan finds again, because the outcome on the remote is already decided. */
  get conflicts(): MergeConflict[] {
    return this.#all('conflict/', mergeConflictSchema);
  }

  /**
   * The open conflicts: whether a create was applied only matters while its record exists locally. Such a conflict is open again when an
   * undo restores the record.
   */
  openConflicts(hasLocalRecord: (id: string) => boolean): MergeConflict[] {
    return this.conflicts.filter(({ reason, recordId }) => reason !== 'unconfirmedCreate' || hasLocalRecord(recordId));
  }

  /** The conflicts of the last plan, for the time between a start and the first plan. */
  get plannedConflicts(): readonly MergeConflict[] {
    return (
      z.array(mergeConflictSchema).safeParse(this.#get(formerPlannedConflicts)).data ?? this.#all('planned-conflict/', mergeConflictSchema)
    );
  }

  /** What to write if a plan finds these conflicts. Their values may be long, so each has a row of its own, and those that are already stored are left alone. */
  plannedConflictEntries(conflicts: readonly MergeConflict[], stored = this.plannedConflicts): SyncStoreEntry[] {
    const isFormer = this.#get(formerPlannedConflicts) !== undefined;
    const before = new Map(isFormer ? [] : stored.map((each) => [each.id, each]));
    const found = new Set(conflicts.map(({ id }) => id));
    return [
      ...(isFormer ? [clear(formerPlannedConflicts)] : []),
      ...[...before.keys()].filter((id) => !found.has(id)).map((id) => clear(`planned-conflict/${id}`)),
      ...conflicts
        .filter((each) => !jsonEquals(before.get(each.id), each))
        .map((each) => ({ id: `planned-conflict/${each.id}`, value: each })),
    ];
  }

  /** (G30) The texts that the last plan found to be held. */
  get heldTexts(): readonly HeldText[] {
    return z.array(heldTextSchema).safeParse(this.#get('held-texts')).data ?? [];
  }

  get rejectedWrites(): readonly RejectedWrite[] {
    this.#rejectedWrites ??= this.#all(rejectedPrefix, rejectedWriteSchema);
    return this.#rejectedWrites;
  }

  clearRejectedEntries(): SyncStoreEntry[] {
    return this.#list(rejectedPrefix).map(({ id }) => clear(id));
  }

  /** The reports of a record are in the order of the writes. For the stages, see OverwriteStage. */
  overwriteReports(stage: OverwriteStage): OverwriteReport[] {
    return this.#all(`${stage}/`, overwriteReportSchema).sort(({ number: one = 1 }, { number: two = 1 }) => one - two);
  }

  /** (I39) Our answered writes since the last read of the project, one for each record. */
  get writtenRecords(): WrittenRecord[] {
    return this.#all('written/', writtenRecordSchema);
  }

  /** (I39) What was written to a record since the last read of it. */
  findWritten(recordId: string): WrittenRecord | undefined {
    return writtenRecordSchema.safeParse(this.#get(`written/${recordId}`)).data;
  }

  get duplicateWatches(): DuplicateWatch[] {
    return this.#all('duplicate-watch/', duplicateWatchSchema);
  }

  /** Creates whose response was lost and that cannot be distinguished from others. They are not sent until the user decides. */
  get uncertainCreates(): PendingWrite[] {
    return this.#list('uncertain-create/').map(({ id, value }) => this.#parse(id, pendingWriteSchema, value));
  }

  /** Creates that carry a file and are sent beside the other writes. */
  get fileWrites(): PendingWrite[] {
    return this.#list('file-write/').map(({ id, value }) => this.#parse(id, pendingWriteSchema, value));
  }

  /** The sent conditions of branches that have not been read since they were created. */
  get sentConditions(): SentConditions[] {
    return this.#all('sent-conditions/', sentConditionsSchema);
  }

  /** (I31) The lost attempt of a create that the user has sent again. */
  findResentCreate(recordId: string): PendingWrite | undefined {
    return this.#require(`resent-create/${recordId}`, pendingWriteSchema);
  }

  /** The current id of the record, for callers that still use an earlier one. */
  resolveAlias(id: string): string {
    const passed = new Set<string>();
    let current = id;
    while (!passed.has(current)) {
      passed.add(current);
      current = z.string().safeParse(this.#get(`alias/${current}`)).data ?? current;
    }
    return current;
  }

  /** A record that gets an earlier id back ends its chain of ids with it. */
  aliasEntries(renamedIds: IdMapping): SyncStoreEntry[] {
    return renamedIds.flatMap(([from, to]) => [
      ...(from === to ? [] : [aliasEntry(from, to)]),
      ...(this.#get(`alias/${to}`) === undefined ? [] : [clearAliasEntry(to)]),
    ]);
  }

  /** Whether both sides had a record before that is not in the base now: its row is cleared. */
  wasInBase(recordId: string): boolean {
    return this.#rows.get(`${this.#hash}/base/${recordId}`) === null;
  }

  /**
   * Reads the base of a large project in slices. Where its records are equal to those of the local project, it consists of the same objects: they take no
   * memory of their own, and comparing them takes no time. Undefined if there is nothing to read, or so little that it is read when it is needed.
   */
  loadBase(local: Project): Promise<void> | undefined {
    return this.#baseRecords || local.size < recordsOfLargeBase ? undefined : this.#loadBaseInSlices(local);
  }

  async #loadBaseInSlices(local: Project): Promise<void> {
    const revision = this.#revision;
    const yielder = new CooperativeYielder();
    const records = new Map<string, AnyRecord>();
    for (const page of this.#rows.listInPages(`${this.#hash}/base/`)) {
      for (const record of validRows(recordSchema, page)) {
        const known = local.get(record.id);
        records.set(record.id, known && jsonEquals(known, record) ? known : record);
        await yielder.yieldIfNeeded();
      }
      await yielder.yieldIfNeeded();
    }
    await yieldToEventLoop();
    // What was written meanwhile is not in these records. Then the base is read when it is needed.
    if (this.#revision === revision) this.#baseRecords ??= records;
  }

  /** The base consists of these records, which were just stored, so that it need not be read. */
  noteStoredBase(records: readonly AnyRecord[]): void {
    this.#baseRecords ??= new Map(records.map((record) => [record.id, record]));
  }

  get base(): Project {
    this.#baseRecords ??= new Map(this.#all('base/', recordSchema).map((record) => [record.id, record]));
    this.#base ??= new Project(this.#baseRecords.values());
    return this.#base;
  }

  /** Undefined if the report is new. The state is kept as long as the cause of the report is stored. */
  reportState(reportId: string): ReportState | undefined {
    return reportStateSchema.safeParse(this.#get(`report/${reportId}`)).data;
  }

  /** Stores the time of reports that are new. `at` is in ISO 8601. */
  recordReports(reportIds: readonly string[], at: string): void {
    const fresh = reportIds.filter((id) => !this.reportState(id));
    if (fresh.length > 0) this.write(fresh.map((id): SyncStoreEntry => ({ id: `report/${id}`, value: { at, seen: false } })));
  }

  /** `now` (ISO 8601) becomes the time of a report that is new. */
  markReportSeen(reportId: string, now: string): void {
    const { at } = this.reportState(reportId) ?? { at: now };
    this.write([{ id: `report/${reportId}`, value: { at, seen: true } }]);
  }

  /** The rows to remove in the transaction that ends sync, or removes the project. */
  removalRows(): KeyValueWrites {
    return { store: syncStoreName, remove: this.#rows.list(`${this.#hash}/`).map(({ id }) => id) };
  }

  /** The entries as rows for the transaction of a command. */
  toExtraRows(entries: readonly SyncStoreEntry[]): KeyValueWrites[] {
    const put = entries.map(({ id, value }) => ({ id: `${this.#hash}/${id}`, value: toRow(id, value, this.#clock) }));
    return [{ store: syncStoreName, put }];
  }

  write(entries: readonly SyncStoreEntry[]): void {
    for (const { put = [] } of this.toExtraRows(entries)) this.#rows.put(put);
    this.applyEntries(entries);
  }

  /** Executes a command of the user, if there is one, and writes its rows in one transaction. Returns whether that made a step of undo. */
  execute(local: LocalProject, command: Command | undefined, entries: readonly SyncStoreEntry[]): boolean {
    const hasNewVersion = command !== undefined && local.execute(command, this.toExtraRows(entries)).versionTime !== null;
    if (hasNewVersion) this.applyEntries(entries);
    else this.write(entries);
    return hasNewVersion;
  }

  /** Commits records, the base and their rows in one transaction. */
  commit(local: LocalProject, command: ReplaceRecordsCommand, entries: readonly SyncStoreEntry[]): void {
    const isEmpty = command.renamedIds.length + command.put.length + command.removedIds.length === 0;
    const hasNewVersion = !isEmpty && local.apply(command, this.toExtraRows(entries)).versionTime !== null;
    // Ids that only the journal contains are renamed without a new version.
    if (hasNewVersion || command.renamedIds.length > 0) this.applyEntries(entries);
    else this.write(entries);
  }

  /**
   * Like `commit`, in slices. Nothing is written if the project changes before they begin: what is committed follows from the version that it has now. The
   * base in memory changes in the turn of the commit, because what others decide from it must follow from what is on the disk.
   */
  async commitInSlices(local: LocalProject, command: ReplaceRecordsCommand, entries: readonly SyncStoreEntry[]): Promise<void> {
    const isRenamed = command.renamedIds.length > 0;
    const next = this.#nextBaseInSlices(entries);
    await local.applyInSlices(command, this.toExtraRows(entries), ({ versionTime }) => {
      // Without a change of the project, the rows were not written.
      if (versionTime !== null || isRenamed) this.applyEntries(entries, next.take());
      else this.write(entries);
    });
  }

  /** Applies entries to a copy of the base in slices. `take` returns it once it is complete and as long as nothing else has changed the base. */
  #nextBaseInSlices(entries: readonly SyncStoreEntry[]): { readonly take: () => NextBase | undefined } {
    const revision = this.#revision;
    const records = this.#baseRecords;
    const isUnchanged = () => this.#revision === revision;
    let complete: NextBase | undefined;
    const prepare = async (base: Project, before: ReadonlyMap<string, AnyRecord>): Promise<void> => {
      const yielder = new CooperativeYielder();
      // Of several entries of one record the last one counts.
      const last = new Map(entries.map(({ id, value }) => [id, value]));
      const changes: Change[] = [];
      for (const [id, value] of last) {
        const change =
          id.startsWith(basePrefix) && changeBetween(before.get(id.slice(basePrefix.length)), isRecord(value) ? value : undefined);
        if (change) changes.push(change);
        await yielder.yieldIfNeeded();
        if (!isUnchanged()) return;
      }
      const project = await yielder.runWhile(isUnchanged, applied(base, changes));
      if (project && isUnchanged()) complete = { project, changes };
    };
    // Without it, the entries are applied at once.
    if (this.#base && records) prepare(this.#base, records).catch(() => undefined);
    return { take: () => (isUnchanged() ? complete : undefined) };
  }

  /** Applies entries that are on the disk to the base in memory. `next`: the base with all of them, if it is prepared. */
  applyEntries(entries: readonly SyncStoreEntry[], next?: NextBase): void {
    for (const { id, value } of entries) {
      if (prefixesOfPlan.some((prefix) => id.startsWith(prefix))) this.#revision++;
      if (id.startsWith(rejectedPrefix)) this.#rejectedWrites = undefined;
      if (!id.startsWith(basePrefix) || !this.#baseRecords) continue;
      const recordId = id.slice(basePrefix.length);
      const before = this.#baseRecords.get(recordId);
      if (isRecord(value)) this.#baseRecords.set(recordId, value);
      else this.#baseRecords.delete(recordId);
      const change = next ? undefined : changeBetween(before, this.#baseRecords.get(recordId));
      if (change) this.#base?.apply([change]);
    }
    if (next) this.#base?.adopt(next.project, next.changes);
  }

  /** Undefined if there is no such row, or if it is cleared. */
  #get(id: string): unknown {
    return fromRow(id, this.#rows.get(`${this.#hash}/${id}`) ?? undefined, this.#clock);
  }

  /** A row without which nothing is safe to do. Throws an Error if it is damaged. */
  #require<T>(id: string, schema: z.ZodType<T>): T | undefined {
    const row = this.#get(id);
    return row === undefined ? undefined : this.#parse(id, schema, row);
  }

  #parse<T>(id: string, schema: z.ZodType<T>, row: unknown): T {
    const read = schema.safeParse(row);
    if (!read.success) throw new Error(`The row ${id} of sync is damaged: ${z.prettifyError(read.error)}`);
    return read.data;
  }

  /** The rows whose id begins with `prefix`, without those that are cleared. */
  #list(prefix: string): SyncStoreEntry[] {
    return this.#rows.list(`${this.#hash}/${prefix}`).flatMap(({ id: rowId, value }) => {
      const id = rowId.slice(this.#hash.length + 1);
      return value === null ? [] : [{ id, value: fromRow(id, value, this.#clock) }];
    });
  }

  /** Damaged rows are left out: sync is safe without them. */
  #all<T>(prefix: string, schema: z.ZodType<T>): T[] {
    return validRows(schema, this.#list(prefix));
  }
}

/** The values of the rows that are as the schema says. That of a cleared row is null. */
const validRows = <T>(schema: z.ZodType<T>, rows: readonly { readonly value: unknown }[]): T[] =>
  rows.flatMap(({ value }) => {
    const read = schema.safeParse(value);
    return read.success ? [read.data] : [];
  });

/** The beginnings of the ids of rows from which plans follow. */
const prefixesOfPlan = [basePrefix, 'conflict/', 'planned-conflict'];

/** A copy of the project with these changes. */
function* applied(project: Project, changes: readonly Change[]): Generator<void, Project> {
  const copy = yield* project.cloneInSteps();
  yield* copy.applyInSteps(changes);
  return copy;
}

const idsSchema = z.array(z.string());

/** A write that overwrote another one which had not been read. */
export type Overwrite = Omit<OverwriteReport, 'number'>;

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

const unknownValueSchema = z.object({ recordId: z.string(), field: z.string(), value: z.string() });
export const unknownValuesEntry = (values: readonly UnknownValue[]): SyncStoreEntry => ({ id: 'unknown-values', value: values });

const restoredEntry: SyncStoreEntry = { id: 'restored', value: true };
export const clearRestoredEntry: SyncStoreEntry = clear('restored');

/**
 * The rows after the restore of an older backup: the remote is read before anything is sent, and writes that were on their way then count as
 * changes that had not been sent.
 */
export const restoredEntries = (store: SyncStore, checkpoint: SyncCheckpoint): SyncStoreEntry[] => [
  restoredEntry,
  clearPendingWriteEntry,
  ...store.fileWrites.map(({ request }) => clearFileWriteEntry(request.operation.id)),
  checkpointEntry(unreadCheckpoint(checkpoint)),
];

/** The checkpoint of a project whose remote is to be read before anything is sent. */
export const unreadCheckpoint = (checkpoint: SyncCheckpoint): SyncCheckpoint => ({
  ...checkpoint,
  version: null,
  leastVersion: null,
  updatedAt: null,
  listedAt: null,
  isComplete: false,
  idleVersion: null,
});

export const pendingWriteEntry = (write: PendingWrite): SyncStoreEntry => ({ id: 'pending-write', value: write });
export const clearPendingWriteEntry: SyncStoreEntry = clear('pending-write');

/** A create that carries a file is sent beside the other writes, in a row of its own. */
export const fileWriteEntry = (write: PendingWrite): SyncStoreEntry => ({ id: `file-write/${write.request.operation.id}`, value: write });
export const clearFileWriteEntry = (recordId: string): SyncStoreEntry => clear(`file-write/${recordId}`);
const clearedFileWriteEntries = ({ request }: PendingWrite): SyncStoreEntry[] =>
  request.uploadFile === undefined ? [] : [clearFileWriteEntry(request.operation.id)];
/** Clears the row of a write whose outcome is known. */
export const endedWriteEntries = (write: PendingWrite): SyncStoreEntry[] => [clearPendingWriteEntry, ...clearedFileWriteEntries(write)];
/** The row of a write whose outcome has to be determined; until then, no other one is sent. */
export const unconfirmedWriteEntries = (write: PendingWrite): SyncStoreEntry[] => [
  ...clearedFileWriteEntries(write),
  pendingWriteEntry(write),
];

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
/** One row with all of them, in data of version 0.1. */
const formerPlannedConflicts = 'planned-conflicts';

/** The texts that the last plan found to be held, for the time between a start and the first plan. */
export const heldTextsEntry = (held: readonly HeldText[]): SyncStoreEntry => ({ id: 'held-texts', value: held });

const aliasEntry = (oldId: string, id: string): SyncStoreEntry => ({ id: `alias/${oldId}`, value: id });
const clearAliasEntry = (id: string): SyncStoreEntry => clear(`alias/${id}`);

export const duplicateWatchEntry = (watch: DuplicateWatch): SyncStoreEntry => ({ id: `duplicate-watch/${watch.id}`, value: watch });
export const clearDuplicateWatchEntry = ({ id }: DuplicateWatch): SyncStoreEntry => clear(`duplicate-watch/${id}`);

/**
 * `overwrite`: must be reported. `unconfirmed`: the next response shows whether it was an overwrite. `first-write` and `unread`: the next read
 * does, and one without evidence is reported only for `unread`.
 */
export type OverwriteStage = 'overwrite' | 'unconfirmed' | 'first-write' | 'unread';
export const overwriteEntry = (stage: OverwriteStage, report: OverwriteReport): SyncStoreEntry => ({
  id: `${stage}/${overwriteKey(report)}`,
  value: report,
});

/** (I39) Stored until a read shows the record. */
export const writtenEntry = (written: WrittenRecord): SyncStoreEntry => ({ id: `written/${written.recordId}`, value: written });
export const clearWrittenEntry = (recordId: string): SyncStoreEntry => clear(`written/${recordId}`);

export const baseEntries = ({ put, removedIds }: BaseUpdate): SyncStoreEntry[] => [
  ...put.map((record) => ({ id: `base/${record.id}`, value: record })),
  ...removedIds.map((id) => clear(`base/${id}`)),
];

/** The base after the remote was restored from a backup: the records are known, but there is agreement about none of their fields. */
export function resetBaseEntries(base: Project): SyncStoreEntry[] {
  // Records without fields mean that nothing is agreed; they are only compared, never shown.
  const put = [...base.records()].map(
    ({ kind, id, locales, roots }): AnyRecord =>
      kind === projectRecordId ? { kind, id, rank: '', locales, roots } : { kind, id, rank: '' },
  );
  return baseEntries({ put, removedIds: [] });
}

/** A request as text; a request with the same text would be rejected again. */
export const requestFingerprint = ({ method, path, body }: SyncRequest): string => `${method} ${path} ${JSON.stringify(body ?? null)}`;

/** An operation that could not become a request, as text; it is rejected again as long as the text is the same. */
export const operationFingerprint = (operation: SyncOperation): string => JSON.stringify(operation);

/** The records that an error names (`<id>.<field>`), each with its fault. */
export function invalidRecordsIn(error: unknown, ids: readonly string[]): Map<string, Message> {
  const reasons = new Map<string, Message>();
  if (!(error instanceof Problem)) return reasons;
  const known = new Set(ids);
  for (const { path, ...fault } of error.faults) {
    const id = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const record = known.has(id) ? id : ids.find((each) => path.startsWith(`${each}.`));
    if (record !== undefined) reasons.set(record, fault);
  }
  return reasons;
}

/**
 * `details`: see RejectedWrite. If two requests of a record have the same hash, a rejected write is tried once more, which does no harm.
 */
export const rejectedWriteEntry = (
  recordId: string,
  request: string,
  reason: Message,
  details: Pick<RejectedWrite, 'pendingWrite' | 'remoteState'> = {},
): SyncStoreEntry => ({ id: rejectionRowId({ recordId, request }), value: { recordId, request, reason, ...details } });

export const clearRejectedEntry = (rejected: RejectedWrite): SyncStoreEntry => clear(rejectionRowId(rejected));
const rejectionRowId = ({ recordId, request }: Pick<RejectedWrite, 'recordId' | 'request'>): string =>
  `${rejectedPrefix}${recordId} ${shortHash(request)}`;

export const remoteStateKey = ({ version, updatedAt }: Pick<SyncCheckpoint, 'version' | 'updatedAt'>): string => `${version} ${updatedAt}`;

/** A short hash of a text, as part of the id of a row. Two texts may have the same hash; callers document the consequences. */
export function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}

export const kindNameSchema = z.custom<KindName>((value) => typeof value === 'string' && isKindName(value));
/** Fields of records are not checked: those of the base are only compared, and the engine checks what is merged. */
const isRecord = (value: unknown): value is AnyRecord =>
  isJsonObject(value) && typeof value.id === 'string' && typeof value.kind === 'string' && isKindName(value.kind);
const recordSchema = z.custom<AnyRecord>(isRecord);
const changeSchema = z.custom<Change>(
  (value) =>
    isJsonObject(value) &&
    (value.before !== undefined || value.after !== undefined) &&
    [value.before, value.after].every((record) => record === undefined || isRecord(record)),
);

/** A message in a row. Earlier versions stored the English text. */
export const storedMessageSchema: z.ZodType<Message> = z.union([z.string().transform(verbatim), messageSchema]);

/** The state of the remote project on which both sides agree. */
const checkpointSchema = z.object({
  /** The hash of the remote project. */
  remoteHash: z.string(),
  /** The remote's version after our last acknowledged write; null if none is known. */
  version: z.number().nullable(),
  /**
   * While `version` is null: the lowest version that the remote can have, because each read with changes of others contains at least one
   * write. A response with exactly this version proves that all writes of others were read.
   */
  leastVersion: z.number().nullish(),
  /** The `updatedAt` in the project list before the last read, or after our last write. */
  updatedAt: z.string().nullable(),
  /** The `updatedAt` that the list last showed; the other one may come from the response to a write. */
  listedAt: z.string().nullish(),
  /** Whether the base is the whole remote project as of `updatedAt` and nothing is in conflict, so that a restart need not read it. */
  isComplete: z.boolean().optional(),
  /** The local version at which there was nothing to merge, to resolve or to send. */
  idleVersion: z.number().nullish(),
});
export type SyncCheckpoint = Readonly<z.infer<typeof checkpointSchema>>;

/** (I32) A read that was implausible twice. */
const disappearanceSchema = z.object({
  /** The `updatedAt` in the list before the read; empty if there was none. Nothing is read again before the list shows another one (or I40). */
  updatedAt: z.string(),
  /** The records that the merge would have removed locally. */
  ids: z.array(z.string()).readonly(),
  /** The values that the merge would have emptied, each as `<id>#<field path>`. */
  fields: z.array(z.string()).readonly().exactOptional(),
  /** null: the user has not decided. `local`: they are created again on the remote. `remote`: they are removed locally. */
  decision: z.enum(['local', 'remote']).nullable(),
});
export type DisappearanceRow = Readonly<z.infer<typeof disappearanceSchema>>;

const operationFields = { kind: kindNameSchema, id: z.string() };
const operationSchema: z.ZodType<SyncOperation> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), ...operationFields }),
  z.object({ type: z.literal('change'), ...operationFields, part: z.string(), fields: z.array(z.string()) }),
  z.object({ type: z.literal('move'), ...operationFields, list: z.string() }),
  z.object({ type: z.literal('remove'), ...operationFields }),
  z.object({ type: z.literal('lookup'), ...operationFields }),
]);
const requestSchema: z.ZodType<SyncRequest> = z.object({
  operation: operationSchema,
  route: z.string(),
  method: z.string(),
  path: z.string(),
  body: z.record(z.string(), z.unknown()).exactOptional(),
  expected: z.array(changeSchema),
  uploadFile: z.string().exactOptional(),
  conditions: z.array(recordSchema).exactOptional(),
  previousSibling: z.object({ list: z.string(), id: z.string().nullable() }).exactOptional(),
});
const pendingWriteSchema: z.ZodType<PendingWrite> = z.object({
  request: requestSchema,
  attempt: z.number(),
  version: z.number().nullable(),
  leastVersion: z.number().nullish(),
  updatedAt: z.string().nullable(),
  knownIds: z.array(z.string()),
  unconfirmedSince: z.number().nullable(),
  isAnswered: z.literal(true).optional(),
  isRecordRead: z.literal(true).optional(),
  isBehind: z.literal(true).optional(),
});

/** A write that the remote has rejected. It is not sent again as long as it would be the same. */
const rejectedWriteSchema = z.object({
  recordId: z.string(),
  /** The fingerprint of the request. */
  request: z.string(),
  reason: storedMessageSchema,
  /** For a create, which may have been rejected because it had arrived twice. */
  pendingWrite: pendingWriteSchema.exactOptional(),
  /** The remote state to which the rejection refers (a 409); in another state, the write is tried again. */
  remoteState: z.string().exactOptional(),
});
export type RejectedWrite = Readonly<z.infer<typeof rejectedWriteSchema>>;

/**
 * A write that overwrote another one which had not been read: the version that we had read, and the one that we sent. `number` counts the
 * overwrites of the record from 1. Rows of earlier versions, one for each record, have no number.
 */
const overwriteReportSchema = z.object({
  recordId: z.string(),
  number: z.number().exactOptional(),
  before: recordSchema,
  sent: recordSchema,
});
export type OverwriteReport = Readonly<z.infer<typeof overwriteReportSchema>>;

const writtenRecordSchema = z.object({
  recordId: z.string(),
  isCreated: z.boolean(),
  /** The record before the first and before the last of these writes. */
  before: z.array(recordSchema).readonly(),
  /** The record as it was sent last; null if it was removed. */
  sent: recordSchema.nullable(),
});
/** (I39) A record that the remote has answered to have changed, and that no read has shown since. */
export type WrittenRecord = Readonly<z.infer<typeof writtenRecordSchema>>;

const duplicateWatchSchema: z.ZodType<DuplicateWatch> = z.object({
  id: z.string(),
  created: recordSchema,
  knownIds: z.array(z.string()),
  expiresAt: z.number(),
});
const sentConditionsSchema: z.ZodType<SentConditions> = z.object({ branchId: z.string(), conditions: z.array(recordSchema) });

const conflictReasons: Readonly<Record<MergeConflictReason, true>> = {
  bothChanged: true,
  deletedRemotely: true,
  deletedLocally: true,
  movedDifferently: true,
  displaced: true,
  lastBoard: true,
  unconfirmedCreate: true,
  duplicateCreate: true,
  disappeared: true,
  renamed: true,
};
export const mergeConflictSchema: z.ZodType<MergeConflict> = z.object({
  id: z.string(),
  recordId: z.string(),
  kind: kindNameSchema,
  field: z.string().nullable(),
  reason: z.custom<MergeConflictReason>((value) => typeof value === 'string' && value in conflictReasons),
  base: z.unknown(),
  local: z.unknown(),
  remote: z.unknown(),
  isPostponed: z.literal(true).exactOptional(),
  dependentIds: z.array(z.string()).exactOptional(),
  movedInside: z.array(z.object({ id: z.string(), parentId: z.string().nullable() })).exactOptional(),
  isTouched: z.literal(true).exactOptional(),
});
const heldTextSchema: z.ZodType<HeldText> = z.object({ recordId: z.string(), kind: kindNameSchema, field: z.string() });

/** When a report was found, in ISO 8601, and whether the user has seen it. */
const reportStateSchema = z.object({ at: z.string(), seen: z.boolean() });
export type ReportState = Readonly<z.infer<typeof reportStateSchema>>;

/**
 * The moments in rows, which are monotonic times in memory (WaitClock), by the first part of the row's id. `maxAhead` is how far in the future
 * one of an earlier version can be, in milliseconds.
 */
const moments: Readonly<Record<string, { readonly path: readonly string[]; readonly maxAhead?: number }>> = {
  'pending-write': { path: ['unconfirmedSince'] },
  'uncertain-create': { path: ['unconfirmedSince'] },
  'resent-create': { path: ['unconfirmedSince'] },
  rejected: { path: ['pendingWrite', 'unconfirmedSince'] },
  'duplicate-watch': { path: ['expiresAt'], maxAhead: duplicateWatchDuration },
  file: { path: ['upload', 'at'] },
  upload: { path: ['at'] },
};

/** The value as a row contains it. `id` is that of the row within the project. */
export function toRow(id: string, value: unknown, clock: WaitClock): unknown {
  const moment = momentOf(id);
  const store = (time: unknown) => (typeof time === 'number' ? clock.toStoredTime(time) : time);
  return moment ? withValueAt(value, moment.path, store) : value;
}

/** The value of a row as it is used in memory, before its shape is checked. */
export function fromRow(id: string, row: unknown, clock: WaitClock): unknown {
  const moment = momentOf(id);
  if (!moment) return row;
  return withValueAt(row, moment.path, (stored) => {
    const time = storedMomentSchema.safeParse(stored).data;
    return time === undefined ? stored : clock.fromStoredTime(time, moment.maxAhead);
  });
}

/** Most rows are those of the base, which contain no moments. */
const momentOf = (id: string) => (id.startsWith(basePrefix) ? undefined : moments[id.split('/', 1)[0] ?? '']);

/** Rows of earlier versions contain wall times. */
const storedMomentSchema = z.union([storedTimeSchema, z.number()]);

/** The value with what is at this path replaced, if there is something. */
function withValueAt(value: unknown, [field, ...rest]: readonly string[], replace: (found: unknown) => unknown): unknown {
  if (field === undefined) return replace(value);
  if (!isJsonObject(value) || value[field] === undefined) return value;
  return { ...value, [field]: withValueAt(value[field], rest, replace) };
}
