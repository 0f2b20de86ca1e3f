/** Removes a workspace. Its projects stay here and are no longer synced; what exists only here is listed and has to be confirmed (I28). */

import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { LocalOnlySection } from '../../records/local-only/local-only-section.tsx';
import { useLocalOnlyChanges } from '../../records/local-only/use-local-only-changes.ts';
import { loadSyncState, useSyncState } from '../../state/sync-store.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';

export const showRemoveRemoteDialog = (name: string): void =>
  showDialog((close) => <RemoveRemoteDialog name={name} close={close} />, { outlivesProject: true });

function RemoveRemoteDialog({ name, close }: { name: string; close: () => void }) {
  const projectCount = useSyncState(({ list }) => list.filter(({ remote }) => remote === name).length);
  const [isAgreed, setAgreed] = useState(false);
  const localOnly = useLocalOnlyChanges({ remote: name });
  const isNothingLost = localOnly.changes?.length === 0;
  const remove = async () => {
    await invoke('remote.remove', { name, discard: !isNothingLost });
    await loadSyncState();
  };
  return (
    <FormDialog
      title={t('remote.removeTitle', { name })}
      submitLabel={t('remote.removeConfirm')}
      confirms="final"
      isReady={isNothingLost || (localOnly.changes !== null && isAgreed)}
      run={remove}
      onClose={close}
      width={520}
    >
      <p>{t('remote.removeHint')}</p>
      {projectCount > 0 && <p>{t('remote.removeProjects', { count: projectCount })}</p>}
      <LocalOnlySection
        state={localOnly}
        hint={t('sync.localOnly.keptHint', { remote: name, count: localOnly.changes?.length ?? 0 })}
        isAgreed={isAgreed}
        onAgree={setAgreed}
      />
    </FormDialog>
  );
}
