/** Sync reports: events that need no decision. Each is listed until the user marks it as seen. */

import { ArrowUpRight, Check } from 'lucide-react';
import type { SyncReport } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { invoke } from '../../platform/bridge.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { formatConflictValue } from './format-conflict-value.ts';
import { useSyncReports } from './use-conflicts.ts';

export function SyncReportList({ hash }: { hash: string }) {
  const reports = useSyncReports(hash);
  if (reports === null) return null;
  if (reports.length === 0) return <p className="sync-none">{t('sync.reportList.none')}</p>;
  return (
    <div className="reports">
      {reports.length > 1 && (
        <Button icon={Check} onPress={() => void markReportsSeen(reports.map(({ id }) => id))}>
          {t('sync.reportList.markAllSeen')}
        </Button>
      )}
      <ul>
        {reports.map((report) => (
          <SyncReportItem key={report.id} report={report} />
        ))}
      </ul>
    </div>
  );
}

/** The resulting `conflicts.changed` event reloads the list without them. */
const markReportsSeen = (ids: string[]): Promise<null> => withErrorToast(invoke('sync.markReportsSeen', { ids }));

function SyncReportItem({ report }: { report: SyncReport }) {
  const { id, reason, title, message, record } = report;
  const when = useRelativeTime(report.at);
  const canGo = useProject((project) => record !== null && isReachable(project, { id: record }));
  return (
    <li className="report">
      <div className="report-head">
        <div className="report-about">
          <strong>{t(`sync.reportList.${reason}`)}</strong>
          <span>{title}</span>
          <span className="sync-facts">{when}</span>
        </div>
        <div className="report-tools">
          {canGo && record !== null && (
            <IconButton icon={ArrowUpRight} label={t('sync.reportList.goTo', { title })} onPress={() => goToRecord({ id: record })} />
          )}
          <Button
            icon={Check}
            look="quiet"
            aria-label={t('sync.reportList.markNamedSeen', { title })}
            onPress={() => void markReportsSeen([id])}
          >
            {t('sync.reportList.markSeen')}
          </Button>
        </div>
      </div>
      <p>{t(message)}</p>
      <ReportComparison report={report} />
    </li>
  );
}

/** The word differences between the local and the remote value, if either exists. */
function ReportComparison({ report: { kind, localValue, remoteValue } }: { report: SyncReport }) {
  const { project } = openProjectStore.getState();
  const local = formatConflictValue(project, { kind, field: null }, localValue);
  const remote = formatConflictValue(project, { kind, field: null }, remoteValue);
  if (local === '' && remote === '') return null;
  return (
    <dl className="report-both">
      <div>
        <dt>{t('sync.reportList.remote')}</dt>
        <dd>{remote}</dd>
      </div>
      <div>
        <dt>{t('sync.reportList.local')}</dt>
        <dd>{remote === '' ? local : <WordDiff before={remote} after={local} />}</dd>
      </div>
    </dl>
  );
}
