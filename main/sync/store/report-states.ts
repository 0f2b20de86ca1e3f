/** When a report was found, and whether the user has seen it. The state is kept as long as the cause of the report is stored. */
import { z } from 'zod';
import type { SyncStore, SyncStoreEntry } from './sync-store.ts';

const reportStateSchema = z.object({ at: z.string(), seen: z.boolean() });
type ReportState = z.infer<typeof reportStateSchema>;

const rowId = (reportId: string): string => `report/${reportId}`;

/** Undefined if the report is new. */
export const readReportState = (store: SyncStore, reportId: string): ReportState | undefined =>
  reportStateSchema.safeParse(store.get(rowId(reportId))).data;

/** Stores the time of reports that are new. `at` is in ISO 8601. */
export function recordReports(store: SyncStore, reportIds: readonly string[], at: string): void {
  const fresh = reportIds.filter((id) => !readReportState(store, id));
  if (fresh.length > 0) store.write(fresh.map((id): SyncStoreEntry => ({ id: rowId(id), value: { at, seen: false } })));
}

/** `now` (ISO 8601) becomes the time of a report that is new. */
export function markReportSeen(store: SyncStore, reportId: string, now: string): void {
  const { at } = readReportState(store, reportId) ?? { at: now };
  store.write([{ id: rowId(reportId), value: { at, seen: true } }]);
}
