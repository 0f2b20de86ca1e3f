/**
 * Shown instead of the projects while they cannot be opened: the newest backup can be restored into another folder, which is opened afterwards, and a file with
 * what Taleport has not created can be repaired.
 */
import { ArchiveRestore, FileArchive, FolderOpen, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RestoredDataFolder } from '../../../shared/contracts/ipc/results.ts';
import { shellArgument } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { formatDateAndTime, t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { loadProjects } from '../../state/project-list-store.ts';
import { Button } from '../../ui/button.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';
import { saveDiagnostics } from './save-diagnostics.ts';
import './recovery.css';

/** `problem`: why the projects cannot be opened. It names the newest backup, if there is one. */
export function RecoveryPanel({ problem }: { problem: Problem }) {
  const { newestBackup: id, newestBackupAt: at } = problem.json.context ?? {};
  const isRepairable = problem.reason === 'foreignSchema';
  const [restored, setRestored] = useState<RestoredDataFolder | null>(null);
  return (
    <div className="recovery">
      {restored && <RestoredMessage restored={restored} />}
      <div className="recovery-buttons">
        {!restored && isRepairable && <RepairButton />}
        {restored && <OpenButton folder={restored.folder} />}
        {!restored && id !== undefined && at !== undefined && shell === 'desktop' && (
          <RestoreButton id={id} at={at} isPrimary={!isRepairable} onDone={setRestored} />
        )}
        <Button icon={FileArchive} onPress={() => void saveDiagnostics()}>
          {t('recovery.diagnostics.action')}
        </Button>
      </div>
    </div>
  );
}

function RepairButton() {
  const [isRepairing, setIsRepairing] = useState(false);
  const repair = async () => {
    setIsRepairing(true);
    try {
      const { damagedFile, isSettingLost } = await invoke('dataFolder.repair', {});
      showToast({
        tone: 'good',
        title: t('recovery.repaired', { file: damagedFile }),
        ...(isSettingLost && { lines: [t('recovery.settingsLost')] }),
      });
      await loadProjects();
    } catch (error) {
      showProblem(Problem.from(error));
    } finally {
      setIsRepairing(false);
    }
  };
  return (
    <Button variant="primary" icon={Wrench} isDisabled={isRepairing} onPress={() => void repair()}>
      {isRepairing ? t('recovery.repairing') : t('recovery.repair')}
    </Button>
  );
}

interface RestoreButtonProps {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether nothing better is offered: repairing loses no edit. */
  readonly isPrimary: boolean;
  readonly onDone: (restored: RestoredDataFolder) => void;
}

function RestoreButton({ id, at, isPrimary, onDone }: RestoreButtonProps) {
  const [isRestoring, setIsRestoring] = useState(false);
  const restore = async () => {
    try {
      const folder = await invoke('dialog.openFolder', { title: t('recovery.restoreInto') });
      if (folder === null) return;
      setIsRestoring(true);
      onDone(await invoke('dataFolder.restore', { id, folder }));
    } catch (error) {
      showProblem(Problem.from(error));
    } finally {
      setIsRestoring(false);
    }
  };
  return (
    <Button {...(isPrimary && { variant: 'primary' })} icon={ArchiveRestore} isDisabled={isRestoring} onPress={() => void restore()}>
      {isRestoring ? t('recovery.restoring') : t('recovery.restore', { time: formatDateAndTime(at) })}
    </Button>
  );
}

function RestoredMessage({ restored: { folder, projects, missingFiles } }: { restored: RestoredDataFolder }) {
  const [isRemembered, setIsRemembered] = useState<boolean | null>(null);
  useEffect(() => {
    invoke('app.info', {}).then(
      ({ defaultDataFolder }) => setIsRemembered(defaultDataFolder !== undefined),
      () => undefined,
    );
  }, []);
  return (
    <div role="status">
      <p>{t('recovery.restored', { count: projects.length, folder })}</p>
      {missingFiles > 0 && <p>{t('recovery.missingFiles', { count: missingFiles })}</p>}
      {isRemembered !== null && (
        <p>{isRemembered ? t('recovery.rememberHint') : t('recovery.openHint', { folderArgument: shellArgument(folder) })}</p>
      )}
    </div>
  );
}

function OpenButton({ folder }: { folder: string }) {
  const open = () => invoke('window.openDataFolder', { folder }).catch((error: unknown) => showProblem(Problem.from(error)));
  return (
    <Button variant="primary" icon={FolderOpen} onPress={() => void open()}>
      {t('recovery.open')}
    </Button>
  );
}
