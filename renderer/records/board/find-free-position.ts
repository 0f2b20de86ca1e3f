/** Where a new item finds room: as near as it can be to where it was wanted, on top of nothing. Pure. */
import { type Box, boxesOverlap, clampToCanvas, type Point } from '../../../shared/layout/geometry.ts';

const RING_STEP = 40;
/** So many rings around the wanted place are tried; beyond, it lies where it was wanted. */
const MAX_RINGS = 24;
const MARGIN = 16;

export function findFreePosition(wanted: Point, { width, height }: { width: number; height: number }, taken: Iterable<Box>): Point {
  const reach = MAX_RINGS * RING_STEP + MARGIN;
  const around = { x: wanted.x - reach, y: wanted.y - reach, width: width + 2 * reach, height: height + 2 * reach };
  const near = [...taken].filter((box) => boxesOverlap(box, around));
  for (const { x, y } of ringOffsets()) {
    const box = clampToCanvas({ x: wanted.x + x * RING_STEP, y: wanted.y + y * RING_STEP, width, height });
    const wide = { x: box.x - MARGIN, y: box.y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
    if (!near.some((other) => boxesOverlap(other, wide))) return { x: box.x, y: box.y };
  }
  return wanted;
}

/** Steps outwards, ring by ring; in a ring the nearest come first. */
function* ringOffsets(): Generator<Point> {
  for (let ring = 0; ring <= MAX_RINGS; ring++) {
    const steps: Point[] = [];
    for (let x = -ring; x <= ring; x++)
      for (let y = -ring; y <= ring; y++) if (Math.max(Math.abs(x), Math.abs(y)) === ring) steps.push({ x, y });
    yield* steps.sort((a, b) => a.x ** 2 + a.y ** 2 - (b.x ** 2 + b.y ** 2) || b.y - a.y || b.x - a.x);
  }
}
