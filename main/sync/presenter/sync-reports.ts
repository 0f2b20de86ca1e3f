/** Reports: changes that were rejected, may have overwritten others, were renamed, or could not be merged. They need no decision. */
import { compareCodeUnits } from '../../../shared/compare-code-units.ts';
import type { SyncReport } from '../../../shared/contracts/sync.ts';
import { namedRecord, namedRecordAtStart } from '../../../shared/messages/kind-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordLocation, recordTitle } from '../../../shared/model/record-title.ts';
import { restoreOverwrittenCommand } from '../plan/restore-overwritten.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { overwritesSince } from '../store/overwrite-reports.ts';
import { readReportState } from '../store/report-states.ts';
import { shortHash } from '../store/short-hash.ts';
import { type OverwriteReport, overwriteReportId, renamedReportId } from '../store/sync-rows.ts';
import { changedValues } from './report-values.ts';

/** A report before it has a message; `id` is part of stored rows and must not change. Of two reports of a record with the same hash, one is hidden. */
interface ReportFinding extends Pick<SyncReport, 'reason' | 'localValue' | 'remoteValue'> {
  readonly id: string;
  readonly recordId: string;
  readonly message: (record: RecordNames) => Message;
  /** `local` is opened only where it is needed. */
  readonly values?: (local: () => Project) => SyncReport['values'];
  /** What a write of ours may have overwritten. */
  readonly overwrite?: OverwriteReport;
}

/** The record of a report inside a sentence, and at its start. */
interface RecordNames {
  readonly name: Message;
  readonly nameAtStart: Message;
}

const withoutValues = { localValue: null, remoteValue: null } as const;

/** Everything there is to report, seen or not. */
function findReports(project: SyncedProject): ReportFinding[] {
  const { remote } = project.row;
  const { runner, files } = project.load();
  return [
    ...runner.rejectedWrites.map(
      ({ recordId, request, reason }): ReportFinding => ({
        id: `rejected/${recordId} ${shortHash(request + storedReason(reason))}`,
        reason: 'rejected',
        recordId,
        message: ({ name }) => message('sync.report.rejected', { record: name, remote, reason }),
        ...withoutValues,
        values: (local) => changedValues(runner.store.base.get(recordId), local().get(recordId)),
      }),
    ),
    ...[...files.rejected].map(
      ([recordId, reason]): ReportFinding => ({
        id: `file/${recordId} ${shortHash(storedReason(reason))}`,
        reason: 'rejected',
        recordId,
        message: ({ name }) => message('sync.report.fileRejected', { record: name, reason }),
        ...withoutValues,
      }),
    ),
    ...runner.store.overwriteReports('overwrite').map(
      (overwrite): ReportFinding => ({
        id: overwriteReportId(overwrite),
        reason: 'overwritten',
        recordId: overwrite.recordId,
        message: ({ name }) => message('sync.report.overwritten', { record: name, remote }),
        localValue: overwrite.sent,
        remoteValue: overwrite.before,
        values: () => changedValues(overwrite.before, overwrite.sent),
        overwrite,
      }),
    ),
    ...runner.store.conflicts
      .filter(({ reason }) => reason === 'renamed')
      .map(
        (conflict): ReportFinding => ({
          id: renamedReportId(conflict.id),
          reason: 'renamed',
          recordId: conflict.recordId,
          message: ({ nameAtStart }) => message('sync.report.renamed', { record: nameAtStart, remote }),
          localValue: conflict.local,
          remoteValue: conflict.remote,
          values: () => [{ field: 'customId', locale: null, base: null, local: conflict.local, remote: conflict.remote }],
        }),
      ),
    ...[...runner.invalidRecords].map(
      ([recordId, reason]): ReportFinding => ({
        id: `invalid/${recordId} ${shortHash(storedReason(reason))}`,
        reason: 'invalid',
        recordId,
        message: () => message('sync.report.invalid', { remote, reason }),
        ...withoutValues,
      }),
    ),
  ];
}

/** The ids of all reports, as they are stored. */
export const reportIds = (project: SyncedProject): string[] => (project.row.isFetched ? findReports(project).map(({ id }) => id) : []);

/** All reports, oldest first. `now`, ISO 8601, is the time of those that are new. `local`: opened only where it is needed. */
export function presentReports(project: SyncedProject, local: () => Project, now: string): SyncReport[] {
  if (!project.row.isFetched) return [];
  const { hash } = project.row;
  const { store } = project.load().runner;
  const overwrites = store.overwriteReports('overwrite');
  const canRestore = (report: OverwriteReport, record: AnyRecord | undefined) =>
    restoreOverwrittenCommand(overwritesSince(report, overwrites, store), record) !== undefined;
  return findReports(project)
    .flatMap(({ id, recordId, message: toMessage, values, overwrite, ...finding }): SyncReport[] => {
      const state = readReportState(store, id);
      const record = findRecord(local(), store.resolveAlias(recordId), recordId);
      const title = recordTitle(record, local());
      const about = {
        record: recordId,
        kind: record?.kind ?? null,
        title,
        location: recordLocation(record, local()),
        message: toMessage(recordNames(record, title)),
        values: values?.(local) ?? [],
        canRestore: overwrite !== undefined && canRestore(overwrite, record),
      };
      return [{ ...finding, ...about, id: `${hash}/${id}`, hash, at: state?.at ?? now, isSeen: state?.seen ?? false }];
    })
    .sort((one, two) => compareCodeUnits(one.at, two.at) || compareCodeUnits(one.id, two.id));
}

const recordNames = (record: AnyRecord | undefined, title: string): RecordNames =>
  record
    ? { name: namedRecord(record.kind, title), nameAtStart: namedRecordAtStart(record.kind, title) }
    : { name: message('sync.report.deletedRecord'), nameAtStart: message('sync.report.deletedRecordAtStart') };

/** Part of stored ids: a reason in the words of the remote, or of an earlier version, is its text. */
const storedReason = ({ key, params }: Message): string =>
  key === 'problem.verbatim' ? String(params?.text) : JSON.stringify({ key, params });

const findRecord = (project: Project, ...ids: readonly string[]): AnyRecord | undefined =>
  ids.map((id) => project.get(id)).find((record) => record !== undefined);
