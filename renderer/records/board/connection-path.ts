/** The line of a connection, as an SVG path and as points, for each of the three types ([Connection] type). Pure. */
import { getSmoothStepPath, Position } from '@xyflow/react';
import type { Face, Point } from '../../../shared/layout/geometry.ts';

export interface PathEnd extends Point {
  readonly face: Face;
}
export interface ConnectionPath {
  readonly path: string;
  /** The point at a fraction of the line, 0 at the source and 1 at the target ([Connection] labelLocation). */
  readonly pointAt: (share: number) => Point;
}
export type LineType = 'Straight' | 'Bezier' | 'Flowchart';

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
  const one = controlPoint(from, to);
  const two = controlPoint(to, from);
  return {
    path: `M${from.x},${from.y} C${one.x},${one.y} ${two.x},${two.y} ${to.x},${to.y}`,
    pointAt: (share) => {
      const rest = 1 - share;
      const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3];
      return { x: a * from.x + b * one.x + c * two.x + d * to.x, y: a * from.y + b * one.y + c * two.y + d * to.y };
    },
  };
}

const faceDirections: Record<Face, Point> = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, top: { x: 0, y: -1 }, bottom: { x: 0, y: 1 } };

/** The control point of an end: perpendicular to its side, farther away if the line has to turn back. */
function controlPoint(end: PathEnd, other: Point): Point {
  const out = faceDirections[end.face];
  const ahead = (other.x - end.x) * out.x + (other.y - end.y) * out.y;
  const aside = Math.abs((other.x - end.x) * out.y) + Math.abs((other.y - end.y) * out.x);
  const reach = ahead > 0 ? Math.max(ahead * 0.5, Math.min(36, aside / 2)) : Math.min(240, 48 + 6 * Math.sqrt(-ahead));
  return { x: end.x + out.x * reach, y: end.y + out.y * reach };
}

const handlePositions: Record<Face, Position> = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom };

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

function pointAlong(corners: readonly Point[], share: number): Point {
  const lengths = corners.slice(1).map((corner, at) => Math.hypot(corner.x - (corners[at]?.x ?? 0), corner.y - (corners[at]?.y ?? 0)));
  let left = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (const [at, length] of lengths.entries()) {
    const [from, to] = [corners[at], corners[at + 1]];
    if (from && to && (left <= length || at === lengths.length - 1)) {
      const part = length === 0 ? 0 : left / length;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return corners[0] ?? { x: 0, y: 0 };
}
