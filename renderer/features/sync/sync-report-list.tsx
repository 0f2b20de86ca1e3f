/** The lists of sync reports, which are events that need no decision, and of held changes, which the workspace does not accept as they are. */
import { ArrowUpRight, Check, CloudUpload, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HeldChange, SyncReport } from '../../../shared/contracts/sync.ts';
import { languageName } from '../../../shared/messages/message.ts';
import type { CommandResult } from '../../../shared/model/commands.ts';
import { fieldLabel } from '../../../shared/model/kind-messages.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { invoke } from '../../platform/bridge.ts';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { openProjectStore, useProject, whenVersionArrives } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { showProblem } from '../../ui/toast-queue.ts';
import { formatConflictValue } from './format-conflict-value.ts';
import { useHeldChanges, useSyncReports } from './use-conflicts.ts';

/** Each report is listed until the user marks it as seen. */
export function SyncReportList({ hash }: { hash: string }) {
  return <LoadedContent loaded={useSyncReports(hash)}>{(reports) => <SyncReports reports={reports} />}</LoadedContent>;
}

function SyncReports({ reports }: { reports: readonly SyncReport[] }) {
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
      {locale === null ? label : t('sync.activity.fieldIn', { field: label, locale: languageName(locale) })}
      <dl className="report-values">
        {base !== null && (
          <div>
            <dt>{t('sync.reportList.base')}</dt>
            <dd>{before}</dd>
          </div>
        )}
        <div>
          <dt>{t('sync.reportList.local')}</dt>
          <dd>{before === '' ? mine : <WordDiff before={before} after={mine} lang={locale} />}</dd>
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

/** (G30) The changes of a project that are held back, each with its reason, both texts, and a button that sends it simplified. */
export function HeldChangeList({ hash }: { hash: string }) {
  return <LoadedContent loaded={useHeldChanges(hash)}>{(held) => <HeldChanges hash={hash} held={held} />}</LoadedContent>;
}

function HeldChanges({ hash, held }: { hash: string; held: readonly HeldChange[] }) {
  if (held.length === 0) return <p className="sync-none">{t('sync.heldList.none')}</p>;
  return (
    <div className="reports">
      <p>{t('sync.heldList.hint')}</p>
      {held.length > 1 && (
        <Button
          icon={CloudUpload}
          onPress={() =>
            void sendSimplified(
              hash,
              held.map(({ id }) => id),
            )
          }
        >
          {t('sync.heldList.sendAll')}
        </Button>
      )}
      <ul>
        {held.map((change) => (
          <HeldChangeItem key={change.id} change={change} />
        ))}
      </ul>
    </div>
  );
}

function HeldChangeItem({ change }: { change: HeldChange }) {
  const { id, hash, kind, record, title, location, field, locale, reason } = change;
  const label = useProject((project) => localizedFieldLabel(kind, field, locale ?? undefined, project));
  return (
    <ReportItem
      heading={label}
      title={title}
      location={location}
      recordId={record}
      buttons={
        <Button
          icon={CloudUpload}
          variant="quiet"
          aria-label={t('sync.heldList.sendNamed', { field: label, title })}
          onPress={() => void sendSimplified(hash, [id])}
        >
          {t('sync.heldList.send')}
        </Button>
      }
    >
      <p>{t(reason)}</p>
      <HeldTexts change={change} />
    </ReportItem>
  );
}

function HeldTexts({ change: { local, remote } }: { change: HeldChange }) {
  const { project } = openProjectStore.getState();
  const plainText = (html: string | null) => formatConflictValue(project, { kind: 'element', field: 'content' }, html);
  const remoteText = plainText(remote);
  return (
    <dl className="report-values">
      <div>
        <dt>{t('sync.reportList.remote')}</dt>
        <dd>{remoteText}</dd>
      </div>
      <div>
        <dt>{t('sync.reportList.local')}</dt>
        <dd>{remoteText === '' ? plainText(local) : <WordDiff before={remoteText} after={plainText(local)} />}</dd>
      </div>
    </dl>
  );
}

interface ReportItemProps {
  readonly heading: string;
  /** The title of the record. */
  readonly title: string;
  readonly location: readonly string[];
  readonly when?: string | null;
  /** The id of the record; null if the report is about none. */
  readonly recordId: string | null;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

/** An entry of the lists of sync reports and of held changes: what it is about, a link to its record, and what can be done. */
function ReportItem({ heading, title, location, when, recordId, buttons, children }: ReportItemProps) {
  const canGo = useProject((project) => recordId !== null && isReachable(project, { id: recordId }));
  return (
    <li className="report">
      <div className="report-head">
        <div className="report-about">
          <strong>{heading}</strong>
          <span>{title}</span>
          {location.length > 0 && <span className="sync-facts">{location.join(' › ')}</span>}
          {when && <span className="sync-facts">{when}</span>}
        </div>
        <div className="report-tools">
          {canGo && recordId !== null && (
            <IconButton icon={ArrowUpRight} label={t('sync.reportList.goTo', { title })} onPress={() => goToRecord({ id: recordId })} />
          )}
          {buttons}
        </div>
      </div>
      {children}
    </li>
  );
}

/**
 * (G30) Sends held texts of the open project without the formatting that the workspace does not accept. The resulting events reload the list
 * of held changes without them.
 */
export const sendSimplified = (hash: string, ids: string[]): Promise<void> =>
  applySyncEdit(hash, () => invoke('sync.sendSimplified', { hash, ids }), t('sync.heldList.sent', { count: ids.length }), [
    t('sync.heldList.wordsKept'),
  ]);

/**
 * Edits of the open project that the backend makes for sync: the window waits until it shows them, and offers to undo them. `edit`
 * requests it once what was typed before has been sent. `title` and `lines` are the text of the toast after the edit. If it fails, the
 * error is shown instead.
 */
async function applySyncEdit(
  hash: string,
  edit: () => Promise<CommandResult>,
  title: string,
  lines: readonly string[] = [],
): Promise<void> {
  const showDone = prepareUndoToast('otherCall');
  try {
    const { newVersion } = await edit();
    await whenVersionArrives(hash, newVersion);
    showDone(title, lines);
  } catch (error) {
    showProblem(Problem.from(error));
  }
}
