/** What an acknowledged write makes of the base: only what was sent. What is in question about the same record stays in question. */
import { type ChangeSet, same } from '../../../shared/changes.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { cellsOf, parentField, sameCell, withCell } from './cells.ts';

export interface BaseRows {
  readonly put: readonly AnyRecord[];
  readonly gone: readonly string[];
}

/** `made`: the id that the remote gave to what was sent under ours. */
export function acknowledged(base: Project, expected: ChangeSet, made?: { readonly from: string; readonly to: string }): BaseRows {
  const put: AnyRecord[] = [];
  const gone: string[] = [];
  for (const { before, after } of expected) {
    if (!after) gone.push(before.id);
    else if (!before) put.push(after.id === made?.from ? { ...after, id: made.to } : after);
    else {
      const row = base.at(after.id);
      if (row) put.push(taken(row, before, after));
    }
  }
  return { put, gone };
}

function taken(row: AnyRecord, before: AnyRecord, after: AnyRecord): AnyRecord {
  let now = row;
  for (const cell of cellsOf(before, after)) if (!sameCell(after.kind, cell, before, after)) now = withCell(now, cell, after);
  const by = parentField(after.kind);
  if (by !== null && before[by] !== after[by]) now = { ...now, [by]: after[by] };
  for (const rank of ['rank', 'outputRank'] as const)
    if (after[rank] !== undefined && !same(before[rank], after[rank])) now = { ...now, [rank]: after[rank] };
  return now;
}
