/** Where a new item finds room: as near as it can be to where it was wanted, on top of nothing. Pure. */
import { type Box, insideCanvas, overlap, type Point } from './geometry.ts';

const STEP = 40;
/** So many rings around the wanted place are tried; beyond, it lies where it was wanted. */
const RINGS = 24;
const MARGIN = 16;

export function freeSpot(wanted: Point, { width, height }: { width: number; height: number }, taken: Iterable<Box>): Point {
  const reach = RINGS * STEP + MARGIN;
  const around = { x: wanted.x - reach, y: wanted.y - reach, width: width + 2 * reach, height: height + 2 * reach };
  const near = [...taken].filter((box) => overlap(box, around));
  for (const { x, y } of rings()) {
    const box = insideCanvas({ x: wanted.x + x * STEP, y: wanted.y + y * STEP, width, height });
    const wide = { x: box.x - MARGIN, y: box.y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
    if (!near.some((other) => overlap(other, wide))) return { x: box.x, y: box.y };
  }
  return wanted;
}

/** Steps outwards, ring by ring; in a ring the nearest come first. */
function* rings(): Generator<Point> {
  for (let ring = 0; ring <= RINGS; ring++) {
    const steps: Point[] = [];
    for (let x = -ring; x <= ring; x++)
      for (let y = -ring; y <= ring; y++) if (Math.max(Math.abs(x), Math.abs(y)) === ring) steps.push({ x, y });
    yield* steps.sort((a, b) => a.x ** 2 + a.y ** 2 - (b.x ** 2 + b.y ** 2) || b.y - a.y || b.x - a.x);
  }
}
