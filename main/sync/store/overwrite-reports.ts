/**
 * Reports of our writes that overwrote, or may have overwritten, values of others that were not read. Each write has its own report,
 * because its previous value may be all that is left of a value.
 */

import { jsonEquals } from '../../../shared/model/change-set.ts';
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import { type AttributeValue, canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind, hasTypedValue } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import {
  type FieldPath,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
  hasSameContent,
  isSameField,
  isSendable,
  localeOf,
  recordFieldsAt,
} from '../plan/field-paths.ts';
import type { PendingWrite, SyncRequest } from '../protocol/sync-request.ts';
import {
  type Overwrite,
  type OverwriteReport,
  type OverwriteStage,
  overwriteEntry,
  overwriteReportId,
  type SyncStore,
  type SyncStoreEntry,
} from './sync-store.ts';

/** The maximum for one record. A new report replaces the second oldest, so that the earliest value and the latest ones are kept. */
const maxOverwriteReports = 10;

/** What a response shows about overwritten values. `gap`: see versionGap. */
export function overwriteEntries(
  { request, unconfirmedSince }: PendingWrite,
  store: SyncStore,
  { version, gap }: { readonly version: number | null; readonly gap: number | null },
): SyncStoreEntry[] {
  const overwrites = findOverwrites(request);
  // The write was found to be applied although it has no response; the response to the next one shows.
  if (unconfirmedSince !== null) return addOverwriteEntries(store, 'unconfirmed', overwrites);
  if (version === null) return [];
  const unconfirmed = store.overwriteReports('unconfirmed');
  return [
    ...clearEntries('unconfirmed', unconfirmed),
    ...addOverwriteEntries(store, 'overwrite', [...(gap === 0 ? [] : unconfirmed), ...(gap === 0 || gap === null ? [] : overwrites)]),
    ...(gap === null ? addOverwriteEntries(store, 'first-write', overwrites) : []),
  ];
}

/** Writes that were found to be applied without a response, and that no later response has proven to be harmless. */
export function unprovenOverwriteEntries(store: SyncStore): SyncStoreEntry[] {
  const unconfirmed = store.overwriteReports('unconfirmed');
  return [...clearEntries('unconfirmed', unconfirmed), ...addOverwriteEntries(store, 'overwrite', unconfirmed)];
}

/**
 * No version is known before the first write after a read, so its response does not show whether it overwrote another. The read that
 * follows shows whether another client changed the same record; if so, it may have.
 */
export function firstWriteEntries(store: SyncStore, remote: Project): SyncStoreEntry[] {
  const reports = store.overwriteReports('first-write');
  const overwritten = reports.filter(({ recordId, before, sent }) => {
    const now = remote.get(recordId);
    const isForeignChange = (field: string) =>
      isSameField(sent.kind, field, before, sent) && now && !isSameField(sent.kind, field, sent, now);
    return now !== undefined && [...fieldPathsOf(before, now)].some(isForeignChange);
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
