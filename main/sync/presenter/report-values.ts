/** The fields in a report, with the values of each side. */
import type { SyncReport } from '../../../shared/contracts/sync.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { fieldNameOf, fieldValue, localeOf } from '../plan/field-paths.ts';
import { changedFieldPaths } from '../plan/restore-overwritten.ts';

type ReportValues = SyncReport['values'];

/** The values before and after a local change; those of the remote are unknown. */
export const changedValues = (before: AnyRecord | undefined, local: AnyRecord | undefined): ReportValues =>
  before && local
    ? changedFieldPaths(before, local).map((fieldPath) => ({
        field: fieldNameOf(fieldPath),
        locale: localeOf(fieldPath),
        base: fieldValue(before, fieldPath) ?? null,
        local: fieldValue(local, fieldPath) ?? null,
        remote: null,
      }))
    : [];
