/** Continues a target in the folder to which its game project was moved. */

import { useState } from 'react';
import type { Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';

/** On the desktop the system asks for the folder. */
export async function locateFolder(target: Target): Promise<void> {
  if (shell !== 'desktop') return showDialog((close) => <LocateFolderDialog target={target} close={close} />);
  const folder = await withErrorToast(invoke('dialog.openFolder', {}));
  if (folder !== null) await withErrorToast(relocateTarget(target, folder));
}

export const relocateTarget = ({ id }: Target, folder: string): Promise<Target> => invoke('target.relocate', { id, folder });

function LocateFolderDialog({ target, close }: { target: Target; close: () => void }) {
  const [folder, setFolder] = useState(target.folder);
  return (
    <FormDialog
      title={t('targets.locate.title')}
      submitLabel={t('targets.locate.confirm')}
      isReady={folder.trim() !== ''}
      run={() => relocateTarget(target, folder.trim())}
      onClose={close}
      width={520}
    >
      <TextField label={t('targets.add.folderLabel')} value={folder} onChange={setFolder} isCode autoFocus selectsAll />
    </FormDialog>
  );
}
