/**
 * Removes the local texts of a language that the remote has removed. Texts that have changed since the last sync are kept in a conflict.
 */
import { type AnyRecord, isOfKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldPath, fieldEntries, fieldNameOf, fieldPathsOf, fieldValue, isSameField, localeOf } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/** Changes `after`, the local records after the merge. */
export function dropRemovedLocales(base: Project, local: Project, root: AnyRecord, after: Map<string, AnyRecord>): MergeConflict[] {
  const remaining = new Set(isOfKind(root, 'project') ? root.locales.map(({ iso }) => iso) : []);
  if (local.projectRecord.locales.every(({ iso }) => remaining.has(iso))) return [];
  const conflicts: MergeConflict[] = [];
  for (const { id } of [...local.records()]) {
    const localRecord = after.get(id) ?? local.get(id);
    if (!localRecord) continue;
    const dropped = [...fieldPathsOf(localRecord)].filter(
      (fieldPath) => isLocalizedPath(fieldPath) && !remaining.has(localeOf(fieldPath) ?? ''),
    );
    const status = Object.entries(localRecord.status ?? {}).filter(([locale]) => remaining.has(locale));
    if (dropped.length === 0 && status.length === Object.keys(localRecord.status ?? {}).length) continue;
    const baseRecord = base.get(id);
    for (const fieldPath of dropped)
      if ((fieldValue(localRecord, fieldPath) ?? null) !== null && !isSameField(localRecord.kind, fieldPath, baseRecord, localRecord))
        conflicts.push(
          createMergeConflict(localRecord, fieldPath, 'displaced', {
            base: fieldValue(baseRecord, fieldPath) ?? null,
            local: fieldValue(localRecord, fieldPath),
            remote: null,
          }),
        );
    after.set(
      id,
      withoutLocales(
        localRecord,
        dropped,
        localRecord.status === null || localRecord.status === undefined ? localRecord.status : Object.fromEntries(status),
      ),
    );
  }
  return conflicts;
}

const isLocalizedPath = (fieldPath: FieldPath): boolean => localeOf(fieldPath) !== null && fieldNameOf(fieldPath) !== 'extra';

function withoutLocales(record: AnyRecord, dropped: readonly FieldPath[], status: unknown): AnyRecord {
  let after: AnyRecord = { ...record, ...(status === undefined ? {} : { status }) };
  for (const fieldPath of dropped) {
    const field = fieldNameOf(fieldPath);
    const { [localeOf(fieldPath) ?? '']: _dropped, ...kept } = fieldEntries(after, field);
    after = { ...after, [field]: kept };
  }
  return after;
}
