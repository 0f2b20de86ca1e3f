/** A new board or folder: its name, and where it goes: beside or in what is selected in the tree. */
import { useState } from 'react';
import { ask } from '../bridge.ts';
import { openProject } from '../state/open-project.ts';
import { openBoard, selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { NameForm } from '../ui/name-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { boardTreeWords } from '../words/en/board-tree.ts';
import { commonWords } from '../words/en/common.ts';

/** `near`: a folder to put it into, or a board to put it after. Without it: after the open board. */
export const showNewBoard = (type: 'board' | 'folder', near?: string): void =>
  showDialog((close) => <NewBoard type={type} near={near ?? selection.getState().boardId} close={close} />);

function NewBoard({ type, near, close }: { type: 'board' | 'folder'; near: string | null; close: () => void }) {
  const create = async (name: string) => {
    const { hash, project } = openProject.getState();
    if (hash === null) return;
    const beside = near === null ? undefined : project.find('board', near);
    const parentId = beside?.type === 'folder' ? beside.id : (beside?.parentId ?? project.root.roots.board);
    const at = beside?.type === 'board' ? project.list(parentId, 'boards').indexOf(beside.id) + 1 : ('-' as const);
    const fields = { type, parentId, name };
    const { ids } = await ask('project.send', { hash, command: { do: 'create', kind: 'board', fields, at } });
    const made = ids[0];
    if (made && type === 'board') openBoard(made);
  };
  return (
    <NameForm
      title={type === 'board' ? boardTreeWords.newBoard : boardTreeWords.newFolder}
      unnamed={type === 'board' ? boardTreeWords.untitledBoard : boardTreeWords.newFolder}
      create={create}
      close={close}
    />
  );
}

export const showRenameBoard = (id: string): void => showDialog((close) => <RenameBoard id={id} close={close} />);

function RenameBoard({ id, close }: { id: string; close: () => void }) {
  const board = openProject.getState().project.find('board', id);
  const [name, setName] = useState(board?.name ?? '');
  return (
    <FormDialog
      title={boardTreeWords.renameThe[board?.type ?? 'board']}
      does={commonWords.rename}
      isReady={name.trim() !== ''}
      run={() => send({ do: 'change', kind: 'board', id, fields: { name: name.trim() } })}
      onClose={close}
    >
      <TextField label={commonWords.name} value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
