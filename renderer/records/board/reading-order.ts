/** The reading order of a board's items: row by row from the top, left to right within a row. */
import type { Box, Point } from '../../../shared/layout/geometry.ts';
import { runSteps, sortInSteps } from '../../../shared/lists.ts';

/** Items whose tops differ by at most this many pixels are in the same row. */
const rowTolerance = 60;

export function* sortByReadingOrder(boxes: ReadonlyMap<string, Box>): Generator<void, string[]> {
  const items = Array.from(boxes, ([id, { x, y }]) => ({ id, x, y }));
  yield;
  return (yield* sortIntoRowsInSteps(items)).flatMap((row) => row.map(({ id }) => id));
}

/** From the top, and each row from the left. */
export const sortIntoRows = <T extends Point>(unsorted: readonly T[]): T[][] => runSteps(sortIntoRowsInSteps(unsorted));

function* sortIntoRowsInSteps<T extends Point>(unsorted: readonly T[]): Generator<void, T[][]> {
  const rows: T[][] = [];
  for (const item of yield* sortInSteps(unsorted, (a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (row?.[0] && item.y - row[0].y <= rowTolerance) row.push(item);
    else rows.push([item]);
  }
  yield;
  return rows.map((row) => row.sort((a, b) => a.x - b.x));
}

/** The first item in reading order, found without sorting all of them. */
export function firstInReadingOrder(boxes: ReadonlyMap<string, Box>): string | undefined {
  let top = Number.POSITIVE_INFINITY;
  for (const { y } of boxes.values()) top = Math.min(top, y);
  let first: { id: string; box: Box } | undefined;
  for (const [id, box] of boxes)
    if (box.y - top <= rowTolerance && (!first || box.x < first.box.x || (box.x === first.box.x && box.y < first.box.y)))
      first = { id, box };
  return first?.id;
}
