/** The order of the targets of each source compared with the order of its outputs, and the number of crossing lines. Pure. */
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { LayoutBlock, LayoutGroup } from './layout-blocks.ts';

/** Neighboring outputs of each source, the first one first. A target of several sources is ordered by the first of them. */
export function outputOrderConstraints({ arrows }: LayoutGroup): { left: string; right: string }[] {
  const last = new Map<string, string>();
  const placed = new Set<string>();
  return arrows.flatMap(({ from, to }) => {
    if (placed.has(to)) return [];
    placed.add(to);
    const before = last.get(from);
    last.set(from, to);
    return before === undefined ? [] : [{ left: before, right: to }];
  });
}

/** Whether one item is above the other in the same column. */
export function isLaidOutAbove({ boxes }: LayoutBlock, one: string, other: string): boolean {
  const [a, b] = [boxes.get(one), boxes.get(other)];
  return a !== undefined && b !== undefined && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y;
}

/** The number of crossing pairs of lines, drawn straight from the right of the source to the left of the target. */
export function countCrossings({ arrows }: LayoutGroup, { boxes }: LayoutBlock): number {
  const lines = arrows.flatMap(({ from, to }) => {
    const [a, b] = [boxes.get(from), boxes.get(to)];
    return a && b ? [{ from: { x: a.x + a.width, y: a.y + a.height / 2 }, to: { x: b.x, y: b.y + b.height / 2 } }] : [];
  });
  let found = 0;
  for (const [at, one] of lines.entries())
    for (let next = at + 1; next < lines.length; next++) {
      const other = lines[next];
      if (other && segmentsCross(one, other)) found++;
    }
  return found;
}

interface Segment {
  readonly from: Point;
  readonly to: Point;
}

const segmentsCross = (one: Segment, other: Segment): boolean =>
  sideOfLine(one, other.from) * sideOfLine(one, other.to) < 0 && sideOfLine(other, one.from) * sideOfLine(other, one.to) < 0;

const sideOfLine = ({ from, to }: Segment, { x, y }: Point): number =>
  Math.sign((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x));
