/** Lines of connections as curves, polylines and SVG paths. Pure. */
import { appendAll } from '../../lists.ts';
import { type Box, clamp, type Face, type Point } from '../geometry.ts';

/** An end of a line at the side of an item. */
export interface PathEnd extends Point {
  readonly face: Face;
}
export type LineType = 'Straight' | 'Bezier' | 'Flowchart';

export const faceDirections: Readonly<Record<Face, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
};

/** The control points of the curve between two ends. */
export const curveControls = (from: PathEnd, to: PathEnd): readonly [Point, Point] => [controlPoint(from, to), controlPoint(to, from)];

/** Perpendicular to the side of the end, farther away if the line has to turn back. */
function controlPoint(end: PathEnd, other: Point): Point {
  const out = faceDirections[end.face];
  const ahead = (other.x - end.x) * out.x + (other.y - end.y) * out.y;
  const aside = Math.abs((other.x - end.x) * out.y) + Math.abs((other.y - end.y) * out.x);
  const reach = ahead > 0 ? Math.max(ahead * 0.5, Math.min(36, aside / 2)) : Math.min(240, 48 + 6 * Math.sqrt(-ahead));
  return { x: end.x + out.x * reach, y: end.y + out.y * reach };
}

/** The point of a cubic curve at a parameter from 0 to 1. */
export function curvePoint(from: Point, [one, two]: readonly [Point, Point], to: Point, share: number): Point {
  const rest = 1 - share;
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3];
  return { x: a * from.x + b * one.x + c * two.x + d * to.x, y: a * from.y + b * one.y + c * two.y + d * to.y };
}

/** A polyline that finds points by their distance along it. */
export class MeasuredLine {
  readonly #points: readonly Point[];
  /** The distance of each point from the start. */
  readonly #distances: readonly number[];

  constructor(points: readonly Point[]) {
    this.#points = points;
    const distances = [0];
    for (let at = 1; at < points.length; at++) {
      const [from, to] = [points[at - 1], points[at]];
      distances.push((distances[at - 1] ?? 0) + (from && to ? distance(from, to) : 0));
    }
    this.#distances = distances;
  }

  get length(): number {
    return this.#distances.at(-1) ?? 0;
  }

  /** The point of the line that is closest to another point. */
  nearestTo({ x, y }: Point): Point {
    let [nearest, least] = [this.#points[0] ?? { x, y }, Number.POSITIVE_INFINITY];
    for (let at = 1; at < this.#points.length; at++) {
      const [from, to] = [this.#points[at - 1], this.#points[at]];
      if (!from || !to) continue;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const length = dx * dx + dy * dy;
      const share = length === 0 ? 0 : clamp(((x - from.x) * dx + (y - from.y) * dy) / length, 0, 1);
      const point = { x: from.x + dx * share, y: from.y + dy * share };
      const away = Math.hypot(point.x - x, point.y - y);
      if (away < least) [nearest, least] = [point, away];
    }
    return nearest;
  }

  pointAt(distance: number): Point {
    let next = 1;
    while (next < this.#points.length - 1 && (this.#distances[next] ?? 0) < distance) next++;
    const [from, to] = [this.#points[next - 1], this.#points[next]];
    if (!from || !to) return from ?? { x: 0, y: 0 };
    const [start, end] = [this.#distances[next - 1] ?? 0, this.#distances[next] ?? 0];
    const share = end === start ? 0 : Math.min(1, (distance - start) / (end - start));
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
}

/** The point at a fraction of the length of a polyline. */
export function pointAlong(points: readonly Point[], share: number): Point {
  const line = new MeasuredLine(points);
  return line.pointAt(line.length * share);
}

/** Whether two lines of straight pieces cross each other. */
export function linesCross(one: readonly Point[], other: readonly Point[]): boolean {
  for (let at = 1; at < one.length; at++)
    for (let index = 1; index < other.length; index++) {
      const [a, b, c, d] = [one[at - 1], one[at], other[index - 1], other[index]];
      if (a && b && c && d && areOnBothSides(a, b, c, d) && areOnBothSides(c, d, a, b)) return true;
    }
  return false;
}

/** Whether `c` and `d` are on different sides of the line through `a` and `b`. */
function areOnBothSides(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (point: Point): number => (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
  return side(c) * side(d) < 0;
}

/** Whether a straight line passes through the inside of a box. */
export function segmentHitsBox(from: Point, to: Point, { x, y, width, height }: Box): boolean {
  let [start, end] = [0, 1];
  for (const [at, delta, low, high] of [
    [from.x, to.x - from.x, x, x + width],
    [from.y, to.y - from.y, y, y + height],
  ] as const) {
    if (delta === 0) {
      if (at <= low || at >= high) return false;
      continue;
    }
    const [one, two] = [(low - at) / delta, (high - at) / delta];
    start = Math.max(start, Math.min(one, two));
    end = Math.min(end, Math.max(one, two));
    if (start >= end) return false;
  }
  return start < end;
}

/** A line as it is drawn, and the same line as short straight pieces. */
export interface DrawnLine {
  readonly path: string;
  readonly points: readonly Point[];
}

const curvePieces = 24;
const cornerPieces = 6;
const round = (value: number): number => Math.round(value * 10) / 10;
const write = ({ x, y }: Point): string => `${round(x)},${round(y)}`;

export function curvedLine(from: PathEnd, to: PathEnd): DrawnLine {
  const controls = curveControls(from, to);
  const points = Array.from({ length: curvePieces + 1 }, (_, at) => curvePoint(from, controls, to, at / curvePieces));
  return { path: `M${write(from)} C${write(controls[0])} ${write(controls[1])} ${write(to)}`, points };
}

/** A polyline whose corners are rounded, each by at most `radius` and no more than `isFree` allows for its pieces. */
export function roundedLine(corners: readonly Point[], radius: number, isFree: (pieces: readonly Point[]) => boolean): DrawnLine {
  const [first] = corners;
  const last = corners.at(-1);
  if (!first || !last) return { path: '', points: [] };
  let path = `M${write(first)}`;
  const points: Point[] = [first];
  for (let at = 1; at < corners.length - 1; at++) {
    const [before, corner, after] = [corners[at - 1], corners[at], corners[at + 1]];
    if (!before || !corner || !after) continue;
    const most = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const arc = [most, most / 2, most / 4].map((size) => cornerArc(before, corner, after, size)).find(isFree) ?? [corner];
    const [from, to] = [arc[0] ?? corner, arc.at(-1) ?? corner];
    path += ` L${write(from)} Q${write(corner)} ${write(to)}`;
    appendAll(points, arc);
  }
  return { path: `${path} L${write(last)}`, points: [...points, last] };
}

function cornerArc(before: Point, corner: Point, after: Point, size: number): Point[] {
  const [from, to] = [towards(corner, before, size), towards(corner, after, size)];
  return Array.from({ length: cornerPieces + 1 }, (_, at) => {
    const share = at / cornerPieces;
    const rest = 1 - share;
    const [a, b, c] = [rest * rest, 2 * rest * share, share * share];
    return { x: a * from.x + b * corner.x + c * to.x, y: a * from.y + b * corner.y + c * to.y };
  });
}

const distance = (one: Point, two: Point): number => Math.hypot(two.x - one.x, two.y - one.y);

function towards(from: Point, to: Point, length: number): Point {
  const all = distance(from, to);
  const share = all === 0 ? 0 : length / all;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
