/** Dialogs that create a board or folder and that rename one. */
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { t } from '../../../messages/translate.ts';
import { openProjectStore, useRecord } from '../../../state/open-project.ts';
import { openBoardTab, selectionStore } from '../../../state/selection.ts';
import { createFromDialog, sendCommand } from '../../../state/send-command.ts';
import { showDialog } from '../../../ui/dialog-store.ts';
import { NameDialog, RenameDialog } from '../../../ui/name-dialog.tsx';

/** `near`: the folder it goes into, or the board it goes after; by default the open board. */
export const showNewBoardDialog = (type: 'board' | 'folder', near?: string): void =>
  showDialog((close) => <NewBoardDialog type={type} near={near ?? selectionStore.getState().boardId} close={close} />);

function NewBoardDialog({ type, near, close }: { type: 'board' | 'folder'; near: string | null; close: () => void }) {
  const create = async (name: string) => {
    const { project } = openProjectStore.getState();
    const sibling = near === null ? undefined : project.find('board', near);
    const parentId = sibling?.type === 'folder' ? sibling.id : (sibling?.parentId ?? project.projectRecord.roots.board);
    const at = sibling?.type === 'board' ? project.childIds(parentId, 'boards').indexOf(sibling.id) + 1 : ('-' as const);
    const fields = { type, parentId, name };
    const id = await createFromDialog({ do: 'create', kind: 'board', fields, at });
    if (id !== null && type === 'board') openBoardTab(id);
  };
  return (
    <NameDialog
      title={type === 'board' ? t('boardTree.newBoard') : t('boardTree.newFolder')}
      defaultName={type === 'board' ? t('boardTree.untitledBoard') : t('boardTree.newFolderName')}
      create={create}
      close={close}
    />
  );
}

export function showRenameBoardDialog(id: string): void {
  const board = openProjectStore.getState().project.find('board', id);
  if (board) showDialog((close) => <RenameBoardDialog board={board} close={close} />);
}

function RenameBoardDialog({ board, close }: { board: StoryRecord<'board'>; close: () => void }) {
  const { id } = board;
  return (
    <RenameDialog
      subject={useRecord('board', id)}
      title={t(`boardTree.rename.title.${board.type}`)}
      name={board.name}
      rename={(name) => sendCommand({ do: 'change', kind: 'board', id, fields: { name } })}
      close={close}
    />
  );
}
