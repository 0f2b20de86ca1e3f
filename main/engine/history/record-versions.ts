/** The earlier versions of a record, reconstructed by reading the journal backwards, and the entries that restore one of them. */

import type { RecordVersion } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { JournalRow } from '../storage/project-rows.ts';
import { type JournalEntry, journalEntryId, parseJournalEntries } from './journal-entry.ts';

interface JournalCoverage {
  readonly version: number;
  /** When the project was created, in microseconds since 1970. */
  readonly created: number;
  /** Whether the journal still contains every step since then. */
  readonly isComplete: boolean;
}

/** The versions of a record, newest first. `rows` are the journal rows that changed it, newest first; `current` is the present record. */
export function listRecordVersions(
  id: string,
  rows: readonly Omit<JournalRow, 'label'>[],
  current: AnyRecord | undefined,
  coverage: JournalCoverage,
): RecordVersion[] {
  const versions: RecordVersion[] = [];
  let record = current ?? null;
  for (const { version, time, origin, changes } of rows) {
    const entry = parseJournalEntries(changes).find((each) => journalEntryId(each) === id);
    if (!entry) continue;
    versions.push({ version, at: formatIsoTime(time), origin, record });
    record = recordBefore(entry, record);
  }
  // No step created the record: it was imported, or the journal no longer contains the step.
  const first = rows.at(-1);
  if (record === null) return versions;
  if (coverage.isComplete) versions.push({ version: 1, at: formatIsoTime(coverage.created), origin: 'import', record });
  else if (!first) versions.push({ version: coverage.version, at: formatIsoTime(coverage.created), origin: 'import', record });
  // The version before the first known step, whose origin is unknown.
  else versions.push({ version: first.version - 1, at: formatIsoTime(first.time), origin: 'earlier', record });
  return versions;
}

function recordBefore(entry: JournalEntry, after: AnyRecord | null): AnyRecord | null {
  if ('created' in entry) return null;
  if ('removed' in entry) return entry.removed;
  const record: Record<string, unknown> = { ...after };
  for (const field of Object.keys(entry.after)) delete record[field];
  // An earlier version of this record had these fields.
  return { ...record, ...entry.before } as AnyRecord;
}

/** The fields that a record keeps when an earlier version is restored: its position among its siblings, and its local comments. */
const retainedFields: ReadonlySet<string> = new Set(['rank', 'outputRank', 'localComments']);

/** The entries whose revert turns the current record into an earlier version of it, except for the retained fields. */
export function entriesToRestoreVersion(current: AnyRecord | undefined, earlier: AnyRecord | null): JournalEntry[] {
  if (!earlier) return [];
  if (!current) return [{ removed: earlier }];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(current), ...Object.keys(earlier)])) {
    if (retainedFields.has(field) || jsonEquals(current[field], earlier[field])) continue;
    if (earlier[field] !== undefined) before[field] = earlier[field];
    if (current[field] !== undefined) after[field] = current[field];
  }
  return [{ id: current.id, kind: current.kind, before, after }];
}
