/** Blocks of boxes: connected components, each laid out on its own, and blocks arranged in rows. Pure. */

import { type Box, boundsOf } from '../../../../shared/layout/geometry.ts';
import type { LayoutEdge, LayoutItem } from '../../../../shared/layout/layered-sections.ts';

/** Boxes relative to the block's top left corner. */
export interface LayoutBlock {
  readonly width: number;
  readonly height: number;
  readonly boxes: ReadonlyMap<string, Box>;
}
export interface LayoutGroup {
  readonly items: readonly LayoutItem[];
  readonly arrows: readonly LayoutEdge[];
}

/** The connected components, in the given order, and the items without connections. */
export function groupConnectedItems<T extends LayoutItem>(
  items: readonly T[],
  arrows: readonly LayoutEdge[],
): { groups: LayoutGroup[]; isolatedItems: T[] } {
  const leader = new Map<string, string>(items.map(({ id }) => [id, id]));
  const leaderOf = (id: string): string => {
    let at = id;
    for (let next = leader.get(at); next !== undefined && next !== at; next = leader.get(at)) {
      leader.set(at, leader.get(next) ?? next);
      at = next;
    }
    return at;
  };
  for (const { from, to } of arrows) leader.set(leaderOf(to), leaderOf(from));
  const parts = new Map<string, { items: T[]; arrows: LayoutEdge[] }>();
  for (const item of items) {
    const at = leaderOf(item.id);
    const part = parts.get(at) ?? { items: [], arrows: [] };
    part.items.push(item);
    parts.set(at, part);
  }
  for (const arrow of arrows) parts.get(leaderOf(arrow.from))?.arrows.push(arrow);
  const all = [...parts.values()];
  return {
    groups: all.filter((part) => part.arrows.length > 0),
    isolatedItems: all.flatMap((part) => (part.arrows.length > 0 ? [] : part.items)),
  };
}

/** The block that contains these boxes. */
export function blockAround(boxes: ReadonlyMap<string, Box>): LayoutBlock {
  const bounds = boundsOf(boxes.values()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const from = new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x - bounds.x, y: box.y - bounds.y }]));
  return { width: bounds.width, height: bounds.height, boxes: from };
}

/** Columns next to each other, centered vertically. */
export function arrangeInColumns(columns: readonly (readonly LayoutItem[])[], gap: { between: number; layers: number }): LayoutBlock {
  const heights = columns.map((column) => column.reduce((sum, { height }) => sum + height + gap.between, -gap.between));
  const height = Math.max(0, ...heights);
  const boxes = new Map<string, Box>();
  let x = 0;
  for (const [at, column] of columns.entries()) {
    let y = Math.round((height - (heights[at] ?? 0)) / 2);
    for (const { id, width, height: own } of column) {
      boxes.set(id, { x, y, width, height: own });
      y += own + gap.between;
    }
    x += column.reduce((most, { width }) => Math.max(most, width), 0) + gap.layers;
  }
  return blockAround(boxes);
}

/** Rows below each other, from the left. A row that is too wide continues below. */
export function arrangeInRows(rows: readonly (readonly LayoutItem[])[], most: number, gap: number): LayoutBlock {
  const boxes = new Map<string, Box>();
  let y = 0;
  for (const row of rows) {
    let [x, line] = [0, 0];
    for (const { id, width, height } of row) {
      if (x > 0 && x + width > most) [x, y, line] = [0, y + line + gap, 0];
      boxes.set(id, { x, y, width, height });
      x += width + gap;
      line = Math.max(line, height);
    }
    y += line + gap;
  }
  return blockAround(boxes);
}

interface FoldOptions {
  /** The preferred width of a row. */
  readonly width: number;
  /** Between two rows, and what each connection that continues in another row adds to it. */
  readonly gap: number;
  readonly lane: number;
}

/** Continues a block that is too wide in rows below each other, all about equally wide. It is cut between two columns, near where that cuts the fewest connections. */
export function foldBlock(block: LayoutBlock, arrows: readonly LayoutEdge[], { width, gap, lane }: FoldOptions): LayoutBlock {
  const rowCount = Math.round(block.width / width);
  if (rowCount < 2) return block;
  const cuts = findCuts(block, arrows);
  const boxes = new Map<string, Box>();
  const remaining = [...block.boxes].sort(([, one], [, other]) => one.x - other.x);
  let [start, y] = [0, 0];
  for (let rowsLeft = rowCount; rowsLeft > 0; rowsLeft--) {
    const cut = rowsLeft === 1 ? undefined : chooseCut(cuts, start, (block.width - start) / rowsLeft);
    const next = cut ? remaining.findIndex(([, { x }]) => x >= cut.x) : remaining.length;
    const row = blockAround(new Map(remaining.splice(0, next)));
    for (const [id, box] of row.boxes) boxes.set(id, { ...box, y: y + box.y });
    y += row.height + gap + lane * (cut?.connections ?? 0);
    start = cut?.x ?? block.width;
    if (!cut) break;
  }
  return blockAround(boxes);
}

interface Cut {
  /** The left edge of the column after it. */
  readonly x: number;
  /** How many connections it cuts. */
  readonly connections: number;
}

/** All positions that are between columns, from left to right. */
function findCuts({ boxes }: LayoutBlock, arrows: readonly LayoutEdge[]): Cut[] {
  const starts: number[] = [];
  const columns = new Map<string, number>();
  let right = Number.NEGATIVE_INFINITY;
  for (const [id, { x, width }] of [...boxes].sort(([, one], [, other]) => one.x - other.x)) {
    if (x > right) starts.push(x);
    columns.set(id, starts.length - 1);
    right = Math.max(right, x + width);
  }
  const changes = starts.map(() => 0);
  for (const { from, to } of arrows) {
    const [one = 0, other = 0] = [columns.get(from), columns.get(to)];
    const [first, last] = [Math.min(one, other), Math.max(one, other)];
    if (first === last) continue;
    changes[first + 1] = (changes[first + 1] ?? 0) + 1;
    changes[last + 1] = (changes[last + 1] ?? 0) - 1;
  }
  let connections = 0;
  return starts.map((x, at) => {
    connections += changes[at] ?? 0;
    return { x, connections };
  });
}

/** The cut with the fewest connections among those at about `length` from `start`; of equal ones the nearest to it. */
function chooseCut(cuts: readonly Cut[], start: number, length: number): Cut | undefined {
  const distance = ({ x }: Cut): number => Math.abs(x - start - length);
  const behind = cuts.filter(({ x }) => x > start).sort((one, other) => distance(one) - distance(other));
  const near = behind.filter((cut) => distance(cut) < length / 6);
  return near.toSorted((one, other) => one.connections - other.connections)[0] ?? behind[0];
}

/** Blocks in rows, with a width at which the result is about half as high as it is wide. */
export function packBlocks(blocks: readonly LayoutBlock[], most: number, gap: number): LayoutBlock {
  const area = blocks.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = blocks.reduce((wide, { width }) => Math.max(wide, width), 0);
  const limit = Math.max(widest, Math.min(most, Math.sqrt(area * 2)));
  const boxes = new Map<string, Box>();
  let [x, y, line] = [0, 0, 0];
  for (const block of blocks) {
    if (x > 0 && x + block.width > limit) [x, y, line] = [0, y + line + gap, 0];
    for (const [id, box] of block.boxes) boxes.set(id, { ...box, x: x + box.x, y: y + box.y });
    x += block.width + gap;
    line = Math.max(line, block.height);
  }
  return blockAround(boxes);
}
