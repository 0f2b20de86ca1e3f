/** Shown instead of the projects while they cannot be opened: the newest backup can be restored into another folder, which is opened afterwards. */
import { ArchiveRestore, FileArchive, FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RestoredDataFolder } from '../../../shared/contracts/ipc/results.ts';
import { shellArgument } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { formatDateAndTime, t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { showProblem } from '../../ui/toast-queue.ts';
import { saveDiagnostics } from './save-diagnostics.ts';
import './recovery.css';

/** `problem`: why the projects cannot be opened. It names the newest backup, if there is one. */
export function RecoveryPanel({ problem }: { problem: Problem }) {
  const { newestBackup: id, newestBackupAt: at } = problem.json.context ?? {};
  const [restored, setRestored] = useState<RestoredDataFolder | null>(null);
  return (
    <div className="recovery">
      {restored && <RestoredMessage restored={restored} />}
      <div className="recovery-buttons">
        {restored && <OpenButton folder={restored.folder} />}
        {!restored && id !== undefined && at !== undefined && shell === 'desktop' && <RestoreButton id={id} at={at} onDone={setRestored} />}
        <Button icon={FileArchive} onPress={() => void saveDiagnostics()}>
          {t('recovery.diagnostics.action')}
        </Button>
      </div>
    </div>
  );
}

interface RestoreButtonProps {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly onDone: (restored: RestoredDataFolder) => void;
}

function RestoreButton({ id, at, onDone }: RestoreButtonProps) {
  const [isRestoring, setIsRestoring] = useState(false);
  const restore = async () => {
    try {
      const folder = await invoke('dialog.openFolder', {});
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
    <Button variant="primary" icon={ArchiveRestore} isDisabled={isRestoring} onPress={() => void restore()}>
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
