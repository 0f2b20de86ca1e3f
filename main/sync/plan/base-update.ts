/** How an acknowledged write changes the base: only the fields that were sent. Conflicts about other fields of the record remain open. */
import { type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldPath, fieldPathsOf, hasSameLabels, isSameField, parentField, withFieldFrom } from './field-paths.ts';

export interface BaseUpdate {
  readonly put: readonly AnyRecord[];
  readonly removedIds: readonly string[];
}

/** `created` contains the local id that was sent, and the id that the remote has assigned. */
export function baseUpdateFor(base: Project, expected: ChangeSet, created?: { readonly from: string; readonly to: string }): BaseUpdate {
  const put: AnyRecord[] = [];
  const removedIds: string[] = [];
  for (const { before, after } of expected) {
    if (!after) removedIds.push(before.id);
    else if (!before) put.push(after.id === created?.from ? { ...after, id: created.to } : after);
    else {
      const row = base.get(after.id);
      if (row) put.push(withSentFields(row, before, after));
    }
  }
  return { put, removedIds };
}

function withSentFields(row: AnyRecord, before: AnyRecord, after: AnyRecord): AnyRecord {
  let updated = row;
  for (const fieldPath of fieldPathsOf(before, after))
    if (!isSameField(after.kind, fieldPath, before, after) || isOnlyRelabelled(fieldPath, row, before, after))
      updated = withFieldFrom(updated, fieldPath, after);
  const by = parentField(after.kind);
  if (by !== null && before[by] !== after[by]) updated = { ...updated, [by]: after[by] };
  for (const rank of ['rank', 'outputRank'] as const)
    if (after[rank] !== undefined && !jsonEquals(before[rank], after[rank])) updated = { ...updated, [rank]: after[rank] };
  return updated;
}

/** Renaming a record changes labels in texts of other records. If such a text is in conflict, its base differs and is retained. */
const isOnlyRelabelled = (fieldPath: FieldPath, row: AnyRecord, before: AnyRecord, after: AnyRecord): boolean =>
  !hasSameLabels(fieldPath, before, after) && isSameField(row.kind, fieldPath, row, before);
