/** Restores values that one of our writes may have overwritten. This is an edit of the user, which sync sends and which can be undone. */
import { formatIsoTime } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import type { CommandResult } from '../../../shared/model/commands.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { restoreOverwrittenCommand } from '../plan/restore-overwritten.ts';
import { overwritesSince } from '../store/overwrite-reports.ts';
import { markReportSeen } from '../store/report-states.ts';
import { overwriteReportId } from '../store/sync-store.ts';
import { parseQualifiedId } from './qualified-id.ts';
import type { SyncService } from './sync-service.ts';

/** `id` is that of a SyncReport, which counts as seen afterwards. Throws a Problem `notFound` if there is nothing to restore. */
export function restoreOverwritten(service: SyncService, id: string): CommandResult {
  const { deps, statusPublisher } = service;
  const { hash, id: reportId } = parseQualifiedId(id);
  const project = service.project(hash);
  const { store } = project.load().runner;
  const reports = store.overwriteReports('overwrite');
  const report = reports.find((each) => overwriteReportId(each) === reportId);
  const record = report && deps.engine.getProject(hash).get(store.resolveAlias(report.recordId));
  const command = report && restoreOverwrittenCommand(overwritesSince(report, reports, store), record);
  if (!command) throw notFoundProblem(message('problem.noun.overwrittenValue'), id);
  const result = deps.engine.execute(hash, command, 'user');
  markReportSeen(store, reportId, formatIsoTime(deps.environment.now()));
  statusPublisher.scheduleUpdate(project);
  return result;
}
