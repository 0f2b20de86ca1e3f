/** The settings section for backups: the list of them, their differences from the current projects, their folder and how much space they may take. */

import { ArchiveRestore, DatabaseBackup } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { Backup, BackupSettings, BackupStatus } from '../../../shared/contracts/backups.ts';
import { fileSize, sizeLimit } from '../../../shared/messages/file-size.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { confirmUnusualFolder } from '../../ui/confirm-unusual-folder.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { backUpNow, saveBackupCopy } from './backup-jobs.tsx';
import { formatBackupTime, showRestoreDialog } from './restore-dialog.tsx';
import '../../ui/section.css';
import './backups.css';

const gibibyte = 2 ** 30;
const sizeLimits = [1, 2, 4, 8, 16, 32, 64].map((count) => count * gibibyte);

export function BackupsSection() {
  const loaded = useLoaded(() => Promise.all([invoke('backup.list', {}), invoke('backup.status', {})]), []);
  const [configureProblem, setConfigureProblem] = useState<Problem | null>(null);
  const reload = () => {
    setConfigureProblem(null);
    loaded.reload();
  };
  const configure: Configure = async (choose) => {
    setConfigureProblem(null);
    try {
      const settings = await choose();
      if (settings === null) return;
      await confirmUnusualFolder(t('backup.takeOver'), async (force) => {
        // The folder may be slow, and the backups of another one are counted.
        await withBusyIndicator(t('backup.configuring'), invoke('backup.configure', { ...settings, force }));
        reload();
      });
    } catch (error) {
      setConfigureProblem(Problem.from(error));
    }
  };
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{t('backup.title')}</h3>
        <Button icon={DatabaseBackup} variant="primary" onPress={() => backUpNow(reload)}>
          {t('backup.now.button')}
        </Button>
      </div>
      <p>{t('backup.hint')}</p>
      {configureProblem && <ProblemMessage problem={configureProblem} />}
      <LoadedContent loaded={loaded}>
        {([backups, status]) => (
          <>
            {status.isMissing ? (
              <ProblemMessage
                problem={new Problem('store', message('backup.problem.folderMissing', { folder: status.path }))}
                retry={reload}
              />
            ) : (
              <BackupList backups={backups} onChanged={reload} />
            )}
            <Storage status={status} configure={configure} />
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function BackupList({ backups, onChanged }: { backups: readonly Backup[]; onChanged: () => void }) {
  if (backups.length === 0) return <p className="settings-none">{t('backup.none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="backup-list" tabIndex={0} aria-label={t('backup.listLabel')}>
      <DataTable
        label={t('backup.title')}
        columns={[t('backup.columns.time'), t('backup.columns.reason'), t('backup.columns.projects'), t('backup.columns.size')]}
      >
        {backups.map((backup) => (
          <BackupRow key={backup.id} backup={backup} onChanged={onChanged} />
        ))}
      </DataTable>
    </section>
  );
}

function BackupRow({ backup, onChanged }: { backup: Backup; onChanged: () => void }) {
  const time = formatBackupTime(backup);
  return (
    <tr>
      <th scope="row">
        <time dateTime={backup.at}>{Date.parse(backup.at) > Date.now() ? t('backup.datedInFuture', { time }) : time}</time>
      </th>
      <td>{t(`backup.reasons.${backup.reason}`)}</td>
      <td>{backup.projects.length}</td>
      <td>{t(fileSize(backup.bytes))}</td>
      <td>
        <div className="backup-actions">
          <Button
            icon={ArchiveRestore}
            aria-label={t('backup.restoreNamed', { time })}
            onPress={() => showRestoreDialog(backup, onChanged)}
          >
            <span className="backup-restore-label">{t('backup.restoreButton')}</span>
          </Button>
          <MenuButton
            label={t('common.more', { name: time })}
            entries={[{ id: 'copy', label: t('backup.copy.entry'), run: () => void saveBackupCopy(backup) }]}
          />
        </div>
      </td>
    </tr>
  );
}

/** Changes the settings that `choose` returns, or resolves with; none if it is null. Any failure is shown above the list. */
type Configure = (choose: () => Partial<BackupSettings> | Promise<Partial<BackupSettings> | null>) => Promise<void>;

function Storage({ status, configure }: { status: BackupStatus; configure: Configure }) {
  const { path, folder, usedBytes, maxBytes } = status;
  const limits = [...new Set([...sizeLimits, maxBytes])].sort((one, two) => one - two);
  const chooseFolder = async () => {
    const chosen = await invoke('dialog.openFolder', { title: t('backup.folder') });
    return chosen === null ? null : { folder: chosen };
  };
  return (
    <>
      <Select
        label={t('backup.limit')}
        options={limits.map((bytes) => ({ id: String(bytes), label: t(sizeLimit(bytes)) }))}
        value={String(maxBytes)}
        onChange={(bytes) => void configure(() => ({ maxBytes: Number(bytes) }))}
      />
      <p className="field-description">{t('backup.used', { used: fileSize(usedBytes) })}</p>
      <div className="backup-folder">
        {shell === 'desktop' ? (
          <>
            <span>{t('backup.folder')}</span>
            <code>{path}</code>
            <Button onPress={() => void configure(chooseFolder)}>{t('backup.changeFolder')}</Button>
          </>
        ) : (
          <FolderForm key={path} path={path} onChange={(chosen) => void configure(() => ({ folder: chosen }))} />
        )}
        {folder !== null && <Button onPress={() => void configure(() => ({ folder: null }))}>{t('backup.defaultFolder')}</Button>}
      </div>
      <p className="field-description">{t('backup.folderHint')}</p>
    </>
  );
}

/** In a browser no dialog of the system asks for the folder: its path is typed. */
function FolderForm({ path, onChange }: { path: string; onChange: (folder: string) => void }) {
  const [typed, setTyped] = useState(path);
  const folder = typed.trim();
  const isReady = folder !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onChange(folder);
  };
  return (
    <form className="backup-folder-form" onSubmit={submit}>
      <TextField label={t('backup.folder')} value={typed} onChange={setTyped} isCode />
      <Button type="submit" isDisabled={!isReady}>
        {t('backup.useFolder')}
      </Button>
    </form>
  );
}
