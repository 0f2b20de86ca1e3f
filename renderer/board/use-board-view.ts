/** Gives the canvas that is drawn to the actions (board-view.ts), and takes it away again. */
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { lookThrough } from '../state/board-view.ts';
import type { Point } from './geometry.ts';
import { useViewActions } from './use-view-actions.ts';

/** Answers what is to be told where the pointer is, in pixels of the window; null when it leaves. */
export function useBoardView({
  boardId,
  setTool,
}: {
  boardId: string;
  setTool: (tool: 'select' | 'hand') => void;
}): (at: Point | null) => void {
  const view = useViewActions(boardId);
  const flow = useReactFlow();
  const store = useStoreApi();
  const pointer = useRef<Point | null>(null);
  useEffect(
    () =>
      lookThrough({
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
