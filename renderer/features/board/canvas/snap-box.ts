/** The snapped position of a dragged box: aligned with the edges and centers of its neighbors, or with the grid. Pure; in canvas pixels. */
import { type Box, gridSize, type Point } from '../../../../shared/layout/geometry.ts';

/** A guide line from end to end of the boxes that are aligned. */
export interface SnapGuide {
  readonly direction: 'across' | 'down';
  /** The y position of a horizontal line, the x position of a vertical one. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
interface SnapResult extends Point {
  readonly guides: readonly SnapGuide[];
}

type Axis = 'x' | 'y';
const sizeKeys = { x: 'width', y: 'height' } as const;
const snapPositions = (box: Box, axis: Axis): readonly number[] => [
  box[axis],
  box[axis] + box[sizeKeys[axis]] / 2,
  box[axis] + box[sizeKeys[axis]],
];

/** The offset that snaps `box`. Neighbors within `reach` are considered; without one, the corner snaps to the grid. */
export function snapBox(box: Box, neighbours: readonly Box[], reach: number): SnapResult {
  const across = nearestMatch(box, neighbours, 'x', reach);
  const down = nearestMatch(box, neighbours, 'y', reach);
  const shift = { x: across?.shift ?? gridShift(box.x), y: down?.shift ?? gridShift(box.y) };
  const at = { ...box, x: box.x + shift.x, y: box.y + shift.y };
  return { ...shift, guides: [...(across ? guidesFor(at, across, 'x') : []), ...(down ? guidesFor(at, down, 'y') : [])] };
}

const gridShift = (value: number): number => Math.round(value / gridSize) * gridSize - value;

interface SnapMatch {
  readonly shift: number;
  readonly at: number;
  readonly others: readonly Box[];
}

/** The smallest offset that aligns an edge or center with a neighbor, and all neighbors that are aligned then. */
function nearestMatch(box: Box, neighbours: readonly Box[], axis: Axis, reach: number): SnapMatch | undefined {
  let best: { shift: number; at: number } | undefined;
  const ownPositions = snapPositions(box, axis);
  for (const other of neighbours)
    for (const at of snapPositions(other, axis))
      for (const own of ownPositions) {
        const shift = at - own;
        if (Math.abs(shift) <= reach && (!best || Math.abs(shift) < Math.abs(best.shift))) best = { shift, at };
      }
  if (!best) return undefined;
  const { at } = best;
  return { ...best, others: neighbours.filter((other) => snapPositions(other, axis).some((place) => Math.abs(place - at) < 0.5)) };
}

function guidesFor(box: Box, { at, others }: SnapMatch, axis: Axis): SnapGuide[] {
  const along: Axis = axis === 'x' ? 'y' : 'x';
  const ends = [box, ...others].flatMap((each) => [each[along], each[along] + each[sizeKeys[along]]]);
  return [{ direction: axis === 'x' ? 'down' : 'across', at, from: Math.min(...ends), to: Math.max(...ends) }];
}
