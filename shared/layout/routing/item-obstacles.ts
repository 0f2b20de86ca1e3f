/** The items of a board as obstacles for lines. Pure. */

import { BoxIndex } from '../box-index.ts';
import { type Box, boundsOf, boxesOverlap, emptyBox, growBox, type Point } from '../geometry.ts';
import { itemClearance } from './find-route.ts';
import { faceDirections, type PathEnd, segmentHitsBox } from './lines.ts';

export interface RoutedItem {
  readonly id: string;
  readonly box: Box;
  readonly cornerRadius: number;
}

/** The items that a connection joins. */
interface ConnectedItems {
  readonly sourceId: string;
  readonly targetId: string;
}

/** Lines are tested in parts, so that each part is compared with the items near it only. */
const partPoints = 8;

export class ItemObstacles {
  readonly boxes = new BoxIndex<string>();
  readonly #cornerRadii = new Map<string, number>();

  set({ id, box, cornerRadius }: RoutedItem): void {
    this.boxes.set(id, box);
    this.#cornerRadii.set(id, cornerRadius);
  }

  delete(id: string): void {
    this.boxes.delete(id);
    this.#cornerRadii.delete(id);
  }

  boxOf(id: string): Box {
    return this.boxes.boxOf(id) ?? emptyBox;
  }

  cornerRadiusOf(id: string): number {
    return this.#cornerRadii.get(id) ?? 0;
  }

  /** The boxes of an area that a connection must not pass through. Items that lie on one of its ends cannot be avoided. */
  *inWayOf({ sourceId, targetId }: ConnectedItems, area: Box): Generator<Box> {
    const [source, target] = [this.boxOf(sourceId), this.boxOf(targetId)];
    for (const { box, value } of this.boxes.search(area))
      if (value === sourceId || value === targetId || !(boxesOverlap(box, source) || boxesOverlap(box, target))) yield box;
  }

  /** The distance from an end to the next item in front of it, at most twice the clearance. */
  roomInFront(items: ConnectedItems, { x, y, face }: PathEnd): number {
    const out = faceDirections[face];
    const [reach, half] = [2 * itemClearance, 3];
    const far = { x: x + out.x * reach, y: y + out.y * reach };
    const strip = {
      x: Math.min(x, far.x) - (out.x === 0 ? half : 0),
      y: Math.min(y, far.y) - (out.y === 0 ? half : 0),
      width: out.x === 0 ? 2 * half : reach,
      height: out.y === 0 ? 2 * half : reach,
    };
    let room = reach;
    for (const box of this.inWayOf(items, strip)) {
      const near = { x: out.x > 0 ? box.x : box.x + box.width, y: out.y > 0 ? box.y : box.y + box.height };
      const distance = (near.x - x) * out.x + (near.y - y) * out.y;
      if (distance >= 0 && boxesOverlap(box, strip)) room = Math.min(room, distance);
    }
    return room;
  }

  /** Whether a line keeps its distance from all items. It may touch its own two. */
  isFree(points: readonly Point[], items: ConnectedItems, clearance: number): boolean {
    const own = [this.boxOf(items.sourceId), this.boxOf(items.targetId)];
    for (let start = 0; start + 1 < points.length; start += partPoints) {
      const part = points.slice(start, start + partPoints + 1);
      for (const box of this.inWayOf(items, growBox(boundsOfPoints(part), clearance))) {
        const tested = growBox(box, own.includes(box) ? -1 : clearance);
        if (part.some((point, at) => segmentHitsBox(part[at - 1] ?? point, point, tested))) return false;
      }
    }
    return true;
  }
}

export const boundsOfPoints = (points: readonly Point[]): Box =>
  boundsOf(points.map(({ x, y }) => ({ x, y, width: 0, height: 0 }))) ?? emptyBox;
