/** A new board or folder: its name, and where it goes: beside or in what is selected in the tree. */

import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { invoke } from '../../../platform/bridge.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { openBoard, selectionStore } from '../../../state/selection.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** `near`: a folder to put it into, or a board to put it after. Without it: after the open board. */
export const showNewBoardDialog = (type: 'board' | 'folder', near?: string): void =>
  showDialog((close) => <NewBoardDialog type={type} near={near ?? selectionStore.getState().boardId} close={close} />);

function NewBoardDialog({ type, near, close }: { type: 'board' | 'folder'; near: string | null; close: () => void }) {
  const create = async (name: string) => {
    const { hash, project } = openProjectStore.getState();
    if (hash === null) return;
    const beside = near === null ? undefined : project.find('board', near);
    const parentId = beside?.type === 'folder' ? beside.id : (beside?.parentId ?? project.projectRecord.roots.board);
    const at = beside?.type === 'board' ? project.childIds(parentId, 'boards').indexOf(beside.id) + 1 : ('-' as const);
    const fields = { type, parentId, name };
    const { ids } = await invoke('project.send', { hash, command: { do: 'create', kind: 'board', fields, at } });
    const made = ids[0];
    if (made && type === 'board') openBoard(made);
  };
  return (
    <NameDialog
      title={type === 'board' ? t('boardTree.newBoard') : t('boardTree.newFolder')}
      defaultName={type === 'board' ? t('boardTree.untitledBoard') : t('boardTree.newFolder')}
      create={create}
      close={close}
    />
  );
}

export const showRenameBoardDialog = (id: string): void => showDialog((close) => <RenameBoardDialog id={id} close={close} />);

function RenameBoardDialog({ id, close }: { id: string; close: () => void }) {
  const board = openProjectStore.getState().project.find('board', id);
  const [name, setName] = useState(board?.name ?? '');
  return (
    <FormDialog
      title={t(`boardTree.renameThe.${board?.type ?? 'board'}`)}
      submitLabel={t('common.rename')}
      isReady={name.trim() !== ''}
      run={() => sendCommand({ do: 'change', kind: 'board', id, fields: { name: name.trim() } })}
      onClose={close}
    >
      <TextField label={t('common.name')} value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
