/** A new folder of assets, and another name for an asset or folder. */

import { useState } from 'react';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { t } from '../../messages/translate.ts';
import { insertPositionNear, revealAsset } from '../../navigation/assets/asset-tree-state.ts';
import { invoke } from '../../platform/bridge.ts';
import { assetKindOf, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';

/** `near`: the folder it goes into, or the file it goes after; without it, the one that is chosen. */
export const showNewAssetFolder = (near?: string): void => showDialog((close) => <NewAssetFolderDialog near={near} close={close} />);

function NewAssetFolderDialog({ near, close }: { near: string | undefined; close: () => void }) {
  const [name, setName] = useState('');
  const create = async () => {
    const { hash, project } = openProjectStore.getState();
    if (hash === null) return;
    const { folder, after } = insertPositionNear(near);
    const at = typeof after === 'string' ? project.childIds(folder, 'assets').indexOf(after) + 1 : ('-' as const);
    const fields = { type: 'folder' as const, parentId: folder, name: name.trim() || 'New folder' };
    const command: SingleCommand = { do: 'create', kind: 'asset', fields, at };
    const { ids } = await invoke('project.send', { hash, command });
    if (ids[0] !== undefined) revealAsset(ids[0], folder);
  };
  return (
    <FormDialog title={t('assets.newAssetFolder')} submitLabel={t('common.create')} run={create} onClose={close}>
      <TextField label={t('common.name')} value={name} onChange={setName} placeholder={t('assets.newFolderName')} autoFocus />
    </FormDialog>
  );
}

export function showRenameAsset(id: string): void {
  const asset = openProjectStore.getState().project.find('asset', id);
  if (asset && !isTemplateAsset(asset)) showDialog((close) => <RenameAssetDialog id={id} close={close} />);
}

function RenameAssetDialog({ id, close }: { id: string; close: () => void }) {
  const asset = openProjectStore.getState().project.find('asset', id);
  const [name, setName] = useState(asset?.name ?? '');
  if (!asset) return null;
  return (
    <FormDialog
      title={t(`assets.renameThe.${assetKindOf(asset)}`)}
      submitLabel={t('common.rename')}
      isReady={name.trim() !== ''}
      run={() => sendCommand({ do: 'change', kind: 'asset', id, fields: { name: name.trim() } })}
      onClose={close}
    >
      <TextField label={t('common.name')} value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
