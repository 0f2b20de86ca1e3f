/** One target: engine, folder, status, time of the last export, and controls. */
import { Eye, FolderOpen, FolderSearch, History, MousePointerClick, RefreshCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button as PlainButton } from 'react-aria-components';
import { existingLocales } from '../../../shared/contracts/existing-locales.ts';
import type { Target, TargetSettings, TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { fillMessage } from '../../messages/fill-message.tsx';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { exporterLabel, useExporters, useStoryFile } from '../../state/exporters-store.ts';
import { useProject } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { confirmUnusualFolder, useFolderConfirmation } from '../../ui/confirm-unusual-folder.tsx';
import { FormDialog, showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { exportIcon } from '../../ui/icons.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showDryRunDialog } from './dry-run-dialog.tsx';
import { showEditorIntegrationDialog } from './editor-integration-dialog.tsx';
import { showExportHistoryDialog } from './export-history-dialog.tsx';
import { exportTarget } from './export-targets.ts';
import { ExternalChanges, KeptFiles } from './external-changes.tsx';
import { Findings } from './findings.tsx';
import { showTargetSettingsDialog } from './target-settings-dialog.tsx';
import { displayTargetState, formatFilesSize, isFolderMissing } from './target-status-display.ts';
import { useShownStatus } from './use-shown-status.ts';
import './targets.css';

export function TargetCard({ target }: { target: Target }) {
  return <TargetCardView target={target} shownStatus={useShownStatus(target.status)} />;
}

/** `shownStatus` is what it displays of the status, which may be an earlier one. */
export function TargetCardView({ target, shownStatus }: { target: Target; shownStatus: TargetStatusDetails }) {
  const { engine, folder, status, on } = target;
  const { label: stateLabel, icon: Icon, tone } = displayTargetState(shownStatus);
  const when = useRelativeTime(status.lastExport);
  const { label = engine, editorIntegration = null } = useExporters().find(({ id }) => id === engine) ?? {};
  return (
    // It takes the focus over from a control that disappears.
    <article className={`export-target ${tone}`} aria-label={`${label}, ${folder}`} tabIndex={-1}>
      <div className="target-line">
        <span className="engine">{label}</span>
        <div className="target-place">
          <span className="target-folder" title={folder}>
            <bdi>{folder}</bdi>
          </span>
          <span className="target-details">
            <TargetLanguages settings={target} />
            {target.boardIds.length > 0 && t('targets.exportHistory.someBoards')}
            {!target.assets && t('targets.exportHistory.withoutAssets')}
            {status.files > 0 && ` · ${formatFilesSize(status.files, status.bytes)}`}
          </span>
          <ExportedFileLinks target={target} />
        </div>
        <div className="target-state">
          <span className={`state ${tone}`}>
            <Icon size={16} aria-hidden className={shownStatus.state === 'writing' ? 'spinning' : ''} />
            {stateLabel}
          </span>
          <span className="target-details">{when ? t('targets.lastExport', { when }) : t('targets.notExportedYet')}</span>
        </div>
        <Button
          icon={exportIcon}
          className="target-export"
          onPress={() => void exportTarget(target)}
          isDisabled={!on || status.state === 'writing'}
        >
          {t(status.state === 'writing' ? 'targets.exporting' : 'targets.exportNow')}
        </Button>
        <Switch isSelected={on} onChange={(isOn) => changeTarget(target, { on: isOn })} label={t('targets.enabledLabel', { folder })}>
          {on ? t('targets.on') : t('targets.paused')}
        </Switch>
        <MenuButton
          className="target-menu"
          label={t('common.more', { name: folder })}
          entries={targetMenuEntries(target, { hasEditorIntegration: editorIntegration !== null })}
        />
      </div>
      {(shownStatus.state === 'blocked' || shownStatus.state === 'waiting' || shownStatus.restoredExport !== null) && (
        <p className="target-sentence">{t(shownStatus.sentence)}</p>
      )}
      {!on && <p className="target-sentence">{t('targets.resumeHint')}</p>}
      {isFolderMissing(shownStatus) && (
        <p className="target-fix">
          <Button icon={FolderSearch} onPress={() => void locateFolder(target)}>
            {t('targets.locate.entry')}
          </Button>
        </p>
      )}
      {status.foreign.length > 0 && <ExternalChanges target={target} />}
      {status.foreign.length === 0 && status.kept.count > 0 && <KeptFiles target={target} />}
      {shownStatus.findings.length > 0 && <Findings target={target} findings={shownStatus.findings} counts={shownStatus.findingCounts} />}
    </article>
  );
}

export async function changeTarget({ id }: Target, settings: Partial<TargetSettings>): Promise<void> {
  await withErrorToast(invoke('target.change', { id, settings }));
}

function TargetLanguages({ settings }: { settings: TargetSettings }) {
  const all = useProject((project) => (typeof settings.locales === 'string' ? [] : project.projectRecord.locales));
  const locales = existingLocales(
    settings.locales,
    all.map(({ iso }) => iso),
  );
  const names = all.filter(({ iso }) => locales.includes(iso)).map(({ name }) => name);
  if (locales === 'main') return <>{t('targets.mainLanguage')}</>;
  return <>{locales === 'all' ? t('targets.allLanguages') : t('common.listed', { names })}</>;
}

function targetMenuEntries(target: Target, { hasEditorIntegration }: { hasEditorIntegration: boolean }) {
  const { id, folder, engine } = target;
  return [
    { id: 'settings', label: t('targets.settings'), icon: SlidersHorizontal, run: () => showTargetSettingsDialog(target) },
    { id: 'dry', label: t('targets.preview.entry'), icon: Eye, run: () => void showDryRunDialog(target) },
    { id: 'history', label: t('targets.exportHistory.entry'), icon: History, run: () => void showExportHistoryDialog(target) },
    ...(hasEditorIntegration
      ? [
          {
            id: 'integration',
            label: t('targets.integration.entry', { engine: exporterLabel(engine) }),
            icon: MousePointerClick,
            run: () => void showEditorIntegrationDialog(target),
          },
        ]
      : []),
    ...(shell === 'desktop'
      ? [
          {
            id: 'show',
            label: t('targets.showFolder'),
            icon: FolderOpen,
            run: () => void withErrorToast(invoke('dialog.showInFolder', { path: folder })),
          },
        ]
      : []),
    ...(target.status.state === 'blocked'
      ? [{ id: 'again', label: t('targets.tryAgain'), icon: RefreshCw, run: () => void exportTarget(target) }]
      : []),
    null,
    {
      id: 'remove',
      label: t('targets.remove'),
      icon: Trash2,
      isDanger: true,
      run: () =>
        showConfirmation({
          title: t('targets.removeTitle', { engine: exporterLabel(engine) }),
          confirms: 'final',
          confirmLabel: t('common.remove'),
          message: (
            <div className="dialog-stack">
              <p>{fillMessage('targets.removed.title', { folder: <bdi>{folder}</bdi> })}</p>
            </div>
          ),
          run: () => invoke('target.remove', { id }),
        }),
    },
  ];
}

/** The exported story file of a target in the file manager, and what the last export changed in it. Renders nothing before the first export. */
function ExportedFileLinks({ target }: { target: Target }) {
  const path = useStoryFile(target);
  if (target.status.files === 0) return null;
  return (
    <span className="exported-file-links">
      {shell === 'desktop' && path !== undefined && (
        <PlainButton
          className="exported-file-link"
          onPress={() => void withErrorToast(invoke('dialog.showInFolder', { path })).catch(() => undefined)}
        >
          {t('targets.showFile')}
        </PlainButton>
      )}
      <PlainButton className="exported-file-link" onPress={() => void showExportHistoryDialog(target, 'lastChange')}>
        {t('targets.lastChange')}
      </PlainButton>
    </span>
  );
}

/** Continues a target in the folder to which its game project was moved. On the desktop the system asks for the folder. */
async function locateFolder(target: Target): Promise<void> {
  if (shell !== 'desktop') return showDialog((close) => <LocateFolderDialog target={target} close={close} />);
  const folder = await withErrorToast(invoke('dialog.openFolder', { title: t('targets.locate.title') }));
  if (folder === null) return;
  await withErrorToast(confirmUnusualFolder(t('targets.locate.title'), (force) => relocateTarget(target, folder, force)));
}

export const relocateTarget = ({ id }: Target, folder: string, force: boolean) => invoke('target.relocate', { id, folder, force });

function LocateFolderDialog({ target, close }: { target: Target; close: () => void }) {
  const [folder, setFolder] = useState(target.folder);
  const confirmation = useFolderConfirmation(folder);
  return (
    <FormDialog
      title={t('targets.locate.title')}
      submitLabel={t('targets.locate.confirm')}
      isReady={folder.trim() !== '' && confirmation.isReady}
      run={() => confirmation.run((force) => relocateTarget(target, folder.trim(), force))}
      onClose={close}
      width={520}
    >
      <TextField label={t('targets.add.folderLabel')} value={folder} onChange={setFolder} isCode autoFocus selectsAll />
      {confirmation.checkbox}
    </FormDialog>
  );
}
