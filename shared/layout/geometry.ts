/** Boxes, faces and points on a board, in canvas pixels. Pure functions, independent of records, React and the screen. */
import { canvasSize } from '../model/kinds/field-schemas.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
export type BoxesById = ReadonlyMap<string, Box>;
export type Face = 'left' | 'right' | 'top' | 'bottom';

/** The distance that an arrow key moves the selection, in canvas pixels. */
export const gridSize = 10;

export const boxCenter = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The midpoint of a side. */
export function faceMidpoint({ x, y, width, height }: Box, face: Face): Point {
  if (face === 'left') return { x, y: y + height / 2 };
  if (face === 'right') return { x: x + width, y: y + height / 2 };
  if (face === 'top') return { x: x + width / 2, y };
  return { x: x + width / 2, y: y + height };
}

/** The same box, moved so that it is entirely inside the canvas ([Common conventions] Canvas). */
export function clampToCanvas(box: Box): Box {
  const x = clamp(box.x, 0, canvasSize - box.width);
  const y = clamp(box.y, 0, canvasSize - box.height);
  return x === box.x && y === box.y ? box : { ...box, x, y };
}

/** Limits a move of several boxes so that all of them stay on the canvas and keep their relative positions. */
export function clampShift(boxes: readonly Box[], dx: number, dy: number): Point {
  const bounds = boundsOf(boxes);
  if (!bounds) return { x: 0, y: 0 };
  return {
    x: clamp(dx, -bounds.x, canvasSize - bounds.x - bounds.width),
    y: clamp(dy, -bounds.y, canvasSize - bounds.y - bounds.height),
  };
}

/** The smallest box that contains all of them; undefined if there are none. */
export function boundsOf(boxes: Iterable<Box>): Box | undefined {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return left <= right ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

export const emptyBox: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The same box with a margin on each side; a negative margin makes it smaller. */
export const growBox = ({ x, y, width, height }: Box, margin: number): Box => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/** The default sides for an arrow to start and end at: those that face each other across the wider gap. */
export function facesBetween(source: Box, target: Box): { source: Face; target: Face } {
  const from = boxCenter(source);
  const to = boxCenter(target);
  const gapX = Math.abs(to.x - from.x) - (source.width + target.width) / 2;
  const gapY = Math.abs(to.y - from.y) - (source.height + target.height) / 2;
  if (gapX >= gapY) return to.x >= from.x ? { source: 'right', target: 'left' } : { source: 'left', target: 'right' };
  return to.y >= from.y ? { source: 'bottom', target: 'top' } : { source: 'top', target: 'bottom' };
}

export const isSameBox = (one: Box, two: Box): boolean =>
  one.x === two.x && one.y === two.y && one.width === two.width && one.height === two.height;

/** Whether two boxes overlap. */
export const boxesOverlap = (one: Box, two: Box): boolean =>
  one.x < two.x + two.width && two.x < one.x + one.width && one.y < two.y + two.height && two.y < one.y + one.height;

/** Whether a point is inside a box or on its border. */
export const containsPoint = (box: Box, { x, y }: Point): boolean =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

/** Whether a box is entirely inside another. */
export const containsBox = (outer: Box, { x, y, width, height }: Box): boolean =>
  containsPoint(outer, { x, y }) && containsPoint(outer, { x: x + width, y: y + height });

/** The box of which two points are opposite corners. */
export const boxBetween = (one: Point, two: Point): Box => ({
  x: Math.min(one.x, two.x),
  y: Math.min(one.y, two.y),
  width: Math.abs(one.x - two.x),
  height: Math.abs(one.y - two.y),
});

/** The part of the canvas that a viewport of this size shows. `x` and `y` are those of the origin of the canvas, in screen pixels. */
export const visibleBox = ({ x, y, zoom }: Point & { readonly zoom: number }, { width, height }: Pick<Box, 'width' | 'height'>): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

/** Screen pixels between the outermost items and the edges of the viewport, so that no toolbar covers an item. */
const viewMargins = { left: 40, right: 40, top: 72, bottom: 84 };

/**
 * The viewport at a given zoom in which a story begins: its first item is at the left, and as many of the other items as possible are in view with it.
 * No more empty space than necessary is shown around the items.
 */
export function openingViewport(
  boxes: Iterable<Box>,
  start: Box,
  { width, height }: Pick<Box, 'width' | 'height'>,
  zoom: number,
): Point & { zoom: number } {
  const all = [...boxes];
  const bounds = boundsOf([...all, start]) ?? start;
  const { left, right, top, bottom } = viewMargins;
  const room = { width: (width - left - right) / zoom, height: (height - top - bottom) / zoom };
  // On the canvas. An axis on which everything fits is centered.
  const alignAxis = (first: number, length: number, at: number, available: number): number =>
    length <= available ? first - (available - length) / 2 : clamp(at, first, first + length - available);
  const x = alignAxis(bounds.x, bounds.width, start.x, room.width);
  const alignY = (at: number) => alignAxis(bounds.y, bounds.height, at, room.height);
  const isBeside = (box: Box) => box.x >= x && box.x + box.width <= x + room.width;
  const beside = all.filter((box) => isBeside(box) && box.y + box.height > start.y - room.height && box.y < start.y + room.height);
  const showsStart = (y: number) => y <= start.y && (start.y + start.height <= y + room.height || start.y === y);
  const tops = beside.map((box) => box.y).sort((one, two) => Math.abs(one - start.y) - Math.abs(two - start.y));
  let [best, bestCount] = [alignY(start.y), -1];
  for (const y of new Set([start.y, ...tops.slice(0, maxTriedTops)].map(alignY))) {
    if (!showsStart(y) && room.height < bounds.height) continue;
    const count = beside.filter((box) => box.y >= y && box.y + box.height <= y + room.height).length;
    if (count > bestCount) [best, bestCount] = [y, count];
  }
  return { x: left - x * zoom, y: top - best * zoom, zoom };
}
const maxTriedTops = 200;

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}
