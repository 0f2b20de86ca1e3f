/**
 * The entries that are stored in one transaction when a write has been acknowledged: base, versions, everything that refers to a new id, and
 * reports of what the write has overwritten.
 */
import { type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import { type IdMapping, replaceIds } from '../../../shared/model/id-mapping.ts';
import { type AttributeValue, canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind, hasTypedValue } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import {
  type FieldPath,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
  hasSameContent,
  isSameField,
  isSendable,
  localeOf,
  parentField,
  recordFieldsAt,
  withoutField,
} from '../plan/field-paths.ts';
import { baseUpdateFor } from '../plan/write-effects.ts';
import { isEffectUnknown } from '../protocol/build-request.ts';
import { duplicateWatchDuration } from '../protocol/recovery.ts';
import { type PendingWrite, type SyncRequest, versionGap, type WriteOutcome } from '../protocol/sync-request.ts';
import {
  baseEntries,
  checkpointEntry,
  clearConflictEntry,
  clearResentCreateEntry,
  clearUncertainCreateEntry,
  clearWrittenEntry,
  conflictEntry,
  duplicateWatchEntry,
  endedWriteEntries,
  type Overwrite,
  type OverwriteReport,
  type OverwriteStage,
  overwriteEntry,
  overwriteReportId,
  renamedReportId,
  resetBaseEntries,
  type SyncStore,
  type SyncStoreEntry,
  sentConditionsEntry,
  type WrittenRecord,
  writtenEntry,
} from './sync-store.ts';

export type WriteAcknowledgement = Pick<Extract<WriteOutcome, { type: 'done' }>, 'id' | 'version' | 'newVersion' | 'updatedAt'>;

/** For a write that was found to be applied although it has no response; `newVersion` is set if it is known. */
export const inferAcknowledgement = (id: string | null, newVersion: number | null): WriteAcknowledgement => ({
  id,
  version: null,
  newVersion,
  updatedAt: null,
});

interface AssignedId {
  readonly from: string;
  readonly to: string;
}

/** The local id of a created record, and the one that the remote has assigned. */
export const createdIdMapping = ({ operation }: SyncRequest, { id }: Pick<WriteAcknowledgement, 'id'>): AssignedId | undefined =>
  operation.type === 'create' && id !== null ? { from: operation.id, to: id } : undefined;

/** The changes of the remote project, with the id that the remote has assigned. */
export const withRemoteId = (created: AssignedId | undefined, expected: ChangeSet): ChangeSet =>
  expected.map((change) =>
    // Only the id changes, so the kind is the same.
    created && change.after?.id === created.from ? { ...change, after: { ...change.after, id: created.to } } : change,
  );

export function acknowledgementEntries(
  write: PendingWrite,
  acknowledgement: WriteAcknowledgement,
  store: SyncStore,
  clock: WaitClock,
  settleTime: number,
): SyncStoreEntry[] {
  const { request } = write;
  const now = clock.now();
  const isSettled = (since: number) => now >= since + settleTime + clock.sleptSince(since);
  const { version, newVersion, updatedAt } = acknowledgement;
  const created = createdIdMapping(request, acknowledgement);
  const gap = versionGap(write, version);
  const isInStep = gap === 0 && !write.isBehind;
  return [
    // A version below the known one means that the remote was restored from a backup.
    ...(gap !== null && gap < 0 ? resetBaseEntries(store.base) : []),
    // Before what is settled, because the conflicts that it removes may name the record.
    ...(created ? renamedIdEntries(store, [[created.from, created.to]]) : []),
    ...(gap === 0 ? provenLostEntries(store.uncertainCreates, write, isSettled) : []),
    ...overwriteEntries(write, store, { version, gap }),
    ...baseEntries(baseUpdateFor(store.base, request.expected, created)),
    ...writtenEntries(request, created, store),
    ...endedWriteEntries(write),
    checkpointEntry({
      ...store.requiredCheckpoint,
      version: newVersion,
      leastVersion: null,
      ...(isInStep && updatedAt !== null && { updatedAt }),
      ...((!isInStep || updatedAt === null || isEffectUnknown(request)) && { isComplete: false }),
    }),
    ...(created ? createdEntries(write, created, store, now) : []),
  ];
}

/** (I39) The next read shows whether the record is as it was answered to be. */
function writtenEntries({ operation, expected }: SyncRequest, created: AssignedId | undefined, store: SyncStore): SyncStoreEntry[] {
  const change = withRemoteId(created, expected).find(({ before, after }) => (after ?? before)?.id === (created?.to ?? operation.id));
  if (!change) return [];
  const recordId = created?.to ?? operation.id;
  const { before: earlier, isCreated } = store.findWritten(recordId) ?? { before: [], isCreated: operation.type === 'create' };
  const before = [...earlier.slice(0, 1), ...(change.before ? [change.before] : [])];
  return [writtenEntry({ recordId, isCreated, before, sent: change.after ?? null })];
}

/**
 * (I39) What a read shows of our answered writes: the base agrees on nothing that is exactly as it was before a write, so that it is a
 * conflict and our value is not replaced as by an edit of another user. `isRead` returns whether the read shows the record, or its absence.
 */
export function unappliedEntries(store: SyncStore, remote: Project, isRead: (recordId: string) => boolean = () => true): SyncStoreEntry[] {
  const written = store.writtenRecords.filter(({ recordId }) => isRead(recordId));
  const put = written.flatMap((each) => disagreedRecord(each, store.base.get(each.recordId), remote.get(each.recordId)) ?? []);
  return [...written.map(({ recordId }) => clearWrittenEntry(recordId)), ...baseEntries({ put, removedIds: [] })];
}

/** The base record without what was not applied; undefined if everything was, or if another user has written it since. */
function disagreedRecord(
  { isCreated, before: earlier, sent }: WrittenRecord,
  agreed: AnyRecord | undefined,
  found: AnyRecord | undefined,
): AnyRecord | undefined {
  if (sent === null) return found && { kind: found.kind, id: found.id, rank: found.rank };
  if (!agreed) return undefined;
  if (!found) return isCreated ? { kind: agreed.kind, id: agreed.id, rank: agreed.rank } : undefined;
  const by = parentField(sent.kind);
  const isUndone = (before: AnyRecord, field: FieldPath) =>
    !isSameField(sent.kind, field, before, sent) && isSameField(sent.kind, field, before, found);
  const undone = [...fieldPathsOf(sent, ...earlier)].filter((field) => earlier.some((before) => isUndone(before, field)));
  const isMovedBack = by !== null && earlier.some((before) => before[by] !== sent[by] && before[by] === found[by]);
  const fields = isMovedBack ? [...undone, by] : undone;
  return fields.length === 0 ? undefined : fields.reduce<AnyRecord>(withoutField, agreed);
}

function createdEntries(write: PendingWrite, { from, to }: AssignedId, store: SyncStore, now: number): SyncStoreEntry[] {
  const { request, knownIds, attempt, unconfirmedSince } = write;
  const created = request.expected[0]?.after;
  const lost = store.findResentCreate(from);
  // (I31) For 24 hours, each read looks for duplicates of a create whose response was lost. Confirmed creates are not checked.
  const isUncertain = lost !== undefined || attempt > 1 || unconfirmedSince !== null;
  const watch = { id: to, knownIds: [...(lost?.knownIds ?? knownIds), to], expiresAt: now + duplicateWatchDuration };
  return [
    ...(isUncertain && created ? [duplicateWatchEntry({ ...watch, created })] : []),
    ...(lost ? [clearResentCreateEntry(from)] : []),
    ...(request.conditions ? [sentConditionsEntry({ branchId: to, conditions: request.conditions })] : []),
  ];
}

/** Nobody has written since a create was lost, so it was not applied and will not be any more: it is sent again. */
const provenLostEntries = (
  uncertain: readonly PendingWrite[],
  { version }: PendingWrite,
  isSettled: (since: number) => boolean,
): SyncStoreEntry[] =>
  uncertain
    .filter((lost) => version !== null && lost.version === version && lost.unconfirmedSince !== null && isSettled(lost.unconfirmedSince))
    .flatMap(({ request: { operation } }) => [clearUncertainCreateEntry(operation.id), clearConflictEntry(`${operation.id}#`)]);

/** Records get other ids: aliases of the earlier ones, and open conflicts that are about the records or name them, such as a place beside one. */
export function renamedIdEntries(store: SyncStore, renamedIds: IdMapping): SyncStoreEntry[] {
  const names = new Map(renamedIds);
  const conflicts =
    names.size === 0
      ? []
      : store.conflicts.flatMap((conflict) => {
          const { id, recordId, base, local, remote, dependentIds, movedInside } = conflict;
          const withNames = { recordId, base, local, remote, ...(dependentIds && { dependentIds }), ...(movedInside && { movedInside }) };
          // Strings are replaced by strings.
          const renamed = { ...conflict, ...(replaceIds(withNames, names) as typeof withNames) };
          if (jsonEquals(conflict, renamed)) return [];
          if (renamed.recordId === recordId) return [conflictEntry(renamed)];
          const moved = { ...renamed, id: id.replace(recordId, renamed.recordId) };
          return [clearConflictEntry(id), conflictEntry(moved), ...movedReportEntries(store, id, moved.id)];
        });
  return [...store.aliasEntries(renamedIds), ...conflicts];
}

/** A report that the user has seen remains seen under the new id of its record. */
function movedReportEntries(store: SyncStore, from: string, to: string): SyncStoreEntry[] {
  const [old, id] = [`report/${renamedReportId(from)}`, `report/${renamedReportId(to)}`];
  const value = store.get(old);
  return value === undefined
    ? []
    : [
        { id: old, value: null },
        { id, value },
      ];
}

/**
 * Reports of our writes that overwrote, or may have overwritten, values of others that were not read. Each write has its own report,
 * because its previous value may be all that is left of a value.
 */

/** The maximum for one record. A new report replaces the second oldest, so that the earliest value and the latest ones are kept. */
const maxOverwriteReports = 10;

/** What a response shows about overwritten values. `gap`: see versionGap. */
function overwriteEntries(
  { request, unconfirmedSince, isRecordRead }: PendingWrite,
  store: SyncStore,
  { version, gap }: { readonly version: number | null; readonly gap: number | null },
): SyncStoreEntry[] {
  const overwrites = findOverwrites(request);
  // The write was found to be applied although it has no response; the response to the next one shows.
  if (unconfirmedSince !== null) return addOverwriteEntries(store, 'unconfirmed', overwrites);
  if (version === null) return [];
  const unconfirmed = store.overwriteReports('unconfirmed');
  const cleared = clearEntries('unconfirmed', unconfirmed);
  if (gap === 0) return cleared;
  // Others have written. The next read shows whether all of it is elsewhere (I35).
  if (gap !== null && !isRecordRead) return [...cleared, ...addOverwriteEntries(store, 'unread', [...unconfirmed, ...overwrites])];
  return [...cleared, ...addOverwriteEntries(store, 'unread', unconfirmed), ...addOverwriteEntries(store, 'first-write', overwrites)];
}

/**
 * (I35) Writes whose responses showed that others had written what was not read. If the read that follows accounts for all of it elsewhere,
 * nothing was overwritten; otherwise it is reported.
 */
export function unreadOverwriteEntries(store: SyncStore, isAccountedFor: boolean): SyncStoreEntry[] {
  const unread = store.overwriteReports('unread');
  return [...clearEntries('unread', unread), ...(isAccountedFor ? [] : addOverwriteEntries(store, 'overwrite', unread))];
}

/**
 * Writes whose responses do not show whether they overwrote others: no version is known before the first write after a read, and where a
 * record was read directly before (I36), the others were probably made elsewhere before that. The read that follows shows whether another
 * client changed a field of the same record that none of these writes changed; if so, one may have been overwritten. `known` is the
 * project as it was known before that read.
 */
export function firstWriteEntries(store: SyncStore, remote: Project, known: Project | undefined): SyncStoreEntry[] {
  const reports = store.overwriteReports('first-write');
  const overwritten = reports.filter(({ recordId }) => {
    const ofRecord = reports.filter((each) => each.recordId === recordId);
    const now = remote.get(recordId);
    const expected = known?.get(recordId) ?? ofRecord.at(-1)?.sent;
    if (!now || !expected) return false;
    const isForeignChange = (field: string) =>
      ofRecord.every(({ before, sent }) => isSameField(sent.kind, field, before, sent)) && !isSameField(now.kind, field, expected, now);
    return [...fieldPathsOf(expected, now)].some(isForeignChange);
  });
  return [...clearEntries('first-write', reports), ...addOverwriteEntries(store, 'overwrite', overwritten)];
}

/** The given report and all later ones of its record, oldest first. */
export function overwritesSince(
  { recordId, number = 1 }: OverwriteReport,
  reports: readonly OverwriteReport[],
  ids: Pick<SyncStore, 'resolveAlias'>,
): OverwriteReport[] {
  const id = ids.resolveAlias(recordId);
  return reports.filter((report) => ids.resolveAlias(report.recordId) === id && (report.number ?? 1) >= number);
}

/** Another client wrote, or may have written, between our read and our write. Its value is unknown, so both of our values are kept. */
const findOverwrites = ({ operation, expected }: SyncRequest): Overwrite[] =>
  expected.flatMap(({ before, after }) =>
    before && after && (after.id === operation.id || !hasSameContent(before, after)) ? [{ recordId: after.id, before, sent: after }] : [],
  );

const clearEntries = (stage: OverwriteStage, reports: readonly OverwriteReport[]): SyncStoreEntry[] =>
  reports.map((report) => ({ ...overwriteEntry(stage, report), value: null }));

/** Each report gets the number after those of its record, which may have had another id before. */
function addOverwriteEntries(store: SyncStore, stage: OverwriteStage, overwrites: readonly Overwrite[]): SyncStoreEntry[] {
  if (overwrites.length === 0) return [];
  let reports = store.overwriteReports(stage);
  return overwrites.flatMap(({ recordId, before, sent }) => {
    const id = store.resolveAlias(recordId);
    const known = reports.filter((report) => store.resolveAlias(report.recordId) === id);
    const report = { recordId, number: (known.at(-1)?.number ?? known.length) + 1, before, sent };
    const dropped = known.length < maxOverwriteReports ? [] : known.slice(1, 2);
    reports = [...reports.filter((each) => !dropped.includes(each)), report];
    return [
      overwriteEntry(stage, report),
      ...clearEntries(stage, dropped),
      ...dropped.map((each) => ({ id: `report/${overwriteReportId(each)}`, value: null })),
    ];
  });
}

/** One of our writes: the record before it, and as it was sent. */
interface ReplacedValues {
  readonly before: AnyRecord;
  readonly sent: AnyRecord;
}

/** The field paths that a write changed. */
export const changedFieldPaths = (before: AnyRecord, sent: AnyRecord): FieldPath[] =>
  [...fieldPathsOf(before, sent)].filter((fieldPath) => !isSameField(sent.kind, fieldPath, before, sent)).sort();

/**
 * The command that sets the fields which the first of these writes changed to their values before it. The other writes are the later ones
 * to the record, oldest first. Undefined if there is nothing to restore: the record was removed or only moved, or a later edit has replaced
 * the values that were sent last.
 */
export function restoreOverwrittenCommand(writes: readonly ReplacedValues[], local: AnyRecord | undefined): SingleCommand | undefined {
  const [first] = writes;
  if (!local || !first) return undefined;
  const { before, sent } = first;
  const { kind, id } = local;
  const fields: Record<string, unknown> = {};
  for (const fieldPath of changedFieldPaths(before, sent)) {
    const last = writes.findLast((write) => !isSameField(kind, fieldPath, write.before, write.sent));
    if (!last || !isRestorable(local, fieldPath) || !isSameField(kind, fieldPath, last.sent, local)) continue;
    const [field, locale] = [fieldNameOf(fieldPath), localeOf(fieldPath)];
    if (locale !== null) fields[field] = { ...Object(fields[field]), [locale]: fieldValue(before, fieldPath) ?? null };
    else for (const each of recordFieldsAt(kind, fieldPath)) if (isSettable(local, each, before[each])) fields[each] = before[each];
  }
  return Object.keys(fields).length > 0 ? changeCommand(kind, id, fields) : undefined;
}

/** Whether a command of the user can set the field. */
const isRestorable = ({ kind }: AnyRecord, fieldPath: FieldPath): boolean =>
  isSendable(kind, fieldPath) && fieldNameOf(fieldPath) !== 'extra' && !getKind(kind).immutableFields.includes(fieldNameOf(fieldPath));

/** A customId can only be set once, and an attribute that has one remains a variable. */
function isSettable(local: AnyRecord, field: string, value: unknown): boolean {
  if (field === 'customId' || jsonEquals(local[field], value)) return false;
  // The value of an attribute is an AttributeValue.
  return !hasTypedValue(local.kind, field) || local.customId === null || canBeVariableValue(value as AttributeValue);
}
