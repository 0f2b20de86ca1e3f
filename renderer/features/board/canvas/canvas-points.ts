/** Finds what is under the pointer on the canvas. */
import { useReactFlow } from '@xyflow/react';
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';

export interface PointerPosition {
  readonly clientX: number;
  readonly clientY: number;
}

export interface CanvasPoints {
  readonly toCanvas: (event: PointerPosition) => Point;
  readonly itemAt: (event: PointerPosition) => string | null;
}

export function useCanvasPoints(index: BoardIndex): CanvasPoints {
  const flow = useReactFlow();
  const toCanvas = (event: PointerPosition) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  return { toCanvas, itemAt: (event) => index.itemAtPoint(toCanvas(event)) };
}

/** False over a menu or dialog, whose events bubble through the board as well. */
export const isCanvasEvent = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }): boolean =>
  target instanceof Node && currentTarget.contains(target) && !(target instanceof Element && target.closest('.board-bars'));

/** Whether the empty canvas was hit. */
export const isCanvasTarget = (target: EventTarget): boolean => target instanceof Element && target.classList.contains('react-flow__pane');
