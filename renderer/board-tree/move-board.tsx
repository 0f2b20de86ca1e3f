/** Moves a board or folder into another folder without dragging. */
import { useState } from 'react';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { boardTreeWords } from '../words/en/board-tree.ts';
import { commonWords } from '../words/en/common.ts';
import { type BoardNode, boardNodes } from './board-nodes.ts';
import { subtree } from './what-goes.ts';

export const showMoveBoard = (id: string): void => showDialog((close) => <MoveBoard id={id} close={close} />);

function MoveBoard({ id, close }: { id: string; close: () => void }) {
  const { project } = openProject.getState();
  const board = project.find('board', id);
  const [to, setTo] = useState(board?.parentId ?? project.root.roots.board);
  const own = new Set(subtree(project, id));
  const folders = [{ id: project.root.roots.board, label: boardTreeWords.topLevel }, ...foldersIn(boardNodes(project), own, '')];
  return (
    <FormDialog
      title={boardTreeWords.moveNamed(board?.name ?? '')}
      does={commonWords.move}
      isReady={to !== board?.parentId}
      run={() => send({ do: 'move', kind: 'board', id, to, at: '-' })}
      onClose={close}
    >
      <Select label={boardTreeWords.into} options={folders} value={to} onChange={setTo} />
    </FormDialog>
  );
}

const foldersIn = (nodes: readonly BoardNode[], without: ReadonlySet<string>, path: string): { id: string; label: string }[] =>
  nodes.flatMap(({ id, name, type, children }) =>
    type !== 'folder' || without.has(id) ? [] : [{ id, label: `${path}${name}` }, ...foldersIn(children, without, `${path}${name} / `)],
  );
