/** Registers the canvas as the current view of the board (board-view.ts). */
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Point } from '../../../../shared/layout/geometry.ts';
import { registerBoardView } from '../../../state/board-view.ts';
import { startEditingOnCanvas } from '../writing/start-editing.ts';
import { useViewportActions } from './use-viewport-actions.ts';

/** Returns a function that receives the pointer's position in window pixels, or null when it leaves the canvas. */
export function useRegisterBoardView({
  boardId,
  setTool,
}: {
  boardId: string;
  setTool: (tool: 'select' | 'hand') => void;
}): (at: Point | null) => void {
  const view = useViewportActions(boardId);
  const flow = useReactFlow();
  const store = useStoreApi();
  const pointer = useRef<Point | null>(null);
  useEffect(
    () =>
      registerBoardView({
        boardId,
        middle: () => flow.screenToFlowPosition(view.middle()),
        pointer: () => pointer.current && flow.screenToFlowPosition(pointer.current),
        bringIntoView: view.bringIntoView,
        startEditing: startEditingOnCanvas,
        focus: () => store.getState().domNode?.closest<HTMLElement>('.board')?.focus(),
        canvas: { ...view, setTool },
      }),
    [boardId, flow, store, view, setTool],
  );
  return (at) => {
    pointer.current = at;
  };
}
