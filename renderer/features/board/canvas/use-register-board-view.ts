/** Gives the canvas that is drawn to the actions (board-view.ts), and takes it away again. */
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Point } from '../../../../shared/layout/geometry.ts';
import { registerBoardView } from '../../../state/board-view.ts';
import { useViewportActions } from './use-viewport-actions.ts';

/** Answers what is to be told where the pointer is, in pixels of the window; null when it leaves. */
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
        focus: () => store.getState().domNode?.closest<HTMLElement>('.board')?.focus(),
        canvas: { ...view, setTool },
      }),
    [boardId, flow, store, view, setTool],
  );
  return (at) => {
    pointer.current = at;
  };
}
