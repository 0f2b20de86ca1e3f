/** Reports: changes that were rejected, may have overwritten others, were renamed, or could not be merged. They ask for nothing. */
import type { SyncReport } from '../../../shared/contracts/sync.ts';
import { syncReportMessages as messages } from '../../../shared/messages/en/sync.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { describeRecord, recordTitle } from '../project/record-title.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { readReportState } from '../store/report-states.ts';

/** A report before it has a message; `id` is part of stored rows and must not change. */
interface ReportFinding extends Pick<SyncReport, 'reason' | 'localValue' | 'remoteValue'> {
  readonly id: string;
  readonly recordId: string;
  readonly message: (subject: string) => string;
}

const withoutValues = { localValue: null, remoteValue: null } as const;

/** Everything there is to report, seen or not. */
function findReports({ row, runner, files }: SyncedProject): ReportFinding[] {
  const { remote } = row;
  return [
    ...runner.rejectedWrites.map(
      ({ recordId, request, reason }): ReportFinding => ({
        id: `refused/${recordId} ${shortHash(request + reason)}`,
        reason: 'refused',
        recordId,
        message: (subject) => messages.changeRejected(subject, remote, reason),
        ...withoutValues,
      }),
    ),
    ...[...files.refused].map(
      ([recordId, reason]): ReportFinding => ({
        id: `file/${recordId} ${shortHash(reason)}`,
        reason: 'refused',
        recordId,
        message: (subject) => messages.fileRejected(subject, reason),
        ...withoutValues,
      }),
    ),
    ...runner.store.overwriteReports('overwrite').map(
      ({ recordId, before, sent }): ReportFinding => ({
        id: `overtaken/${recordId}`,
        reason: 'overtaken',
        recordId,
        message: (subject) => messages.overwritten(subject, remote),
        localValue: sent,
        remoteValue: before,
      }),
    ),
    ...runner.store.conflicts
      .filter(({ reason }) => reason === 'renamed')
      .map(
        (conflict): ReportFinding => ({
          id: `renamed/${conflict.id}`,
          reason: 'renamed',
          recordId: conflict.recordId,
          message: (subject) => messages.renamed(subject, remote),
          localValue: conflict.local,
          remoteValue: conflict.remote,
        }),
      ),
    ...[...runner.invalidRecords].map(
      ([recordId, reason]): ReportFinding => ({
        id: `trouble/${recordId} ${shortHash(reason)}`,
        reason: 'cannot take in',
        recordId,
        message: () => messages.skipped(remote, reason),
        ...withoutValues,
      }),
    ),
  ];
}

/** The ids of all reports, as they are stored. */
export const reportIds = (project: SyncedProject): string[] => (project.row.isFetched ? findReports(project).map(({ id }) => id) : []);

/** Reports that the user has not seen, oldest first. `now`, ISO 8601, is the time of those that are new. `local`: opened only where it is needed. */
export function presentReports(project: SyncedProject, local: () => Project, now: string): SyncReport[] {
  if (!project.row.isFetched) return [];
  const { hash } = project.row;
  const { store } = project.runner;
  return findReports(project)
    .flatMap(({ id, recordId, message, ...finding }): SyncReport[] => {
      const state = readReportState(store, id);
      if (state?.seen) return [];
      const record = findRecord(local(), store.resolveAlias(recordId), recordId);
      const title = recordTitle(record, local());
      const subject = record ? describeRecord(record.kind, title) : 'something that is gone';
      const about = { record: recordId, kind: record?.kind ?? null, title, message: message(subject) };
      return [{ ...finding, ...about, id: `${hash}/${id}`, hash, at: state?.at ?? now }];
    })
    .sort((one, two) => compare(one.at, two.at) || compare(one.id, two.id));
}

const findRecord = (project: Project, ...ids: readonly string[]): AnyRecord | undefined =>
  ids.map((id) => project.get(id)).find((record) => record !== undefined);

function compare(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

/** A short name for a text: a collision only hides a second report. */
function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}
