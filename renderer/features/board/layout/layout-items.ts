/**
 * Lays items out along their connections, from left to right. Each connected component is laid out by dagre, or in simple layers if it is too large for
 * that. The components are then placed next to each other, without overlapping items that stay, inside the canvas. Pure; runs in layout-worker.ts.
 */
import { Graph, layout } from '@dagrejs/dagre';
import { packSections } from '../../../../shared/layout/board-layout.ts';
import { type Box, boundsOf, boxesOverlap, clamp, type Point } from '../../../../shared/layout/geometry.ts';
import {
  createGridSection,
  createLayeredSections,
  type LayoutEdge,
  type LayoutItem,
  type LayoutSection,
} from '../../../../shared/layout/layered-sections.ts';
import type { Size } from '../../../../shared/layout/routing/label-size.ts';
import { screenShapedWidth } from '../../../../shared/layout/screen-shape.ts';
import { canvasSize } from '../../../../shared/model/kinds/field-schemas.ts';
import { sortIntoRows } from '../../../records/board/reading-order.ts';
import {
  arrangeInColumns,
  arrangeInRows,
  blockAround,
  foldBlock,
  groupConnectedItems,
  type LayoutBlock,
  type LayoutGroup,
  packBlocks,
} from './layout-blocks.ts';

export interface LayoutRequest {
  readonly items: readonly PlacedLayoutItem[];
  readonly arrows: readonly LayoutEdge[];
  /** Items that are not moved. */
  readonly obstacles: readonly Box[];
}
/** New positions by id; null if there is not enough room. */
export type LayoutResult = ReadonlyMap<string, Point> | null;

/** The labels are between the layers. */
const gaps = { between: 48, layers: 180, labels: 14 };
/** The length of a line that stays visible beside its label, on both sides together. */
const visibleLine = 80;
const margin = 100;
/** The longest row. */
const canvasRoom = canvasSize - 2 * margin;
/** Dagre lays out this many items within about two seconds; its time grows with their square. */
const dagreItemLimit = 400;
const noYield = async () => {};

export async function layoutItems(
  { items: all, arrows, obstacles }: LayoutRequest,
  progress: (part: number) => void = () => {},
): Promise<LayoutResult> {
  const ids = new Set(all.map(({ id }) => id));
  const inside = arrows.filter(({ from, to }) => from !== to && ids.has(from) && ids.has(to));
  const { items, expand } = attachNotes(all, new Set(inside.flatMap(({ from, to }) => [from, to])));
  const places = await layoutBlocks({ items, arrows: inside, obstacles }, progress);
  return places && expand(places);
}

async function layoutBlocks({ items, arrows: inside, obstacles }: LayoutRequest, progress: (part: number) => void): Promise<LayoutResult> {
  const { groups, isolatedItems } = groupConnectedItems(items, inside);
  const sections: LayoutSection[] = [];
  const blocks: { readonly block: LayoutBlock; readonly fold: (width: number) => LayoutBlock }[] = [];
  let done = 0;
  for (const part of groups) {
    const block = part.items.length <= dagreItemLimit ? layoutInOutputOrder(part) : undefined;
    const columns = block ? toSection(part, block) : ((await createLayeredSections(part.items, part.arrows, noYield))[0] ?? []);
    sections.push(columns);
    const flat = block ?? arrangeInColumns(columns, { between: gaps.between, layers: layerGap(part) });
    blocks.push({ block: flat, fold: (width) => foldBlock(flat, part.arrows, { width, gap: gaps.layers, lane: gaps.labels }) });
    done += part.items.length;
    progress(done / items.length);
  }
  if (isolatedItems.length > 0) {
    const rows = sortIntoRows(isolatedItems);
    sections.push(createGridSection(rows.flat()));
    const fold = (width: number) => arrangeInRows(rows, width, gaps.between);
    blocks.push({ block: fold(canvasRoom), fold });
  }
  const bounds = boundsOf(items) ?? { x: 0, y: 0, width: 0, height: 0 };
  const flat = packBlocks(
    blocks.map(({ block }) => block),
    canvasRoom,
    gaps.layers,
  );
  const width = screenShapedWidth(flat, gaps.layers, canvasRoom);
  const folded =
    width === null
      ? null
      : packBlocks(
          blocks.map(({ fold }) => fold(width)),
          canvasRoom,
          gaps.layers,
        );
  const neat = (folded && placeBlock(folded, bounds, obstacles)) ?? placeBlock(flat, bounds, obstacles);
  if (neat) return neat;
  const tight = await packSections(sections, noYield, 1);
  return tight && placeBlock(blockAround(tight.boxes), bounds, obstacles);
}

