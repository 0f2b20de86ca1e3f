/** A record as it was: the journal read backwards from what it is now, and the way back to one of its versions. */

import type { RecordVersion } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { JournalRow } from '../storage/project-store.ts';
import { type JournalEntry, journalEntryId, parseJournalEntries } from './journal-entry.ts';

interface JournalCoverage {
  readonly version: number;
  /** Microseconds; when the project was made. */
  readonly created: number;
  /** No step has been forgotten. */
  readonly isComplete: boolean;
}

/** `rows` newest first. */
export function listRecordVersions(
  id: string,
  rows: readonly Omit<JournalRow, 'label'>[],
  now: AnyRecord | undefined,
  of: JournalCoverage,
): RecordVersion[] {
  const versions: RecordVersion[] = [];
  let record = now ?? null;
  for (const { version, time, origin, changes } of rows) {
    const entry = parseJournalEntries(changes).find((each) => journalEntryId(each) === id);
    if (!entry) continue;
    versions.push({ version, at: formatIsoTime(time), origin: origin, record });
    record = recordBefore(entry, record);
  }
  // What it was from the beginning, by import or as a template, stands in no step.
  const [first] = rows.slice(-1);
  if (record === null) return versions;
  if (of.isComplete) versions.push({ version: 1, at: formatIsoTime(of.created), origin: 'import', record });
  else if (!first) versions.push({ version: of.version, at: formatIsoTime(of.created), origin: 'import', record });
  // Until that step it was so; who made it so has been forgotten.
  else versions.push({ version: first.version - 1, at: formatIsoTime(first.time), origin: 'earlier', record });
  return versions;
}

function recordBefore(entry: JournalEntry, after: AnyRecord | null): AnyRecord | null {
  if ('created' in entry) return null;
  if ('removed' in entry) return entry.removed;
  const record: Record<string, unknown> = { ...after };
  for (const field of Object.keys(entry.after)) delete record[field];
  return { ...record, ...entry.before } as AnyRecord;
}

/** The step that makes today's record what it was when it is reverted; its position among its siblings stays. */
export function entriesToRestoreVersion(now: AnyRecord | undefined, then: AnyRecord | null): JournalEntry[] {
  if (!then) return [];
  if (!now) return [{ removed: then }];
  const places: readonly string[] = ['rank', 'outputRank'];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(now), ...Object.keys(then)])) {
    if (places.includes(field) || jsonEquals(now[field], then[field])) continue;
    if (then[field] !== undefined) before[field] = then[field];
    if (now[field] !== undefined) after[field] = now[field];
  }
  return [{ id: now.id, kind: now.kind, before, after }];
}
