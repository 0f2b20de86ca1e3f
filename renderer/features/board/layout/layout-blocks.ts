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
