/** The items of a board as one reads them: in columns from left to right would tear rows apart, so row by row from the top. */
import type { Box } from '../../../shared/layout/geometry.ts';

/** Items that start within this many pixels of height stand in one row. */
const ROW_TOLERANCE = 60;

export function sortByReadingOrder(boxes: ReadonlyMap<string, Box>): string[] {
  const items = [...boxes].map(([id, { x, y }]) => ({ id, x, y })).sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: (typeof items)[] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row?.[0] && item.y - row[0].y <= ROW_TOLERANCE) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x).map(({ id }) => id));
}

/** The first of them, found without ordering all. */
export function firstInReadingOrder(boxes: ReadonlyMap<string, Box>): string | undefined {
  let top = Number.POSITIVE_INFINITY;
  for (const { y } of boxes.values()) top = Math.min(top, y);
  let first: { id: string; box: Box } | undefined;
  for (const [id, box] of boxes)
    if (box.y - top <= ROW_TOLERANCE && (!first || box.x < first.box.x || (box.x === first.box.x && box.y < first.box.y)))
      first = { id, box };
  return first?.id;
}
