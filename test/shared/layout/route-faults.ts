/** What makes a board hard to read, computed from the paths as they are drawn. */
import { type Box, boxesOverlap, type Point } from '../../../shared/layout/geometry.ts';
import type { ConnectionRoute } from '../../../shared/layout/routing/connection-router.ts';
import type { RoutedItem } from '../../../shared/layout/routing/item-obstacles.ts';
import { labelSize } from '../../../shared/layout/routing/label-size.ts';
import type { RoutedConnection } from '../../../shared/layout/routing/line-ends.ts';

interface RoutedBoard {
  readonly items: readonly RoutedItem[];
  readonly connections: readonly RoutedConnection[];
  readonly routes: ReadonlyMap<string, ConnectionRoute>;
}

/** Lines through items, and labels over items or other labels. Items that lie on an end of a line cannot be avoided. */
export function findRouteFaults({ items, connections, routes }: RoutedBoard): string[] {
  const boxes = new Map(items.map(({ id, box }) => [id, box]));
  const faults: string[] = [];
  const labels: { id: string; box: Box }[] = [];
  for (const { id, sourceId, targetId, label } of connections) {
    const route = routes.get(id);
    const [source, target] = [boxes.get(sourceId), boxes.get(targetId)];
    if (!route || !source || !target) {
      faults.push(`${id} has no route`);
      continue;
    }
    const points = pointsOf(route.path);
    const isOnItself = sourceId !== targetId && boxesOverlap(source, target);
    for (const { id: itemId, box } of items) {
      const isOwn = itemId === sourceId || itemId === targetId;
      const isUnavoidable = isOwn ? isOnItself : boxesOverlap(box, source) || boxesOverlap(box, target);
      if (!isUnavoidable && points.some((point) => isInside(point, box))) faults.push(`${id} runs through ${itemId}`);
    }
    if (label !== '') labels.push({ id, box: labelBox(route, label) });
  }
  for (const [at, { id, box }] of labels.entries()) {
    for (const item of items) if (boxesOverlap(item.box, box)) faults.push(`the label of ${id} covers ${item.id}`);
    for (const other of labels.slice(at + 1)) if (boxesOverlap(other.box, box)) faults.push(`the labels of ${id} and ${other.id} overlap`);
  }
  return faults;
}

/** Pairs of connections that lead from one item to another and back, and cross on their way. */
export function findCrossedPairs({ items, connections, routes }: RoutedBoard): string[] {
  const boxes = new Map(items.map(({ id, box }) => [id, box]));
  const byEnds = Map.groupBy(connections, ({ sourceId, targetId }) => `${sourceId} ${targetId}`);
  return connections.flatMap(({ id, sourceId, targetId }) => {
    const [source, target, route] = [boxes.get(sourceId), boxes.get(targetId), routes.get(id)];
    if (sourceId >= targetId || !source || !target || !route || boxesOverlap(source, target)) return [];
    return (byEnds.get(`${targetId} ${sourceId}`) ?? []).flatMap((back) => {
      const other = routes.get(back.id);
      return other && crosses(pointsOf(route.path), pointsOf(other.path)) ? [`${id} crosses ${back.id}`] : [];
    });
  });
}

function crosses(one: readonly Point[], other: readonly Point[]): boolean {
  const side = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  for (let i = 1; i < one.length; i++)
    for (let j = 1; j < other.length; j++) {
      const [a, b, c, d] = [one[i - 1], one[i], other[j - 1], other[j]];
      if (a && b && c && d && side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
    }
  return false;
}

function labelBox({ labelAt, labelWidth }: ConnectionRoute, label: string): Box {
  const { width, height } = labelSize(label, labelWidth ?? 0);
  return { x: labelAt.x - width / 2, y: labelAt.y - height / 2, width, height };
}

/** Inside by more than the path is rounded. */
const isInside = ({ x, y }: Point, box: Box): boolean =>
  x > box.x + 0.5 && x < box.x + box.width - 0.5 && y > box.y + 0.5 && y < box.y + box.height - 0.5;

const minSteps = 24;

/** Points along a path of M, L, C and Q, close to each other. */
export function pointsOf(path: string): Point[] {
  const points: Point[] = [];
  for (const [, command = '', text = ''] of path.matchAll(/([MLCQ])([^MLCQ]*)/g)) {
    const numbers = text
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const given = numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : []));
    const controls = [points.at(-1), ...given].filter((point) => point !== undefined);
    if (command === 'M') points.push(...given);
    else {
      const length = controls.reduce(
        (sum, { x, y }, at) => sum + Math.hypot(x - (controls[at - 1]?.x ?? x), y - (controls[at - 1]?.y ?? y)),
        0,
      );
      const steps = Math.max(minSteps, length / 4);
      for (let step = 1; step <= steps; step++) points.push(pointOnCurve(controls, step / steps));
    }
  }
  return points;
}

/** De Casteljau's algorithm, for any number of control points. */
function pointOnCurve(controls: readonly Point[], share: number): Point {
  let points = controls;
  while (points.length > 1)
    points = points.slice(1).map(({ x, y }, at) => {
      const before = points[at] ?? { x, y };
      return { x: before.x + (x - before.x) * share, y: before.y + (y - before.y) * share };
    });
  return points[0] ?? { x: 0, y: 0 };
}
