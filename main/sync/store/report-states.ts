/** Since when a report is known, and whether the user has seen it: stored as long as there is something to report. */
import { z } from 'zod';
import { clearConflictEntry, clearOverwriteEntry, type SyncStoreEntry } from './sync-rows.ts';
import type { SyncStore } from './sync-store.ts';

const reportStateSchema = z.object({ at: z.string(), seen: z.boolean() });
export type ReportState = z.infer<typeof reportStateSchema>;

const rowId = (reportId: string): string => `report/${reportId}`;

/** undefined: the report is new. */
export const readReportState = (store: SyncStore, reportId: string): ReportState | undefined =>
  reportStateSchema.safeParse(store.get(rowId(reportId))).data;

/** Stores the time of reports that are new. `at` is ISO 8601. */
export function recordReports(store: SyncStore, reportIds: readonly string[], at: string): void {
  const fresh = reportIds.filter((id) => !readReportState(store, id));
  if (fresh.length > 0) store.write(fresh.map((id): SyncStoreEntry => ({ id: rowId(id), value: { at, seen: false } })));
}

/** A report of something that is over is removed with it; the others are stored as seen. */
export function reportSeenEntries(reportId: string, at: string): SyncStoreEntry[] {
  const [type, ...rest] = reportId.split('/');
  const subject = rest.join('/');
  const cleared: SyncStoreEntry = { id: rowId(reportId), value: null };
  if (type === 'overtaken') return [clearOverwriteEntry('overwrite', subject), cleared];
  if (type === 'renamed') return [clearConflictEntry(subject), cleared];
  return [{ id: rowId(reportId), value: { at, seen: true } }];
}
