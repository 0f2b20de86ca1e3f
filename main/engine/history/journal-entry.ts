/**
 * What the journal keeps of a change set: whole records that were made or went, and of changed ones the fields that
 * changed, before and after. Enough to take it back, and no more than the change is large.
 */
import { z } from 'zod';
import { type Change, type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import { completeFields } from '../../../shared/model/complete-fields.ts';
import { type IdMapping, replaceIdsInRecord } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';

const fieldsSchema = z.record(z.string(), z.unknown());
const recordSchema = z.looseObject({ kind: z.string(), id: z.string() });
const journalEntrySchema = z.union([
  z.strictObject({ made: recordSchema }),
  z.strictObject({ gone: recordSchema }),
  z.strictObject({ id: z.string(), kind: z.string(), was: fieldsSchema, now: fieldsSchema }),
]);

export type JournalEntry =
  | { made: AnyRecord }
  | { gone: AnyRecord }
  | { id: string; kind: string; was: Record<string, unknown>; now: Record<string, unknown> };

/** `renamed`: ids that are others from now on. All is told under the new ones, so that a renaming by itself is no entry. */
export function toJournalEntries(changes: ChangeSet, renamed: IdMapping = []): JournalEntry[] {
  return (renamed.length === 0 ? changes : applyRenaming(changes, new Map(renamed))).map(({ before, after }): JournalEntry => {
    if (before && after) return { id: after.id, kind: after.kind, ...changedFields(before, after) };
    return after ? { made: after } : { gone: before };
  });
}

function applyRenaming(changes: ChangeSet, names: ReadonlyMap<string, string>): Change[] {
  const sides = new Map<string, { before?: AnyRecord; after?: AnyRecord }>();
  for (const change of changes)
    for (const side of ['before', 'after'] as const) {
      const record = change[side] && replaceIdsInRecord(change[side], names);
      if (record) sides.set(record.id, { ...sides.get(record.id), [side]: record });
    }
  return [...sides.values()].filter(({ before, after }) => !jsonEquals(before, after)) as Change[];
}

export const journalEntryId = (entry: JournalEntry): string =>
  'made' in entry ? entry.made.id : 'gone' in entry ? entry.gone.id : entry.id;

/** The entries of a row. Whole records get the fields that their kind has got since. */
export const parseJournalEntries = (json: string): JournalEntry[] =>
  // The schema checks the shape of an entry; what the program wrote into it is a record.
  (z.array(journalEntrySchema).parse(JSON.parse(json)) as JournalEntry[]).map((entry) => {
    if ('made' in entry) return { made: completeFields(entry.made) };
    return 'gone' in entry ? { gone: completeFields(entry.gone) } : entry;
  });

/** The fields that differ; one that is missing on a side is missing there. */
function changedFields(before: AnyRecord, after: AnyRecord): { was: Record<string, unknown>; now: Record<string, unknown> } {
  const was: Record<string, unknown> = {};
  const now: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (jsonEquals(before[field], after[field])) continue;
    if (before[field] !== undefined) was[field] = before[field];
    if (after[field] !== undefined) now[field] = after[field];
  }
  return { was, now };
}
