/** Registers the list as the current view of the board (board-view.ts). */
import { type RefObject, useEffect } from 'react';
import { boxCenter, type Point } from '../../../../shared/layout/geometry.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import { registerBoardView } from '../../../state/board-view.ts';
import { editInInspector } from '../../../state/focus-request.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectionStore } from '../../../state/selection.ts';

export function useRegisterListView(boardId: string, scroller: RefObject<HTMLElement | null>, bringIntoView: (id: string) => void): void {
  useEffect(
    () =>
      registerBoardView({
        boardId,
        middle: () => insertionPoint(boardId),
        pointer: () => null,
        bringIntoView,
        startEditing: (id, field = 'content', typed) => editInInspector(id, field, typed),
        focus: () => {
          const row = scroller.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
          (row ?? scroller.current)?.focus();
        },
        canvas: null,
      }),
    [boardId, scroller, bringIntoView],
  );
}

/** A list has no center: new items are placed to the right of the selection, or else below everything. */
function insertionPoint(boardId: string): Point {
  const index = boardIndexFor(openProjectStore.getState().project, boardId);
  const near = [...selectionStore.getState().ids].map((id) => index.boxes.get(id)).findLast((box) => box !== undefined);
  if (near) return { x: near.x + near.width + 260, y: boxCenter(near).y };
  const bounds = index.bounds();
  return bounds ? { x: bounds.x + 150, y: bounds.y + bounds.height + 120 } : { x: 240, y: 140 };
}
