/** Uploads a local project to a remote workspace and starts to sync it. */

import { useState } from 'react';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { syncStore, useSyncState } from '../../state/sync-store.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { canWriteToRemote } from './remote-labels.ts';

export function showUploadProjectDialog(hash: string, name: string): void {
  const showUpload = () => showDialog((close) => <UploadProjectDialog hash={hash} name={name} close={close} />, { outlivesProject: true });
  if (syncStore.getState().remotes.length > 0) showUpload();
  else openDialog('connectRemote', { hint: t('remoteProject.uploadConnectFirst', { name }), onConnected: showUpload });
}

function UploadProjectDialog({ hash, name, close }: { hash: string; name: string; close: () => void }) {
  const remotes = useSyncState((state) => state.remotes);
  const [chosen, setChosen] = useState(remotes.find(canWriteToRemote)?.name ?? null);
  const remote = remotes.find((each) => each.name === chosen);
  const upload = async () => {
    if (remote) await invoke('sync.upload', { remote: remote.name, hash });
  };
  return (
    <FormDialog
      title={t('remoteProject.uploadTitle', { name })}
      submitLabel={t('remoteProject.uploadConfirm')}
      isReady={remote !== undefined && canWriteToRemote(remote)}
      run={upload}
      onClose={close}
      width={500}
    >
      <p>{t('remoteProject.uploadHint')}</p>
      <Select
        label={t('remoteProject.remote')}
        options={remotes.map((each) => ({ id: each.name, label: each.name, description: each.url }))}
        value={chosen}
        onChange={setChosen}
      />
      {remote && !canWriteToRemote(remote) && <p role="alert">{t('remoteProject.uploadNoRight')}</p>}
      <p className="field-description">{t('remoteProject.uploadLanguages')}</p>
    </FormDialog>
  );
}
