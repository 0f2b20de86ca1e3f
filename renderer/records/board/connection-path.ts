/** The direct line of a connection, as an SVG path and as points, for each of the three types ([Connection] type). Pure. */
import { getSmoothStepPath, Position } from '@xyflow/react';
import type { Face, Point } from '../../../shared/layout/geometry.ts';
import { curveControls, curvePoint, type LineType, type PathEnd, pointAlong } from '../../../shared/layout/routing/lines.ts';

interface ConnectionPath {
  readonly path: string;
  /** The point at a fraction of the line, 0 at the source and 1 at the target ([Connection] labelLocation). */
  readonly pointAt: (share: number) => Point;
}

export function connectionPath(type: LineType, from: PathEnd, to: PathEnd): ConnectionPath {
  if (type === 'Straight') return straightPath(from, to);
  return type === 'Flowchart' ? flowchartPath(from, to) : bezierPath(from, to);
}

function straightPath(from: Point, to: Point): ConnectionPath {
  return {
    path: `M${from.x},${from.y} L${to.x},${to.y}`,
    pointAt: (share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }),
  };
}

function bezierPath(from: PathEnd, to: PathEnd): ConnectionPath {
  const controls = curveControls(from, to);
  const [one, two] = controls;
  return {
    path: `M${from.x},${from.y} C${one.x},${one.y} ${two.x},${two.y} ${to.x},${to.y}`,
    pointAt: (share) => curvePoint(from, controls, to, share),
  };
}

/** The sides of items as React Flow names them. */
export const handlePositions: Record<Face, Position> = {
  left: Position.Left,
  right: Position.Right,
  top: Position.Top,
  bottom: Position.Bottom,
};

function flowchartPath(from: PathEnd, to: PathEnd): ConnectionPath {
  const [path] = getSmoothStepPath({
    sourceX: from.x,
    sourceY: from.y,
    sourcePosition: handlePositions[from.face],
    targetX: to.x,
    targetY: to.y,
    targetPosition: handlePositions[to.face],
    borderRadius: 10,
    offset: 24,
  });
  const corners = pathCorners(path);
  return { path, pointAt: (share) => pointAlong(corners, share) };
}

/** The end points of the segments of a path that consists of M, L and Q. */
function pathCorners(path: string): Point[] {
  return [...path.matchAll(/[MLQ]([^MLQ]*)/g)].map(([, numbers = '']) => {
    const [y = 0, x = 0] = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number)
      .reverse();
    return { x, y };
  });
}
