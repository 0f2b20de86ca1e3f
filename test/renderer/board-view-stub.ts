import type { BoardView } from '../../renderer/state/board-view.ts';

/** The view of a board that is shown, and does nothing but what `does` says. */
export function createBoardViewStub(boardId: string, does: Partial<BoardView> = {}): BoardView {
  const nothing = () => undefined;
  return {
    boardId,
    middle: () => ({ x: 0, y: 0 }),
    pointer: () => null,
    bringIntoView: nothing,
    startEditing: nothing,
    focus: nothing,
    canvas: null,
    ...does,
  };
}
