/** Stops the sync of a project and keeps or deletes the local copy. Data that would be lost is listed and has to be confirmed. */

import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { getSyncStatus, removeSyncStatus, useSyncStatus } from '../../state/sync-store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import './remotes.css';

export function showStopSync(hash: string): void {
  const status = getSyncStatus(hash);
  if (status) showDialog((close) => <StopSyncDialog hash={hash} name={status.name} remote={status.remote} close={close} />);
}

const stopOptions = () =>
  [
    { id: 'keep', label: t('remoteProject.stopKeep'), says: t('remoteProject.stopKeepHint') },
    { id: 'delete', label: t('remoteProject.stopDelete'), says: t('remoteProject.stopDeleteHint') },
  ] as const;

function StopSyncDialog({ hash, name, remote, close }: { hash: string; name: string; remote: string; close: () => void }) {
  const status = useSyncStatus(hash);
  const [choice, setChoice] = useState<'keep' | 'delete'>('keep');
  const [isAgreed, setAgreed] = useState(false);
  const losses = describeLosses(status?.waiting ?? 0, status?.questions ?? 0, choice);
  const stop = async () => {
    await invoke('sync.stop', { hash, keep: choice === 'keep', ...(losses.length > 0 ? { discard: true } : {}) });
    removeSyncStatus(hash);
    if (choice === 'delete' && openProjectStore.getState().hash === hash) goToProjectList();
  };
  return (
    <FormDialog
      title={t('remoteProject.stopTitle', { name })}
      submitLabel={choice === 'keep' ? t('remoteProject.stopConfirm') : t('remoteProject.stopDeleteConfirm')}
      isDanger
      isReady={losses.length === 0 || isAgreed}
      run={stop}
      onClose={close}
      width={500}
    >
      <p>{t('remoteProject.stopHint', { remote })}</p>
      <Select label={name} isLabelHidden options={stopOptions()} value={choice} onChange={setChoice} />
      {losses.length > 0 && (
        <div className="stop-losses">
          {losses.map((loss) => (
            <p key={loss}>
              <TriangleAlert size={15} aria-hidden /> {loss}
            </p>
          ))}
          <Checkbox isSelected={isAgreed} onChange={setAgreed}>
            {t('remoteProject.stopAcknowledge')}
          </Checkbox>
        </div>
      )}
    </FormDialog>
  );
}

function describeLosses(waiting: number, questions: number, choice: 'keep' | 'delete'): string[] {
  return [
    ...(waiting > 0
      ? [
          choice === 'keep'
            ? t('remoteProject.stopUnsentCount', { count: waiting })
            : t('remoteProject.stopUnreceivedCount', { count: waiting }),
        ]
      : []),
    ...(questions > 0 ? [t('remoteProject.stopConflictCount', { count: questions })] : []),
  ];
}
