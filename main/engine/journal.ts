/**
 * What the journal keeps of a change set: whole records that were made or went, and of changed ones the fields that
 * changed, before and after. Enough to take it back, and no more than the change is large.
 */
import { z } from 'zod';
import { type ChangeSet, same } from '../../shared/changes.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';

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

export function toJournal(changes: ChangeSet): string {
  return JSON.stringify(
    changes.map(({ before, after }): JournalEntry => {
      if (before && after) return { id: after.id, kind: after.kind, ...difference(before, after) };
      return after ? { made: after } : { gone: before };
    }),
  );
}

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
