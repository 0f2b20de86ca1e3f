/** A record as it was: the journal read backwards from what it is now, and the way back to one of its versions. */
import { same } from '../../shared/changes.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { PastVersion } from '../../shared/mirror.ts';
import { isoTime } from '../../shared/world.ts';
import { fromJournal, idIn, type JournalEntry } from './journal.ts';
import type { JournalRow } from './store.ts';

interface Of {
  readonly version: number;
  /** Microseconds; when the project was made. */
  readonly created: number;
  /** No step has been forgotten. */
  readonly isWhole: boolean;
}

/** `rows` newest first. */
export function pastOf(id: string, rows: readonly Omit<JournalRow, 'label'>[], now: AnyRecord | undefined, of: Of): PastVersion[] {
  const versions: PastVersion[] = [];
  let record = now ?? null;
  for (const { version, time, origin, changes } of rows) {
    const entry = fromJournal(changes).find((each) => idIn(each) === id);
    if (!entry) continue;
    versions.push({ version, at: isoTime(time), by: origin, record });
    record = before(entry, record);
  }
  // What it was from the beginning, by import or as a template, stands in no step.
  const [first] = rows.slice(-1);
  if (record === null) return versions;
  if (of.isWhole) versions.push({ version: 1, at: isoTime(of.created), by: 'import', record });
  else if (!first) versions.push({ version: of.version, at: isoTime(of.created), by: 'import', record });
  // Until that step it was so; who made it so has been forgotten.
  else versions.push({ version: first.version - 1, at: isoTime(first.time), by: 'earlier', record });
  return versions;
}

function before(entry: JournalEntry, after: AnyRecord | null): AnyRecord | null {
  if ('made' in entry) return null;
  if ('gone' in entry) return entry.gone;
  const record: Record<string, unknown> = { ...after };
  for (const field of Object.keys(entry.now)) delete record[field];
  return { ...record, ...entry.was } as AnyRecord;
}

/** The step whose taking back makes a record of today what it was; its place among its siblings stays as it is. */
export function wayBack(now: AnyRecord | undefined, then: AnyRecord | null): JournalEntry[] {
  if (!then) return [];
  if (!now) return [{ gone: then }];
  const places: readonly string[] = ['rank', 'outputRank'];
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(now), ...Object.keys(then)])) {
    if (places.includes(field) || same(now[field], then[field])) continue;
    if (then[field] !== undefined) was[field] = then[field];
    if (now[field] !== undefined) is[field] = now[field];
  }
  return [{ id: now.id, kind: now.kind, was, now: is }];
}
