/**
 * Lays items out along their connections, from left to right: what hangs together by dagre as long as that is quick, else in layers; block beside
 * block, on top of nothing that stays, inside the canvas. Pure; it runs in a worker (layout-worker.ts).
 */
import { Graph, layout } from '@dagrejs/dagre';
import { CANVAS } from '../../shared/kinds/fields.ts';
import { fold } from '../../shared/layout/fold.ts';
import { type Arrow, inGrid, type Section, type Size, sectionsOf } from '../../shared/layout/layers.ts';
import { type Box, boundsOf, clamp, overlap, type Point } from '../board/geometry.ts';
import { type Block, blockOf, inColumns, type Part, partsOf, shelved } from './blocks.ts';
import { crossings, isAbove, outputOrder } from './output-order.ts';

export interface Job {
  readonly items: readonly (Size & Point)[];
  readonly arrows: readonly Arrow[];
  /** What stays where it is. */
  readonly taken: readonly Box[];
}
/** New corners by id; null when there is not room enough. */
export type Places = ReadonlyMap<string, Point> | null;

/** Between layers stand the labels. */
const GAP = { between: 48, layers: 180 };
const MARGIN = 100;
/** So many items at once dagre lays out within a second or two; its work grows with their square. */
const NEAT = 400;
const atOnce = async () => {};

export async function layOut({ items, arrows, taken }: Job, progress: (part: number) => void = () => {}): Promise<Places> {
  const ids = new Set(items.map(({ id }) => id));
  const inside = arrows.filter(({ from, to }) => from !== to && ids.has(from) && ids.has(to));
  const { joined, alone } = partsOf(items, inside);
  const sections: Section[] = [];
  const blocks: Block[] = [];
  let done = 0;
  for (const part of joined) {
    const block = part.items.length <= NEAT ? byDagre(part) : undefined;
    const columns = block ? columnsOf(part, block) : ((await sectionsOf(part.items, part.arrows, atOnce))[0] ?? []);
    sections.push(columns);
    blocks.push(block ?? inColumns(columns, GAP));
    done += part.items.length;
    progress(done / items.length);
  }
  if (alone.length > 0) {
    sections.push(inGrid(alone));
    blocks.push(
      shelved(
        alone.map(({ id, width, height }) => blockOf(new Map([[id, { x: 0, y: 0, width, height }]]))),
        CANVAS,
        GAP.between,
      ),
    );
  }
  const bounds = boundsOf(items) ?? { x: 0, y: 0, width: 0, height: 0 };
  const neat = setDown(shelved(blocks, CANVAS - 2 * MARGIN, GAP.layers), bounds, taken);
  if (neat) return neat;
  const tight = await fold(sections, atOnce, 1);
  return tight && setDown(blockOf(tight.boxes), bounds, taken);
}

/** What a source leads to stands from top to bottom in the order of its outputs, wherever that makes no more lines cross. */
function byDagre(part: Part): Block {
  const free = dagred(part);
  const order = outputOrder(part);
  if (order.every(({ left, right }) => !isAbove(free, right, left))) return free;
  try {
    const inOrder = dagred(part, order);
    return crossings(part, inOrder) <= crossings(part, free) ? inOrder : free;
  } catch {
    // Two sources may want the same two in opposite orders.
    return free;
  }
}

type Order = readonly { readonly left: string; readonly right: string }[];

/** `constraints`: in the same layer the left one stands above the right one. */
function dagred({ items, arrows }: Part, constraints: Order = []): Block {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.between, ranksep: GAP.layers, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  // dagre ends circles where it first meets them: what comes first is taken for the beginning.
  const start = items.find(({ isStart }) => isStart);
  for (const { id, width, height } of start ? [start, ...items.filter((item) => item !== start)] : items)
    graph.setNode(id, { width, height });
  for (const { from, to } of arrows) if (to !== start?.id) graph.setEdge(from, to);
  layout(graph, { constraints: [...constraints] });
  return blockOf(
    new Map(
      items.map(({ id, width, height }) => {
        const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
        return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height }];
      }),
    ),
  );
}

/** The layers that dagre made: what has its middle at the same place. */
function columnsOf({ items }: Part, { boxes }: Block): Section {
  const columns = new Map<number, Size[]>();
  const boxAt = (id: string): Box => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const item of items) {
    const { x, width } = boxAt(item.id);
    const middle = Math.round((x + width / 2) / 4);
    columns.set(middle, [...(columns.get(middle) ?? []), item]);
  }
  return [...columns].sort(([one], [two]) => one - two).map(([, column]) => column.sort((one, two) => boxAt(one.id).y - boxAt(two.id).y));
}

/** At the corner where the items were, else beside or below all that stays; null where it lies on something or beyond the canvas. */
function setDown(block: Block, { x, y }: Box, taken: readonly Box[]): Places {
  if (block.width > CANVAS || block.height > CANVAS) return null;
  const around = boundsOf(taken);
  const corners: Point[] = [{ x, y }];
  if (around)
    corners.push(
      { x, y: around.y + around.height + MARGIN },
      { x: around.x + around.width + MARGIN, y },
      { x, y: around.y - block.height - MARGIN },
      { x: around.x - block.width - MARGIN, y },
    );
  for (const wanted of corners) {
    const corner = {
      x: Math.round(clamp(wanted.x, 0, CANVAS - block.width)),
      y: Math.round(clamp(wanted.y, 0, CANVAS - block.height)),
    };
    const near = taken.filter((box) => overlap(box, { ...corner, width: block.width, height: block.height }));
    const boxes = [...block.boxes].map(([id, box]) => [id, { ...box, x: corner.x + box.x, y: corner.y + box.y }] as const);
    if (!boxes.some(([, box]) => near.some((other) => overlap(box, other))))
      return new Map(boxes.map(([id, box]) => [id, { x: box.x, y: box.y }]));
  }
  return null;
}
