/** Finds a free position for a new item, as close as possible to the requested one. Pure. */
import { type Box, boxesOverlap, clampToCanvas, growBox, type Point } from '../../../shared/layout/geometry.ts';

const ringStep = 40;
/** The number of rings around the requested position that are tried. If all are occupied, the requested position is used. */
const maxRings = 24;
const margin = 16;

export function findFreePosition(requested: Point, { width, height }: { width: number; height: number }, occupied: Iterable<Box>): Point {
  const reach = maxRings * ringStep + margin;
  const around = growBox({ ...requested, width, height }, reach);
  const near = [...occupied].filter((box) => boxesOverlap(box, around));
  for (const { x, y } of ringOffsets()) {
    const box = clampToCanvas({ x: requested.x + x * ringStep, y: requested.y + y * ringStep, width, height });
    const wide = growBox(box, margin);
    if (!near.some((other) => boxesOverlap(other, wide))) return { x: box.x, y: box.y };
  }
  return requested;
}

/** Positions ring by ring from the inside out; within a ring, the closest first. */
function* ringOffsets(): Generator<Point> {
  for (let ring = 0; ring <= maxRings; ring++) {
    const steps: Point[] = [];
    for (let x = -ring; x <= ring; x++)
      for (let y = -ring; y <= ring; y++) if (Math.max(Math.abs(x), Math.abs(y)) === ring) steps.push({ x, y });
    yield* steps.sort((a, b) => a.x ** 2 + a.y ** 2 - (b.x ** 2 + b.y ** 2) || b.y - a.y || b.x - a.x);
  }
}
