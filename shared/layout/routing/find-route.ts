/**
 * Finds the shortest line of horizontal and vertical pieces between two points around boxes, with few corners: A* on the lines that run beside the
 * boxes and through the gaps between them. Pure.
 */
import type { Box, Point } from '../geometry.ts';

/** The distance that lines keep from boxes if there is room. */
export const itemClearance = 18;
/** The distance that lines always keep. */
export const minItemClearance = 2;
/** How much longer a line may be to save a corner. */
const cornerCost = 40;
/** How much longer a line may be to keep its distance from boxes. */
const narrowFactor = 2;
/** Above 1, the search prefers ways towards the end: a line may be longer by this factor than the shortest one, and is found much faster. */
const heuristicWeight = 1.15;
/** More lines than this in one direction are thinned out. */
const maxLines = 180;

interface RouteEnd extends Point {
  /** Whether the line leaves or reaches this point horizontally. */
  readonly isHorizontal: boolean;
}

/** The corners from `from` to `to`, both included; null if there is no way inside the area. */
export function findRoute(from: RouteEnd, to: RouteEnd, boxes: readonly Box[], area: Box): Point[] | null {
  const grid = new RouteGrid(
    gridLines(
      boxes.map(({ x, width, y, height }) => ({ low: x, high: x + width, crossLow: y, crossHigh: y + height })),
      [from.x, to.x],
      area.x,
      area.x + area.width,
    ),
    gridLines(
      boxes.map(({ x, width, y, height }) => ({ low: y, high: y + height, crossLow: x, crossHigh: x + width })),
      [from.y, to.y],
      area.y,
      area.y + area.height,
    ),
    boxes,
  );
  const path = grid.search(from, to);
  return path && withoutCollinear(path);
}

/** Removes points that are not corners. */
export function withoutCollinear(points: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    const [before, last] = [corners.at(-2), corners.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    if (before && last && ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y))) corners.pop();
    corners.push(point);
  }
  return corners;
}

interface Span {
  readonly low: number;
  readonly high: number;
  readonly crossLow: number;
  readonly crossHigh: number;
}

/** The coordinates of the lines of one direction: beside each box, in the middle of narrow gaps, and through the ends. */
function gridLines(spans: readonly Span[], required: readonly number[], least: number, most: number): Float64Array {
  const candidates: number[] = [];
  const sorted = [...spans].sort((one, two) => one.low - two.low);
  const lows = Float64Array.from(sorted, ({ low }) => low);
  for (const span of sorted) {
    candidates.push(span.low - itemClearance, span.high + itemClearance);
    for (let at = indexAfter(lows, span.high); at < sorted.length; at++) {
      const next = sorted[at];
      if (!next || next.low >= span.high + 2 * itemClearance) break;
      if (next.crossLow < span.crossHigh + itemClearance && span.crossLow < next.crossHigh + itemClearance)
        candidates.push((span.high + next.low) / 2);
    }
  }
  const inside = candidates.filter((at) => at >= least && at <= most && required.every((each) => Math.abs(each - at) > 1));
  inside.sort((one, two) => one - two);
  const distinct = inside.filter((at, index) => index === 0 || at - (inside[index - 1] ?? 0) > 0.5);
  const step = Math.ceil(distinct.length / maxLines);
  const thinned = step > 1 ? distinct.filter((_, index) => index % step === 0) : distinct;
  return Float64Array.from(new Set([...thinned, ...required])).sort();
}

const blockedMark = 2;
const narrowMark = 1;

class RouteGrid {
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  /** By point: the contents of the piece to its right and of the piece below it. */
  readonly #right: Uint8Array;
  readonly #below: Uint8Array;

  constructor(xs: Float64Array, ys: Float64Array, boxes: readonly Box[]) {
    this.#xs = xs;
    this.#ys = ys;
    this.#right = new Uint8Array(xs.length * ys.length);
    this.#below = new Uint8Array(xs.length * ys.length);
    for (const box of boxes) this.#mark(box, itemClearance - 0.5, narrowMark);
    for (const box of boxes) this.#mark(box, minItemClearance, blockedMark);
  }

