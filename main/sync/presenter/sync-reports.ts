/** Reports: changes that were rejected, may have overwritten others, were renamed, or could not be merged. They require no decision. */

import type { SyncReport } from '../../../shared/contracts/sync.ts';
import { type Message, message, serializeReason } from '../../../shared/messages/message.ts';
import { fieldLabel, namedRecord } from '../../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordLocation, recordTitle } from '../../../shared/model/record-title.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import { fieldNameOf, fieldValue, localeOf } from '../plan/field-paths.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { changedFieldPaths, overwritesSince, restoreOverwrittenCommand } from '../store/acknowledgement-entries.ts';
import { type OverwriteReport, overwriteReportId, renamedReportId, shortHash } from '../store/sync-store.ts';

/**
 * A report before it has a message. `id` is part of stored rows and must not change. Of two reports about a record with the same hash, one
 * is hidden.
 */
interface ReportFinding extends Pick<SyncReport, 'reason' | 'localValue' | 'remoteValue'> {
  readonly id: string;
  readonly recordId: string;
  /** `record` is its name inside a sentence. */
  readonly message: (record: Message) => Message;
  /** `local` opens the project, and is only called if it is needed. */
  readonly values?: (local: () => Project) => SyncReport['values'];
  /** The write that may have overwritten changes of others. */
  readonly overwrite?: OverwriteReport;
}

const withoutValues = { localValue: null, remoteValue: null } as const;

/** All reports, whether or not the user has seen them. */
function findReports(project: SyncedProject): ReportFinding[] {
  const { remote } = project.row;
  return [
    ...project.rejectedWrites().map(
      ({ recordId, request, reason }): ReportFinding => ({
        id: `rejected/${recordId} ${shortHash(request + serializeReason(reason))}`,
        reason: 'rejected',
        recordId,
        message: (record) => message('sync.report.rejected', { record, remote, reason }),
        ...withoutValues,
        values: (local) => changedValues(project.base().get(recordId), local().get(recordId)),
      }),
    ),
    ...[...project.rejectedFiles()].map(
      ([recordId, reason]): ReportFinding => ({
        id: `file/${recordId} ${shortHash(serializeReason(reason))}`,
        reason: 'rejected',
        recordId,
        message: (record) => message('sync.report.fileRejected', { record, reason }),
        ...withoutValues,
      }),
    ),
    ...project.overwriteReports().map(
      (overwrite): ReportFinding => ({
        id: overwriteReportId(overwrite),
        reason: 'overwritten',
        recordId: overwrite.recordId,
        message: (record) => message('sync.report.overwritten', { record, remote }),
        localValue: overwrite.sent,
        remoteValue: overwrite.before,
        values: () => changedValues(overwrite.before, overwrite.sent),
        overwrite,
      }),
    ),
    ...project.listRenamed().map(
      (conflict): ReportFinding => ({
        id: renamedReportId(conflict.id),
        reason: 'renamed',
        recordId: conflict.recordId,
        message: (record) => message('sync.report.renamed', { record, remote }),
        localValue: conflict.local,
        remoteValue: conflict.remote,
        // The conflict contains the previous name and the one that Taleport has chosen.
        values: () => [{ field: 'customId', locale: null, base: conflict.local, local: conflict.remote, remote: null }],
      }),
    ),
    ...project.unknownValues().map(
      ({ recordId, field, value }): ReportFinding => ({
        id: `unknown/${recordId} ${shortHash(`${field} ${value}`)}`,
        reason: 'invalid',
        recordId,
        message: (record) => message('sync.report.unknownValue', { remote, record, field: fieldLabel(field), value }),
        ...withoutValues,
      }),
    ),
    ...[...project.invalidRecords()].map(
      ([recordId, reason]): ReportFinding => ({
        id: `invalid/${recordId} ${shortHash(serializeReason(reason))}`,
        reason: 'invalid',
        recordId,
        message: () => message('sync.report.invalid', { remote, reason }),
        ...withoutValues,
      }),
    ),
  ];
}

/** The ids of all reports, as they are stored. */
export const reportIds = (project: SyncedProject): string[] => findReports(project).map(({ id }) => id);

/** The number of reports that the user has not seen, without creating their messages. */
export const countUnseenReports = (project: SyncedProject): number =>
  findReports(project).filter(({ id }) => !project.reportState(id)?.seen).length;

/**
 * All reports, oldest first. `now` (ISO 8601) becomes the time of new ones. `local` opens the project, and is only called if it is needed.
 */
export function presentReports(project: SyncedProject, local: () => Project, now: string): SyncReport[] {
  const { hash } = project.row;
  const findings = findReports(project);
  const overwrites = findings.flatMap(({ overwrite }) => overwrite ?? []);
  const canRestore = (report: OverwriteReport, record: AnyRecord | undefined) =>
    restoreOverwrittenCommand(overwritesSince(report, overwrites, project), record) !== undefined;
  return findings
    .flatMap(({ id, recordId, message: toMessage, values, overwrite, ...finding }): SyncReport[] => {
      const state = project.reportState(id);
      const record = findRecord(local(), project.resolveAlias(recordId), recordId);
      const title = recordTitle(record, local());
      const about = {
        record: recordId,
        kind: record?.kind ?? null,
        title,
        location: recordLocation(record, local()),
        message: toMessage(record ? namedRecord(record.kind, title) : message('sync.report.deletedRecord')),
        values: values?.(local) ?? [],
        canRestore: overwrite !== undefined && canRestore(overwrite, record),
      };
      return [{ ...finding, ...about, id: `${hash}/${id}`, hash, at: state?.at ?? now, isSeen: state?.seen ?? false }];
    })
    .sort((one, two) => compareCodeUnits(one.at, two.at) || compareCodeUnits(one.id, two.id));
}

const findRecord = (project: Project, ...ids: readonly string[]): AnyRecord | undefined =>
  ids.map((id) => project.get(id)).find((record) => record !== undefined);

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
