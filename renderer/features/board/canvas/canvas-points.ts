/** Finds what is under the pointer on the canvas. */
import { useReactFlow } from '@xyflow/react';
import { growBox, type Point } from '../../../../shared/layout/geometry.ts';
import { connectionPath } from '../../../records/board/connection-geometry.ts';
import type { RouteLookup } from '../routing/connection-routes.ts';
import type { BoardScene } from './board-scene.ts';

export interface PointerPosition {
  readonly clientX: number;
  readonly clientY: number;
}

export interface CanvasPoints {
  readonly toCanvas: (event: PointerPosition) => Point;
  /** In the overview: what the pointer means, an item or a connection. */
  readonly hitAt: (event: PointerPosition) => string | null;
}

/** The smallest width and height in which an item or a line is hit in the overview, in screen pixels. */
export const minHitSize = 12;

export function useCanvasPoints({ index, routes }: Pick<BoardScene, 'index' | 'routes'>): CanvasPoints {
  const flow = useReactFlow();
  const toCanvas = (event: PointerPosition) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  return {
    toCanvas,
    hitAt: (event) => {
      const reach = minHitSize / flow.getZoom();
      return index.itemHitAt(toCanvas(event), reach) ?? lineHitAt(routes, toCanvas(event), reach);
    },
  };
}

/** The connection whose line is at a point; of several the last one, which is painted above the others. `width`: that of a line when it is hit. */
function lineHitAt({ routeOf, connectionsIn }: RouteLookup, point: Point, width: number): string | null {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.lineWidth = width;
  const around = growBox({ ...point, width: 0, height: 0 }, width);
  let hit: string | null = null;
  for (const geometry of connectionsIn(around)) {
    const { from, to } = geometry.endpoints;
    const path = routeOf(geometry)?.path ?? connectionPath(geometry.record.type, from, to).path;
    if (context.isPointInStroke(new Path2D(path), point.x, point.y)) hit = geometry.record.id;
  }
  return hit;
}

/** False over a menu or dialog, whose events bubble through the board as well. */
export const isCanvasEvent = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }): boolean =>
  target instanceof Node && currentTarget.contains(target) && !(target instanceof Element && target.closest('.board-bars'));

/** Whether the empty canvas was hit. */
export const isCanvasTarget = (target: EventTarget): boolean => target instanceof Element && target.classList.contains('react-flow__pane');
