/** Sync reports: events that need no decision. Each is listed until the user marks it as seen. */

import { Check, RotateCcw } from 'lucide-react';
import type { SyncReport } from '../../../shared/contracts/sync.ts';
import { fieldLabel } from '../../../shared/model/kind-messages.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { openProjectStore } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { applySyncEdit } from './apply-sync-edit.ts';
import { formatConflictValue } from './format-conflict-value.ts';
import { ReportItem } from './report-item.tsx';
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
  const { id, hash, reason, title, location, message, record, canRestore } = report;
  const when = useRelativeTime(report.at);
  const buttons = (
    <>
      {canRestore && (
        <Button
          icon={RotateCcw}
          variant="quiet"
          aria-label={t('sync.reportList.restoreNamed', { title })}
          onPress={() =>
            void applySyncEdit(
              hash,
              () => invoke('sync.restoreOverwritten', { id }),
              t('sync.reportList.restored'),
              title === '' ? [] : [title],
            )
          }
        >
          {t('sync.reportList.restore')}
        </Button>
      )}
      <Button
        icon={Check}
        variant="quiet"
        aria-label={t('sync.reportList.markNamedSeen', { title })}
        onPress={() => void markReportsSeen([id])}
      >
        {t('sync.reportList.markSeen')}
      </Button>
    </>
  );
  return (
    <ReportItem heading={t(`sync.reportList.${reason}`)} title={title} location={location} when={when} recordId={record} buttons={buttons}>
      <p>{t(message)}</p>
      <ReportValues report={report} />
    </ReportItem>
  );
}

/** The values of each field that the report is about. */
function ReportValues({ report: { kind, values } }: { report: SyncReport }) {
  return values.map((value) => <ReportValue key={`${value.field}/${value.locale}`} kind={kind} value={value} />);
}

function ReportValue({ kind, value }: { kind: SyncReport['kind']; value: SyncReport['values'][number] }) {
  const { field, locale, base, local, remote } = value;
  const { project } = openProjectStore.getState();
  const before = formatConflictValue(project, { kind, field }, base);
  const mine = formatConflictValue(project, { kind, field }, local);
  const label = t(fieldLabel(field));
  return (
    <div className="report-field">
      {locale === null ? label : t('sync.activity.fieldIn', { field: label, locale })}
      <dl className="report-values">
        {base !== null && (
          <div>
            <dt>{t('sync.reportList.base')}</dt>
            <dd>{before}</dd>
          </div>
        )}
        <div>
          <dt>{t('sync.reportList.local')}</dt>
          <dd>{before === '' ? mine : <WordDiff before={before} after={mine} />}</dd>
        </div>
        {remote !== null && (
          <div>
            <dt>{t('sync.reportList.remote')}</dt>
            <dd>{formatConflictValue(project, { kind, field }, remote)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
