/** Deleting a board or folder: what goes with it is said before. */

import { boardTreeMessages } from '../../../messages/en/board-tree.ts';
import { commonMessages } from '../../../messages/en/common.ts';
import { firstBoardId } from '../../../records/trees/board-tree-nodes.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { openBoard, selectionStore } from '../../../state/selection.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showConfirmation } from '../../../ui/dialog.tsx';
import { boardRemovalImpact, boardSubtree } from './removal-impact.ts';

export function showRemoveBoardDialog(id: string): void {
  const { project } = openProjectStore.getState();
  const board = project.find('board', id);
  if (!board) return;
  const { counts, hasStart, danglingJumpers } = boardRemovalImpact(project, id);
  const remove = async () => {
    const gone = boardSubtree(project, id);
    await sendCommand({ do: 'remove', kind: 'board', id });
    const { boardId } = selectionStore.getState();
    if (boardId !== null && gone.includes(boardId)) openBoard(firstBoardId(openProjectStore.getState().project));
  };
  showConfirmation({
    title: boardTreeMessages.deleteThe[board.type](board.name),
    confirmLabel: commonMessages.remove,
    message: (
      <div className="dialog-stack">
        <p>{counts.length === 0 ? boardTreeMessages.thereIsNothingOn : boardTreeMessages.withItGo(counts)}</p>
        {hasStart && <p>{boardTreeMessages.theStoryStartsHereIt}</p>}
        {danglingJumpers > 0 && <p>{boardTreeMessages.onOtherBoardsWill(danglingJumpers)}</p>}
        <p className="field-description">{boardTreeMessages.undoBringsItBack}</p>
      </div>
    ),
    run: remove,
  });
}
