/** Aligns boxes, and distributes them evenly. Pure; returns the boxes that move. */
import { type Box, type BoxesById, boundsOf, type Point } from '../../../../shared/layout/geometry.ts';

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';
export type DistributeDirection = 'across' | 'down';

/** Moves all boxes to one edge or center line of their bounding box. */
export function alignBoxes(boxes: BoxesById, to: Alignment): BoxesById {
  const bounds = boundsOf(boxes.values());
  if (!bounds || boxes.size < 2) return new Map();
  const places: Record<Alignment, (box: Box) => Partial<Point>> = {
    left: () => ({ x: bounds.x }),
    centre: ({ width }) => ({ x: bounds.x + (bounds.width - width) / 2 }),
    right: ({ width }) => ({ x: bounds.x + bounds.width - width }),
    top: () => ({ y: bounds.y }),
    middle: ({ height }) => ({ y: bounds.y + (bounds.height - height) / 2 }),
    bottom: ({ height }) => ({ y: bounds.y + bounds.height - height }),
  };
  return repositionBoxes(boxes, (box) => places[to](box));
}

/** Equal gaps between neighbors; the outermost boxes stay. Without room for gaps, neighbors overlap equally. */
export function distributeBoxes(boxes: BoxesById, direction: DistributeDirection): BoxesById {
  if (boxes.size < 3) return new Map();
  const axis = direction === 'across' ? 'x' : 'y';
  const extent = direction === 'across' ? 'width' : 'height';
  const order = [...boxes].sort(([, one], [, two]) => one[axis] + one[extent] / 2 - (two[axis] + two[extent] / 2));
  const [first, last] = [order[0]?.[1], order.at(-1)?.[1]];
  if (!first || !last) return new Map();
  const taken = order.reduce((sum, [, box]) => sum + box[extent], 0);
  const gap = (last[axis] + last[extent] - first[axis] - taken) / (order.length - 1);
  let next = first[axis];
  const places = new Map<Box, number>();
  for (const [, box] of order) {
    places.set(box, next);
    next += box[extent] + gap;
  }
  return repositionBoxes(boxes, (box) => (box === last ? {} : { [axis]: places.get(box) }));
}

function repositionBoxes(boxes: BoxesById, positionOf: (box: Box) => Partial<Point>): BoxesById {
  const moved = new Map<string, Box>();
  for (const [id, box] of boxes) {
    const to = { ...box, ...positionOf(box) };
    const rounded = { ...to, x: Math.round(to.x), y: Math.round(to.y) };
    if (rounded.x !== box.x || rounded.y !== box.y) moved.set(id, rounded);
  }
  return moved;
}
