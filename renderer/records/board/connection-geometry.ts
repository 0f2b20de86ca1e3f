/** The geometry of connections: the boxes they connect, and the ends of their lines. Pure. */

import { getSmoothStepPath, Position } from '@xyflow/react';
import { type Box, type Face, faceMidpoint, facesBetween, growBox, isSameBox, type Point } from '../../../shared/layout/geometry.ts';
import { curveControls, curvePoint, type LineType, type PathEnd, pointAlong } from '../../../shared/layout/routing/lines.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { conditionRowBox } from './items.ts';

/** How far a curved line may extend beyond the boxes that it connects. */
const curveMargin = 120;

/** The geometry of a connection between two boxes. Immutable: a new object replaces it when anything about the connection changes. */
export class ConnectionGeometry {
  readonly record: StoryRecord<'connection'>;
  /** The item at which the connection starts and, if that is a branch, the row of its condition. */
  readonly itemId: string;
  readonly rowIndex: number | null;
  readonly source: Box;
  readonly target: Box;
  #endpoints: ReturnType<typeof connectionEndpoints> | undefined;

  constructor(record: StoryRecord<'connection'>, item: string, row: number | null, source: Box, target: Box) {
    this.record = record;
    this.itemId = item;
    this.rowIndex = row;
    this.source = source;
    this.target = target;
  }

  /** Computed when it is first needed, because most connections of a large board are never drawn. */
  get endpoints(): ReturnType<typeof connectionEndpoints> {
    this.#endpoints ??= connectionEndpoints(this.record, this.source, this.target, this.rowIndex);
    return this.#endpoints;
  }

  /** Whether the line of another geometry of the connection is the same. */
  hasSameLine({ record, itemId, rowIndex, source, target }: ConnectionGeometry): boolean {
    const own = this.record;
    return (
      itemId === this.itemId &&
      rowIndex === this.rowIndex &&
      record.targetid === own.targetid &&
      record.type === own.type &&
      record.sourceFace === own.sourceFace &&
      record.targetFace === own.targetFace &&
      isSameBox(source, this.source) &&
      isSameBox(target, this.target)
    );
  }

  /** Where the direct line may be. */
  get reach(): Box {
    const { source, target } = this;
    const [left, top] = [Math.min(source.x, target.x), Math.min(source.y, target.y)];
    const right = Math.max(source.x + source.width, target.x + target.width);
    const bottom = Math.max(source.y + source.height, target.y + target.height);
    return growBox({ x: left, y: top, width: right - left, height: bottom - top }, curveMargin);
  }
}

/** The positions and sides of both ends: the stored sides, or those that face each other. */
function connectionEndpoints(
  { sourceFace, targetFace, sourceid, targetid }: Pick<StoryRecord<'connection'>, 'sourceFace' | 'targetFace' | 'sourceid' | 'targetid'>,
  source: Box,
  target: Box,
  row: number | null,
): { from: PathEnd; to: PathEnd } {
  if (sourceid === targetid) return endpointsOnFaces(source, target, sourceFace ?? 'right', targetFace ?? 'top');
  const free = facesBetween(row === null ? source : conditionRowBox(source, row), target);
  const side = row === null ? free.source : conditionFace(source, target);
  const from = sourceFace === null || (row !== null && sourceFace !== 'left' && sourceFace !== 'right') ? side : sourceFace;
  const start = row === null ? source : conditionRowBox(source, row);
  return endpointsOnFaces(start, target, from, targetFace ?? (row === null ? free.target : facingFace(from, start, target)));
}

const endpointsOnFaces = (source: Box, target: Box, from: Face, to: Face): { from: PathEnd; to: PathEnd } => ({
  from: { ...faceMidpoint(source, from), face: from },
  to: { ...faceMidpoint(target, to), face: to },
});

/** A condition's connection starts on the right, unless its target is entirely to the left. */
const conditionFace = (source: Box, target: Box): Face => (target.x + target.width < source.x ? 'left' : 'right');

function facingFace(from: Face, source: Box, target: Box): Face {
  if (from === 'right' && target.x >= source.x + source.width) return 'left';
  if (from === 'left' && target.x + target.width <= source.x) return 'right';
  return target.y >= source.y ? 'top' : 'bottom';
}

/** The direct line of a connection, as an SVG path and as points, for each of the three types ([Connection] type). Pure. */
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