/** The targets of a source are ordered from top to bottom like its outputs, wherever this adds no crossings. */
function layoutInOutputOrder(part: LayoutGroup): LayoutBlock {
  const free = layoutWithDagre(part);
  const order = outputOrderConstraints(part);
  if (order.every(({ left, right }) => !isLaidOutAbove(free, right, left))) return free;
  try {
    const inOrder = layoutWithDagre(part, order);
    return countCrossings(part, inOrder) <= countCrossings(part, free) ? inOrder : free;
  } catch {
    // Two sources may require opposite orders of the same two targets.
    return free;
  }
}

type OrderConstraints = readonly { readonly left: string; readonly right: string }[];

/** Wide enough for every label. */
const layerGap = ({ arrows }: LayoutGroup): number =>
  arrows.reduce((gap, { label }) => Math.max(gap, label ? label.width + visibleLine : 0), gaps.layers);

/** `constraints`: within a layer, the first item is above the second. */
function layoutWithDagre({ items, arrows }: LayoutGroup, constraints: OrderConstraints = []): LayoutBlock {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: gaps.between, edgesep: gaps.labels, ranksep: gaps.layers, ranker: 'network-simplex' });
  // Dagre breaks cycles where it first finds them, so the items are added in the order of the story.
  const start = items.find(({ isStart }) => isStart);
  for (const { id, width, height } of start ? [start, ...items.filter((item) => item !== start)] : items)
    graph.setNode(id, { width, height });
  for (const [from, to, room] of labelRooms(arrows)) if (to !== start?.id) graph.setEdge(from, to, room);
  layout(graph, { constraints: [...constraints] });
  return blockAround(
    new Map(
      items.map(({ id, width, height }) => {
        // Dagre has added the position to the node; its types do not say so.
        const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
        return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height }];
      }),
    ),
  );
}

/** The room for the labels between each two items: their heights, and what their width needs beyond the gap between two layers. */
function labelRooms(arrows: readonly LayoutEdge[]): (readonly [from: string, to: string, room: Size & { labelpos: 'c' }])[] {
  const rooms = new Map<string, readonly [string, string, Size & { labelpos: 'c' }]>();
  for (const { from, to, label } of arrows) {
    const key = `${from} ${to}`;
    const { width = 0, height = 0 } = rooms.get(key)?.[2] ?? {};
    const own = label
      ? { width: Math.max(0, label.width + visibleLine - gaps.layers), height: label.height + gaps.labels }
      : { width: 0, height: 0 };
    rooms.set(key, [from, to, { width: Math.max(width, own.width), height: height + own.height, labelpos: 'c' }]);
  }
  return [...rooms.values()];
}

/** The layers of dagre's result: items with the same center position. */
function toSection({ items }: LayoutGroup, { boxes }: LayoutBlock): LayoutSection {
  const columns = new Map<number, LayoutItem[]>();
  const boxAt = (id: string): Box => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const item of items) {
    const { x, width } = boxAt(item.id);
    const middle = Math.round((x + width / 2) / 4);
    columns.set(middle, [...(columns.get(middle) ?? []), item]);
  }
  return [...columns].sort(([one], [two]) => one - two).map(([, column]) => column.sort((one, two) => boxAt(one.id).y - boxAt(two.id).y));
}

/** At the original top left corner, or else beside or below the items that stay; null if it would overlap them or leave the canvas. */
function placeBlock(block: LayoutBlock, { x, y }: Box, taken: readonly Box[]): LayoutResult {
  if (block.width > canvasSize || block.height > canvasSize) return null;
  const around = boundsOf(taken);
  const corners: Point[] = [{ x, y }];
  if (around)
    corners.push(
      { x, y: around.y + around.height + margin },
      { x: around.x + around.width + margin, y },
      { x, y: around.y - block.height - margin },
      { x: around.x - block.width - margin, y },
    );
  for (const preferred of corners) {
    const corner = {
      x: Math.round(clamp(preferred.x, 0, canvasSize - block.width)),
      y: Math.round(clamp(preferred.y, 0, canvasSize - block.height)),
    };
    const near = taken.filter((box) => boxesOverlap(box, { ...corner, width: block.width, height: block.height }));
    const boxes = [...block.boxes].map(([id, box]) => [id, { ...box, x: corner.x + box.x, y: corner.y + box.y }] as const);
    if (!boxes.some(([, box]) => near.some((other) => boxesOverlap(box, other))))
      return new Map(boxes.map(([id, box]) => [id, { x: box.x, y: box.y }]));
  }
  return null;
}

