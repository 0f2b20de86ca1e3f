/** Stops the sync of a project and keeps or deletes the local copy. What exists only here is listed and has to be confirmed (I28). */

import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { LocalOnlySection, useLocalOnlyConsent } from '../../records/local-only/local-only-section.tsx';
import { openProjectStore } from '../../state/open-project.ts';
import { getSyncStatus } from '../../state/sync-store.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';

export function showStopSyncDialog(hash: string): void {
  const status = getSyncStatus(hash);
  if (status)
    showDialog((close) => <StopSyncDialog hash={hash} name={status.name} remote={status.remote} close={close} />, {
      outlivesProject: true,
    });
}

const stopOptions = () =>
  [
    { id: 'keep', label: t('remoteProject.stopKeep'), description: t('remoteProject.stopKeepHint') },
    { id: 'delete', label: t('remoteProject.stopDelete'), description: t('remoteProject.stopDeleteHint') },
  ] as const;

function StopSyncDialog({ hash, name, remote, close }: { hash: string; name: string; remote: string; close: () => void }) {
  const [choice, setChoice] = useState<'keep' | 'delete'>('keep');
  const consent = useLocalOnlyConsent({ hash });
  const count = consent.changes.length;
  const stop = async () => {
    await invoke('sync.stop', { hash, keep: choice === 'keep', discard: consent.isAgreed });
    if (choice === 'delete' && openProjectStore.getState().hash === hash) goToProjectList();
  };
  return (
    <FormDialog
      title={t('remoteProject.stopTitle', { name })}
      submitLabel={choice === 'keep' ? t('remoteProject.stopConfirm') : t('remoteProject.stopDeleteConfirm')}
      confirms="final"
      isReady={consent.isReady}
      run={stop}
      onClose={close}
      width={520}
    >
      <p>{t('remoteProject.stopHint', { remote })}</p>
      <Select label={t('remoteProject.stopChoice')} isLabelHidden options={stopOptions()} value={choice} onChange={setChoice} />
      <LocalOnlySection
        consent={consent}
        hint={choice === 'keep' ? t('sync.localOnly.keptHint', { remote, count }) : t('sync.localOnly.deletedHint', { count })}
      />
    </FormDialog>
  );
}
