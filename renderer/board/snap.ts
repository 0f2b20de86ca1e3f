/** Where something that is dragged clicks in: at the edges and middles of its neighbours, else on the grid. Pure; canvas pixels. */
import { type Box, GRID, type Point } from './geometry.ts';

/** A line that shows what it lines up with, from end to end. */
export interface Guide {
  readonly direction: 'across' | 'down';
  /** The y of a line across, the x of one down. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
export interface Snapped extends Point {
  readonly guides: readonly Guide[];
}

type Axis = 'x' | 'y';
const extents = { x: 'width', y: 'height' } as const;
const places = (box: Box, axis: Axis): readonly number[] => [box[axis], box[axis] + box[extents[axis]] / 2, box[axis] + box[extents[axis]]];

/** The shift that brings `box` in line; a neighbour must be within `reach`. Where none is, the corner goes to the grid. */
export function snapped(box: Box, neighbours: readonly Box[], reach: number): Snapped {
  const across = nearest(box, neighbours, 'x', reach);
  const down = nearest(box, neighbours, 'y', reach);
  const shift = { x: across?.shift ?? toGrid(box.x), y: down?.shift ?? toGrid(box.y) };
  const at = { ...box, x: box.x + shift.x, y: box.y + shift.y };
  return { ...shift, guides: [...(across ? guides(at, across, 'x') : []), ...(down ? guides(at, down, 'y') : [])] };
}

const toGrid = (value: number): number => Math.round(value / GRID) * GRID - value;

interface Near {
  readonly shift: number;
  readonly at: number;
  readonly others: readonly Box[];
}

/** The smallest shift that brings an edge or middle onto one of a neighbour, with all neighbours that it then agrees with. */
function nearest(box: Box, neighbours: readonly Box[], axis: Axis, reach: number): Near | undefined {
  let best: { shift: number; at: number } | undefined;
  for (const other of neighbours)
    for (const at of places(other, axis))
      for (const own of places(box, axis)) {
        const shift = at - own;
        if (Math.abs(shift) <= reach && (!best || Math.abs(shift) < Math.abs(best.shift))) best = { shift, at };
      }
  if (!best) return undefined;
  const { at } = best;
  return { ...best, others: neighbours.filter((other) => places(other, axis).some((place) => Math.abs(place - at) < 0.5)) };
}

function guides(box: Box, { at, others }: Near, axis: Axis): Guide[] {
  const along: Axis = axis === 'x' ? 'y' : 'x';
  const ends = [box, ...others].flatMap((each) => [each[along], each[along] + each[extents[along]]]);
  return [{ direction: axis === 'x' ? 'down' : 'across', at, from: Math.min(...ends), to: Math.max(...ends) }];
}
