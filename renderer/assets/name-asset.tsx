/** A new folder of assets, and another name for an asset or folder. */
import { useState } from 'react';
import type { SingleCommand } from '../../shared/commands.ts';
import { ask } from '../bridge.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { TextField } from '../ui/text-field.tsx';
import { assetsWords } from '../words/en/assets.ts';
import { commonWords } from '../words/en/common.ts';
import { isFixed, kindOf } from './asset-words.ts';
import { placeNear, revealAsset } from './pane-state.ts';

/** `near`: the folder it goes into, or the file it goes after; without it, the one that is chosen. */
export const showNewFolder = (near?: string): void => showDialog((close) => <NewFolder near={near} close={close} />);

function NewFolder({ near, close }: { near: string | undefined; close: () => void }) {
  const [name, setName] = useState('');
  const create = async () => {
    const { hash, project } = openProject.getState();
    if (hash === null) return;
    const { folder, after } = placeNear(near);
    const at = typeof after === 'string' ? project.list(folder, 'assets').indexOf(after) + 1 : ('-' as const);
    const fields = { type: 'folder' as const, parentId: folder, name: name.trim() || 'New folder' };
    const command: SingleCommand = { do: 'create', kind: 'asset', fields, at };
    const { ids } = await ask('project.send', { hash, command });
    if (ids[0] !== undefined) revealAsset(ids[0], folder);
  };
  return (
    <FormDialog title={assetsWords.newAssetFolder} does={commonWords.create} run={create} onClose={close}>
      <TextField label={commonWords.name} value={name} onChange={setName} placeholder={assetsWords.newFolderName} autoFocus />
    </FormDialog>
  );
}

export function showRenameAsset(id: string): void {
  const asset = openProject.getState().project.find('asset', id);
  if (asset && !isFixed(asset)) showDialog((close) => <RenameAsset id={id} close={close} />);
}

function RenameAsset({ id, close }: { id: string; close: () => void }) {
  const asset = openProject.getState().project.find('asset', id);
  const [name, setName] = useState(asset?.name ?? '');
  if (!asset) return null;
  return (
    <FormDialog
      title={assetsWords.renameThe[kindOf(asset)]}
      does={commonWords.rename}
      isReady={name.trim() !== ''}
      run={() => send({ do: 'change', kind: 'asset', id, fields: { name: name.trim() } })}
      onClose={close}
    >
      <TextField label={commonWords.name} value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
