/** What an acknowledged write makes of the base: only what was sent. What is in question about the same record stays in question. */
import { type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { fieldPathsOf, isSameField, parentField, withFieldFrom } from './field-paths.ts';

export interface BaseUpdate {
  readonly put: readonly AnyRecord[];
  readonly removedIds: readonly string[];
}

/** `made`: the id that the remote gave to what was sent under ours. */
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
  let now = row;
  for (const fieldPath of fieldPathsOf(before, after))
    if (!isSameField(after.kind, fieldPath, before, after)) now = withFieldFrom(now, fieldPath, after);
  const by = parentField(after.kind);
  if (by !== null && before[by] !== after[by]) now = { ...now, [by]: after[by] };
  for (const rank of ['rank', 'outputRank'] as const)
    if (after[rank] !== undefined && !jsonEquals(before[rank], after[rank])) now = { ...now, [rank]: after[rank] };
  return now;
}