interface PlacedLayoutItem extends LayoutItem, Point {
  /** Whether it is a note, which explains what is near it. */
  readonly isNote?: boolean;
}

/** The distance at which a note still belongs to a card, in canvas pixels. */
const maxDistance = 200;
/** The distance of notes that cannot keep their place beside the card. */
const noteGap = 24;

/** Notes near a card are laid out with it, as one item. Pure. */
interface AttachedNotes {
  /** The items without attached notes. A card with notes has the size of all of them. */
  readonly items: readonly PlacedLayoutItem[];
  /** The positions of all items, from those of `items`. */
  readonly expand: (places: ReadonlyMap<string, Point>) => Map<string, Point>;
}

/** Attaches each note to the nearest of these cards, if one is near. */
function attachNotes(items: readonly PlacedLayoutItem[], cardIds: ReadonlySet<string>): AttachedNotes {
  const cards = items.filter(({ id, isNote }) => !isNote && cardIds.has(id));
  const groups = new Map<string, Map<string, Box>>();
  const attached = new Set<string>();
  for (const note of items) {
    const card = note.isNote ? nearestCard(note, cards) : undefined;
    if (!card) continue;
    const boxes = groups.get(card.id) ?? new Map([[card.id, boxOf(card)]]);
    boxes.set(note.id, freePlace(boxOf(note), [...boxes.values()]));
    groups.set(card.id, boxes);
    attached.add(note.id);
  }
  const bounds = new Map([...groups].map(([id, boxes]) => [id, boundsOf(boxes.values())]));
  return {
    items: items.filter(({ id }) => !attached.has(id)).map((item) => ({ ...item, ...bounds.get(item.id) })),
    expand: (places) =>
      new Map(
        [...places].flatMap(([id, place]) => {
          const [boxes, group] = [groups.get(id), bounds.get(id)];
          if (!boxes || !group) return [[id, place] as const];
          return [...boxes].map(([each, box]) => [each, { x: place.x + box.x - group.x, y: place.y + box.y - group.y }] as const);
        }),
      ),
  };
}

const boxOf = ({ x, y, width, height }: PlacedLayoutItem): Box => ({ x, y, width, height });

function nearestCard(note: PlacedLayoutItem, cards: readonly PlacedLayoutItem[]): PlacedLayoutItem | undefined {
  let [nearest, least]: [PlacedLayoutItem | undefined, number] = [undefined, maxDistance];
  for (const card of cards) {
    const distance = distanceBetween(note, card);
    if (distance < least) [nearest, least] = [card, distance];
  }
  return nearest;
}

/** Between the nearest edges; 0 where they overlap. */
function distanceBetween(one: Box, other: Box): number {
  const gap = (start: number, length: number, otherStart: number, otherLength: number) =>
    Math.max(0, otherStart - start - length, start - otherStart - otherLength);
  return Math.hypot(gap(one.x, one.width, other.x, other.width), gap(one.y, one.height, other.y, other.height));
}

/** Where the note is, or above everything that it would cover. */
function freePlace(note: Box, taken: readonly Box[]): Box {
  if (!taken.some((box) => boxesOverlap(box, note))) return note;
  const top = Math.min(...taken.map(({ y }) => y));
  return { ...note, x: Math.max(note.x, Math.min(...taken.map(({ x }) => x))), y: top - noteGap - note.height };
}

/**
 * The order of the targets of each source compared with the order of its outputs, and the number of crossing lines. Pure. Neighboring
 * outputs of each source, the first one first. A target of several sources is ordered by the first of them.
 */
function outputOrderConstraints({ arrows }: LayoutGroup): { left: string; right: string }[] {
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
function isLaidOutAbove({ boxes }: LayoutBlock, one: string, other: string): boolean {
  const [a, b] = [boxes.get(one), boxes.get(other)];
  return a !== undefined && b !== undefined && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y;
}

/** The number of crossing pairs of lines, drawn straight from the right of the source to the left of the target. */
function countCrossings({ arrows }: LayoutGroup, { boxes }: LayoutBlock): number {
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
