/** Deleting a board or folder: what goes with it is said before. */
import { send } from '../actions/send.ts';
import { openProject } from '../state/open-project.ts';
import { openBoard, selection } from '../state/selection.ts';
import { confirm } from '../ui/dialog.tsx';
import { listed, many } from '../ui/many.ts';
import { firstBoard } from './board-nodes.ts';
import { subtree, whatGoes } from './what-goes.ts';

export function showRemoveBoard(id: string): void {
  const { project } = openProject.getState();
  const board = project.find('board', id);
  if (!board) return;
  const { counts, hasStart, jumpers } = whatGoes(project, id);
  const remove = async () => {
    const gone = subtree(project, id);
    await send({ do: 'remove', kind: 'board', id });
    const { boardId } = selection.getState();
    if (boardId !== null && gone.includes(boardId)) openBoard(firstBoard(openProject.getState().project));
  };
  confirm({
    title: `Delete the ${board.type} “${board.name}”?`,
    does: 'Delete',
    says: (
      <div className="dialog-stack">
        <p>{counts.length === 0 ? 'There is nothing on it.' : `With it go ${listed(counts)}.`}</p>
        {hasStart && <p>The story starts here: it will have no start until you choose another one.</p>}
        {jumpers > 0 && <p>{many(jumpers, 'jumper')} on other boards will lead nowhere.</p>}
        <p className="field-description">Undo brings it back.</p>
      </div>
    ),
    run: remove,
  });
}
