/**
 * What the journal keeps of a change set: whole records that were made or went, and of changed ones the fields that
 * changed, before and after. Enough to take it back, and no more than the change is large.
 */
import { z } from 'zod';
import { type Change, type ChangeSet, same } from '../../shared/changes.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { type Renaming, renamedRecord } from '../../shared/renaming.ts';

const fields = z.record(z.string(), z.unknown());
const record = z.looseObject({ kind: z.string(), id: z.string() });
const entry = z.union([
  z.strictObject({ made: record }),
  z.strictObject({ gone: record }),
  z.strictObject({ id: z.string(), kind: z.string(), was: fields, now: fields }),
]);

export type JournalEntry =
  | { made: AnyRecord }
  | { gone: AnyRecord }
  | { id: string; kind: string; was: Record<string, unknown>; now: Record<string, unknown> };

/** `renamed`: ids that are others from now on. All is told under the new ones, so that a renaming by itself is no entry. */
export function entriesOf(changes: ChangeSet, renamed: Renaming = []): JournalEntry[] {
  return (renamed.length === 0 ? changes : inNewNames(changes, new Map(renamed))).map(({ before, after }): JournalEntry => {
    if (before && after) return { id: after.id, kind: after.kind, ...difference(before, after) };
    return after ? { made: after } : { gone: before };
  });
}

function inNewNames(changes: ChangeSet, names: ReadonlyMap<string, string>): Change[] {
  const sides = new Map<string, { before?: AnyRecord; after?: AnyRecord }>();
  for (const change of changes)
    for (const side of ['before', 'after'] as const) {
      const record = change[side] && renamedRecord(change[side], names);
      if (record) sides.set(record.id, { ...sides.get(record.id), [side]: record });
    }
  return [...sides.values()].filter(({ before, after }) => !same(before, after)) as Change[];
}

export const idIn = (entry: JournalEntry): string => ('made' in entry ? entry.made.id : 'gone' in entry ? entry.gone.id : entry.id);

export const fromJournal = (json: string): JournalEntry[] => z.array(entry).parse(JSON.parse(json)) as JournalEntry[];

/** The fields that differ; one that is missing on a side is missing there. */
function difference(before: AnyRecord, after: AnyRecord): { was: Record<string, unknown>; now: Record<string, unknown> } {
  const was: Record<string, unknown> = {};
  const now: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (same(before[field], after[field])) continue;
    if (before[field] !== undefined) was[field] = before[field];
    if (after[field] !== undefined) now[field] = after[field];
  }
  return { was, now };
}
