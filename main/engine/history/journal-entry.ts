/**
 * The entries that the journal stores for a change set: created and removed records as a whole, and the changed fields of other records
 * before and after the change. This is enough to revert the change set, and no larger than the change itself.
 */
import { z } from 'zod';
import { type Change, type ChangeSet, jsonEquals, toChanges } from '../../../shared/model/change-set.ts';
import { completeFields } from '../../../shared/model/complete-fields.ts';
import { type IdMapping, replaceIdsInRecord } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';

const fieldsSchema = z.record(z.string(), z.unknown());
const recordSchema = z.looseObject({ kind: z.string(), id: z.string() });
const journalEntrySchema = z.union([
  z.strictObject({ created: recordSchema }),
  z.strictObject({ removed: recordSchema }),
  z.strictObject({ id: z.string(), kind: z.string(), before: fieldsSchema, after: fieldsSchema }),
]);

export type JournalEntry =
  | { created: AnyRecord }
  | { removed: AnyRecord }
  | { id: string; kind: string; before: Record<string, unknown>; after: Record<string, unknown> };

/** `renamed` contains ids that the change set replaces. Entries contain the new ids, so that a change of an id alone creates no entry. */
export function toJournalEntries(changes: ChangeSet, renamed: IdMapping = []): JournalEntry[] {
  return (renamed.length === 0 ? changes : applyRenaming(changes, new Map(renamed))).map(({ before, after }): JournalEntry => {
    if (before && after) return { id: after.id, kind: after.kind, ...changedFields(before, after) };
    return after ? { created: after } : { removed: before };
  });
}

function applyRenaming(changes: ChangeSet, names: ReadonlyMap<string, string>): Change[] {
  const sides = new Map<string, { before?: AnyRecord; after?: AnyRecord }>();
  for (const change of changes)
    for (const side of ['before', 'after'] as const) {
      const record = change[side] && replaceIdsInRecord(change[side], names);
      if (record) sides.set(record.id, { ...sides.get(record.id), [side]: record });
    }
  return toChanges(sides.values());
}

export function journalEntryId(entry: JournalEntry): string {
  if ('created' in entry) return entry.created.id;
  return 'removed' in entry ? entry.removed.id : entry.id;
}

/** The entries of a journal row. Whole records receive defaults for fields that their kind has gained since. */
export const parseJournalEntries = (json: string): JournalEntry[] =>
  // The schema validates the shape of an entry; the records in it were written by the program.
  (z.array(journalEntrySchema).parse(JSON.parse(json)) as JournalEntry[]).map((entry) => {
    if ('created' in entry) return { created: completeFields(entry.created) };
    return 'removed' in entry ? { removed: completeFields(entry.removed) } : entry;
  });

/** The changed fields on both sides. A field that is missing on one side is omitted there. */
function changedFields(before: AnyRecord, after: AnyRecord): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const earlier: Record<string, unknown> = {};
  const later: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (jsonEquals(before[field], after[field])) continue;
    if (before[field] !== undefined) earlier[field] = before[field];
    if (after[field] !== undefined) later[field] = after[field];
  }
  return { before: earlier, after: later };
}
