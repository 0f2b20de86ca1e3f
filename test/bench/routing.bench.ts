/**
 * Routes of a large board, as its worker computes them: all of them once, and those that one moved item changes. The window has a thread of its own, whose
 * longest tasks board.bench.ts measures.
 */
import { faceMidpoint, facesBetween } from '../../shared/layout/geometry.ts';
import { ConnectionRouter, type RoutingChange } from '../../shared/layout/routing/connection-router.ts';
import type { RoutedItem } from '../../shared/layout/routing/item-obstacles.ts';
import type { RoutedConnection } from '../../shared/layout/routing/line-ends.ts';
import { formatMilliseconds } from './export.bench.ts';
import { median, type Row } from './measure.ts';
import { cardPosition } from './places.ts';

const itemCount = 1050;
/** To the next card, to one in the next row, and to one behind several others: three connections for nearly every card. */
const distances = [1, 101, 6];
const connectionCount = 3000;
const movedItems = 50;

export async function benchRouting(): Promise<Row[]> {
  const items = Array.from({ length: itemCount }, (_, at) => cardAt(at));
  const connections = items
    .flatMap((_, at) => distances.flatMap((distance) => (at + distance < itemCount ? [connectionAt(items, at, at + distance)] : [])))
    .slice(0, connectionCount);
  const router = new ConnectionRouter();
  const all = processorTime(() => router.update({ ...nothing, items, connections }));
  const moves = Array.from({ length: movedItems }, (_, index) => {
    const at = Math.floor((index * itemCount) / movedItems);
    const moved = items.with(at, cardAt(at, { x: 60, y: 25 }));
    const touched = connections.filter(({ sourceId, targetId }) => sourceId === String(at) || targetId === String(at));
    const updated = touched.map(({ sourceId, targetId }) => connectionAt(moved, Number(sourceId), Number(targetId)));
    return processorTime(() => router.update({ ...nothing, items: moved.slice(at, at + 1), connections: updated }));
  });
  const board = `a board of ${connections.length.toLocaleString('en')} connections`;
  return [
    { ...noLimit, what: `routing of ${board}`, ours: formatMilliseconds(all), aim: '≤ 1 s', number: all },
    {
      ...noLimit,
      what: `routing after one card of ${board} has moved`,
      ours: formatMilliseconds(median(moves)),
      aim: '≤ 50 ms',
      number: median(moves),
    },
  ];
}

const nothing: RoutingChange = { items: [], removedItems: [], connections: [], removedConnections: [] };
const noLimit = { limit: '', ratio: Number.NaN } as const;

function cardAt(at: number, { x, y } = { x: 0, y: 0 }): RoutedItem {
  const place = cardPosition(at);
  return { id: String(at), box: { x: place.x + x, y: place.y + y, width: 300, height: 150 }, cornerRadius: 12 };
}

function connectionAt(items: readonly RoutedItem[], from: number, to: number): RoutedConnection {
  const [source, target] = [items[from]?.box, items[to]?.box];
  if (!source || !target) throw new Error('no such card');
  const faces = facesBetween(source, target);
  return {
    id: `${from}-${to}`,
    type: 'Bezier',
    sourceId: String(from),
    targetId: String(to),
    from: { ...faceMidpoint(source, faces.source), face: faces.source },
    to: { ...faceMidpoint(target, faces.target), face: faces.target },
    rowBox: null,
    label: 'Open the door',
    labelWidth: 200,
    labelLocation: 0.5,
  };
}

/** Seconds of this thread, so that other work on the machine does not count. */
function processorTime(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}
