/** Deleting a board or folder: what goes with it is said before. */

import { openProject } from '../state/open-project.ts';
import { openBoard, selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { confirm } from '../ui/dialog.tsx';
import { boardTreeWords } from '../words/en/board-tree.ts';
import { commonWords } from '../words/en/common.ts';
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
    title: boardTreeWords.deleteThe[board.type](board.name),
    does: commonWords.remove,
    says: (
      <div className="dialog-stack">
        <p>{counts.length === 0 ? boardTreeWords.thereIsNothingOn : boardTreeWords.withItGo(counts)}</p>
        {hasStart && <p>{boardTreeWords.theStoryStartsHereIt}</p>}
        {jumpers > 0 && <p>{boardTreeWords.onOtherBoardsWill(jumpers)}</p>}
        <p className="field-description">{boardTreeWords.undoBringsItBack}</p>
      </div>
    ),
    run: remove,
  });
}
