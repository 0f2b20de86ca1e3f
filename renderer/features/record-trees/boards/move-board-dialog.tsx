/** Moves a board or folder into another folder without dragging. */

import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { type BoardTreeNode, boardTreeNodes } from '../../../records/trees/board-tree-nodes.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { Select } from '../../../ui/select.tsx';
import { boardSubtree } from './removal-impact.ts';

export const showMoveBoardDialog = (id: string): void => showDialog((close) => <MoveBoardDialog id={id} close={close} />);

function MoveBoardDialog({ id, close }: { id: string; close: () => void }) {
  const { project } = openProjectStore.getState();
  const board = project.find('board', id);
  const [to, setTo] = useState(board?.parentId ?? project.projectRecord.roots.board);
  const own = new Set(boardSubtree(project, id));
  const folders = [
    { id: project.projectRecord.roots.board, label: t('boardTree.topLevel') },
    ...folderOptions(boardTreeNodes(project), own, ''),
  ];
  return (
    <FormDialog
      title={t('boardTree.moveNamed', { name: board?.name ?? '' })}
      submitLabel={t('common.move')}
      isReady={to !== board?.parentId}
      run={() => sendCommand({ do: 'move', kind: 'board', id, to, at: '-' })}
      onClose={close}
    >
      <Select label={t('boardTree.into')} options={folders} value={to} onChange={setTo} />
    </FormDialog>
  );
}

const folderOptions = (nodes: readonly BoardTreeNode[], without: ReadonlySet<string>, path: string): { id: string; label: string }[] =>
  nodes.flatMap(({ id, name, type, children }) =>
    type !== 'folder' || without.has(id) ? [] : [{ id, label: `${path}${name}` }, ...folderOptions(children, without, `${path}${name} / `)],
  );
