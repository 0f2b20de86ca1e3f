/** A language that they removed takes its texts along here too; what we wrote in it since is kept in a question. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, fieldValue, isSameField, localeOf } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/** Changes `after`, the records as they will be here. */
export function dropRemovedLocales(base: Project, local: Project, root: AnyRecord, after: Map<string, AnyRecord>): MergeConflict[] {
  const known = new Set((root.locales as { iso: string }[]).map(({ iso }) => iso));
  if (local.projectRecord.locales.every(({ iso }) => known.has(iso))) return [];
  const conflicts: MergeConflict[] = [];
  for (const { id } of [...local.records()]) {
    const localRecord = after.get(id) ?? local.get(id);
    if (!localRecord) continue;
    const lost = [...fieldPathsOf(localRecord)].filter((fieldPath) => isLocalizedPath(fieldPath) && !known.has(localeOf(fieldPath) ?? ''));
    const status = Object.entries((localRecord.status ?? {}) as object).filter(([locale]) => known.has(locale));
    if (lost.length === 0 && status.length === Object.keys(localRecord.status ?? {}).length) continue;
    const baseRecord = base.get(id);
    for (const fieldPath of lost)
      if ((fieldValue(localRecord, fieldPath) ?? null) !== null && !isSameField(localRecord.kind, fieldPath, baseRecord, localRecord))
        conflicts.push(
          createMergeConflict(localRecord, fieldPath, 'no room', {
            base: fieldValue(baseRecord, fieldPath) ?? null,
            local: fieldValue(localRecord, fieldPath),
            remote: null,
          }),
        );
    after.set(
      id,
      withoutLocales(
        localRecord,
        lost,
        localRecord.status === null || localRecord.status === undefined ? localRecord.status : Object.fromEntries(status),
      ),
    );
  }
  return conflicts;
}

const isLocalizedPath = (fieldPath: FieldPath): boolean => localeOf(fieldPath) !== null && fieldNameOf(fieldPath) !== 'extra';

function withoutLocales(record: AnyRecord, lost: readonly FieldPath[], status: unknown): AnyRecord {
  const after: Record<string, unknown> = { ...record, ...(status === undefined ? {} : { status }) };
  for (const fieldPath of lost) {
    const { [localeOf(fieldPath) ?? '']: _gone, ...left } = after[fieldNameOf(fieldPath)] as Record<string, unknown>;
    after[fieldNameOf(fieldPath)] = left;
  }
  return after as AnyRecord;
}
