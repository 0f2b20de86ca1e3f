/** Gives the list to the actions (board-view.ts), and takes it away again. */
import { type RefObject, useEffect } from 'react';
import { centre, type Point } from '../board/geometry.ts';
import { indexOf } from '../board/index-of.ts';
import { lookThrough } from '../state/board-view.ts';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';

export function useListView(boardId: string, scroller: RefObject<HTMLElement | null>, bringIntoView: (id: string) => void): void {
  useEffect(
    () =>
      lookThrough({
        boardId,
        middle: () => besideSelection(boardId),
        pointer: () => null,
        bringIntoView,
        focus: () => {
          const row = scroller.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
          (row ?? scroller.current)?.focus();
        },
        canvas: null,
      }),
    [boardId, scroller, bringIntoView],
  );
}

/** A list has no middle: new things go right of what is selected, else below everything. */
function besideSelection(boardId: string): Point {
  const index = indexOf(openProject.getState().project, boardId);
  const near = [...selection.getState().ids].map((id) => index.boxes.get(id)).findLast((box) => box !== undefined);
  if (near) return { x: near.x + near.width + 260, y: centre(near).y };
  const bounds = index.bounds();
  return bounds ? { x: bounds.x + 150, y: bounds.y + bounds.height + 120 } : { x: 240, y: 140 };
}