  #mark({ x, y, width, height }: Box, margin: number, mark: number): void {
    const [left, right, top, bottom] = [x - margin, x + width + margin, y - margin, y + height + margin];
    const [xs, ys] = [this.#xs, this.#ys];
    const columns = xs.length;
    const [firstX, endX] = [indexAfter(xs, left), indexFrom(xs, right)];
    const [firstY, endY] = [indexAfter(ys, top), indexFrom(ys, bottom)];
    // Pieces that are only partly inside start at the point before the first one inside.
    for (let row = firstY; row < endY; row++)
      for (let column = Math.max(0, firstX - 1); column < endX; column++) {
        const at = row * columns + column;
        if ((this.#right[at] ?? 0) < mark) this.#right[at] = mark;
      }
    for (let row = Math.max(0, firstY - 1); row < endY; row++)
      for (let column = firstX; column < endX; column++) {
        const at = row * columns + column;
        if ((this.#below[at] ?? 0) < mark) this.#below[at] = mark;
      }
  }

  /** A state is a point of the grid and the direction in which it is reached: even for horizontal, odd for vertical. */
  search(from: RouteEnd, to: RouteEnd): Point[] | null {
    const [xs, ys] = [this.#xs, this.#ys];
    const columns = xs.length;
    const states = columns * ys.length * 2;
    const { costs, previous } = searchBuffers(states);
    const queue = new StateQueue();
    const pointIndex = (end: Point) => indexFrom(ys, end.y) * columns + indexFrom(xs, end.x);
    const start = pointIndex(from) * 2 + (from.isHorizontal ? 0 : 1);
    const goalPoint = pointIndex(to);
    const estimate = (column: number, row: number): number => {
      const [dx, dy] = [Math.abs((xs[column] ?? 0) - to.x), Math.abs((ys[row] ?? 0) - to.y)];
      return (dx + dy) * heuristicWeight + (dx > 0 && dy > 0 ? cornerCost : 0);
    };
    const visit = (state: number, cost: number, before: number, column: number, row: number): void => {
      if (cost >= (costs[state] ?? 0)) return;
      costs[state] = cost;
      previous[state] = before;
      queue.push(state, cost + estimate(column, row));
    };
    visit(start, 0, -1, (start >> 1) % columns, Math.floor((start >> 1) / columns));
    for (let state = queue.pop(); state >= 0; state = queue.pop()) {
      const point = state >> 1;
      if (point === goalPoint && (state & 1) === (to.isHorizontal ? 0 : 1)) return this.#pathTo(state, previous);
      const cost = costs[state] ?? 0;
      const [column, row] = [point % columns, Math.floor(point / columns)];
      visit(state ^ 1, cost + cornerCost, state, column, row);
      if ((state & 1) === 0) {
        if (column + 1 < columns && this.#right[point] !== blockedMark)
          visit(state + 2, cost + this.#costOf(xs, column, this.#right[point]), state, column + 1, row);
        if (column > 0 && this.#right[point - 1] !== blockedMark)
          visit(state - 2, cost + this.#costOf(xs, column - 1, this.#right[point - 1]), state, column - 1, row);
      } else {
        if (row + 1 < ys.length && this.#below[point] !== blockedMark)
          visit(state + 2 * columns, cost + this.#costOf(ys, row, this.#below[point]), state, column, row + 1);
        if (row > 0 && this.#below[point - columns] !== blockedMark)
          visit(state - 2 * columns, cost + this.#costOf(ys, row - 1, this.#below[point - columns]), state, column, row - 1);
      }
    }
    return null;
  }

  #costOf(lines: Float64Array, at: number, mark: number | undefined): number {
    return ((lines[at + 1] ?? 0) - (lines[at] ?? 0)) * (mark === narrowMark ? narrowFactor : 1);
  }

  #pathTo(state: number, previous: Int32Array): Point[] {
    const points: Point[] = [];
    const columns = this.#xs.length;
    for (let at = state; at >= 0; at = previous[at] ?? -1) {
      const point = at >> 1;
      points.push({ x: this.#xs[point % columns] ?? 0, y: this.#ys[Math.floor(point / columns)] ?? 0 });
    }
    return points.reverse();
  }
}

let costBuffer = new Float64Array(0);
let previousBuffer = new Int32Array(0);

/** The state of a search. The memory is used again by the next search, because allocating it takes longer than a short search. */
function searchBuffers(states: number): { costs: Float64Array; previous: Int32Array } {
  if (costBuffer.length < states) {
    costBuffer = new Float64Array(states);
    previousBuffer = new Int32Array(states);
  }
  return { costs: costBuffer.fill(Number.POSITIVE_INFINITY, 0, states), previous: previousBuffer.fill(-1, 0, states) };
}

/** The index of the first line at or after a coordinate. */
function indexFrom(lines: Float64Array, at: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first line after a coordinate. */
function indexAfter(lines: Float64Array, at: number): number {
  let index = indexFrom(lines, at);
  while (index < lines.length && lines[index] === at) index++;
  return index;
}

/** A binary heap of states by estimated total cost. */
class StateQueue {
  readonly #states: number[] = [];
  readonly #costs: number[] = [];

  push(state: number, cost: number): void {
    const [states, costs] = [this.#states, this.#costs];
    let at = states.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((costs[parent] ?? 0) <= cost) break;
      states[at] = states[parent] ?? 0;
      costs[at] = costs[parent] ?? 0;
      at = parent;
    }
    states[at] = state;
    costs[at] = cost;
  }

  /** The cheapest state, or -1. */
  pop(): number {
    const [states, costs] = [this.#states, this.#costs];
    const [first, state, cost] = [states[0], states.pop(), costs.pop()];
    if (first === undefined || state === undefined || cost === undefined) return -1;
    const count = states.length;
    let at = 0;
    for (let child = 1; child < count; child = at * 2 + 1) {
      if (child + 1 < count && (costs[child + 1] ?? 0) < (costs[child] ?? 0)) child++;
      if ((costs[child] ?? 0) >= cost) break;
      states[at] = states[child] ?? 0;
      costs[at] = costs[child] ?? 0;
      at = child;
    }
    if (count > 0) {
      states[at] = state;
      costs[at] = cost;
    }
    return first;
  }
}
