/** A language that they removed takes its texts along here too; what we wrote in it since is kept in a question. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, fieldValue, isSameField, localeOf } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/** Changes `after`, the records as they will be here. */
export function dropRemovedLocales(base: Project, mine: Project, root: AnyRecord, after: Map<string, AnyRecord>): MergeConflict[] {
  const known = new Set((root.locales as { iso: string }[]).map(({ iso }) => iso));
  if (mine.projectRecord.locales.every(({ iso }) => known.has(iso))) return [];
  const questions: MergeConflict[] = [];
  for (const { id } of [...mine.records()]) {
    const m = after.get(id) ?? mine.get(id);
    if (!m) continue;
    const lost = [...fieldPathsOf(m)].filter((cell) => isLocalizedPath(cell) && !known.has(localeOf(cell) ?? ''));
    const status = Object.entries((m.status ?? {}) as object).filter(([locale]) => known.has(locale));
    if (lost.length === 0 && status.length === Object.keys(m.status ?? {}).length) continue;
    const b = base.get(id);
    for (const cell of lost)
      if ((fieldValue(m, cell) ?? null) !== null && !isSameField(m.kind, cell, b, m))
        questions.push(
          createMergeConflict(m, cell, 'no room', { base: fieldValue(b, cell) ?? null, local: fieldValue(m, cell), remote: null }),
        );
    after.set(id, withoutLocales(m, lost, m.status === null || m.status === undefined ? m.status : Object.fromEntries(status)));
  }
  return questions;
}

const isLocalizedPath = (cell: FieldPath): boolean => localeOf(cell) !== null && fieldNameOf(cell) !== 'extra';

function withoutLocales(record: AnyRecord, lost: readonly FieldPath[], status: unknown): AnyRecord {
  const after: Record<string, unknown> = { ...record, ...(status === undefined ? {} : { status }) };
  for (const cell of lost) {
    const { [localeOf(cell) ?? '']: _gone, ...left } = after[fieldNameOf(cell)] as Record<string, unknown>;
    after[fieldNameOf(cell)] = left;
  }
  return after as AnyRecord;
}
