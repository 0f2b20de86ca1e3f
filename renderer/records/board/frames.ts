/** Frames: notes that are shown as titled areas (ADR 0275). What lies in a frame moves with it. Pure. */
import { type Box, boundsOf, boxCenter, clampToCanvas, containsPoint, isSameBox, type Point } from '../../../shared/layout/geometry.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findFrame, findItem, type Item, isFrame, itemBox, itemsOn } from './items.ts';

/** The height of a frame's title, in canvas pixels. */
export const frameTitleHeight = 40;
/** The gap between a frame and the items around which it is made. */
const padding = 32;

/** The frames of a board, the largest first: the order in which they are drawn. */
export const framesOn = (project: Project, boardId: string): StoryRecord<'note'>[] =>
  project
    .children('note', boardId, 'notes')
    .filter((note) => note.isFrame)
    .sort((one, two) => areaOf(two) - areaOf(one));

interface PlacedItem {
  readonly id: string;
  readonly middle: Point;
  /** 0 for items that are no frames. */
  readonly frameArea: number;
}

const placedItems = (project: Project, boardId: string): PlacedItem[] =>
  Array.from(itemsOn(project, boardId), (item) => {
    const box = itemBox(project, item);
    return { id: item.id, middle: boxCenter(box), frameArea: isFrame(item) ? areaOf(box) : 0 };
  });

/** A frame holds the items whose middle is in it. Of frames, only smaller ones, so that no two frames hold each other. */
function isInFrame(project: Project, frame: StoryRecord<'note'>): (item: PlacedItem) => boolean {
  const box = itemBox(project, frame);
  const area = areaOf(box);
  return ({ middle, frameArea }) => frameArea < area && containsPoint(box, middle);
}

export function frameContentIds(project: Project, frameId: string): string[] {
  const frame = findFrame(project, frameId);
  if (!frame) return [];
  return placedItems(project, frame.boardId)
    .filter(isInFrame(project, frame))
    .map(({ id }) => id);
}

/** These records and everything that the frames among them hold, also what frames within them hold. */
export function withFrameContents(project: Project, ids: Iterable<string>): Set<string> {
  const all = new Set(ids);
  /** By board, the items that none of the frames so far holds. */
  const others = new Map<string, PlacedItem[]>();
  // A set is iterated including what is added meanwhile.
  for (const id of all) {
    const frame = findFrame(project, id);
    if (!frame) continue;
    const isInside = isInFrame(project, frame);
    const rest: PlacedItem[] = [];
    for (const item of others.get(frame.boardId) ?? placedItems(project, frame.boardId)) {
      if (isInside(item)) all.add(item.id);
      else rest.push(item);
    }
    others.set(frame.boardId, rest);
  }
  return all;
}

/** The boxes of moved items and, for each moved frame, those of what it holds. Items that have a box of their own keep it. */
export function moveFrameContents(project: Project, boxes: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const all = new Map(boxes);
  for (const [id, box] of boxes) {
    const frame = findFrame(project, id);
    if (!frame) continue;
    const shift = { x: box.x - frame.x, y: box.y - frame.y };
    for (const contentId of withFrameContents(project, frameContentIds(project, id))) {
      const item = all.has(contentId) ? undefined : findItem(project, contentId);
      if (!item) continue;
      const from = itemBox(project, item);
      all.set(contentId, { ...from, x: from.x + shift.x, y: from.y + shift.y });
    }
  }
  return all;
}

/**
 * The boxes of the frames that grow to keep what they hold when items move to `boxes`. A frame that moves itself does not grow, nor does one that would hold
 * more items than before.
 */
export function growFrames(project: Project, boardId: string, boxes: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const grown = new Map<string, Box>();
  const items = [...itemsOn(project, boardId)];
  const placed = placedItems(project, boardId);
  const boxOf = (item: Item): Box => grown.get(item.id) ?? boxes.get(item.id) ?? itemBox(project, item);
  // A frame grows with the smaller ones in it.
  for (const frame of framesOn(project, boardId).toReversed()) {
    if (boxes.has(frame.id)) continue;
    const contents = new Set(placed.filter(isInFrame(project, frame)).map(({ id }) => id));
    const held = items.filter(({ id }) => contents.has(id));
    const needed = held.some(({ id }) => boxes.has(id) || grown.has(id)) ? boxAround(held.map(boxOf)) : undefined;
    const before = itemBox(project, frame);
    const box = needed && boundsOf([before, needed]);
    if (!box || isSameBox(box, before)) continue;
    const wouldHold = (item: Item): boolean =>
      containsPoint(box, boxCenter(boxOf(item))) && (!isFrame(item) || areaOf(boxOf(item)) < areaOf(box));
    if (items.every((item) => item.id === frame.id || contents.has(item.id) || !wouldHold(item))) grown.set(frame.id, box);
  }
  return grown;
}

/** The box of a frame around these boxes; undefined if there are none. */
export function boxAround(boxes: Iterable<Box>): Box | undefined {
  const bounds = boundsOf(boxes);
  if (!bounds) return undefined;
  const [left, top] = [Math.max(0, bounds.x - padding), Math.max(0, bounds.y - padding - frameTitleHeight)];
  return clampToCanvas({
    x: Math.round(left),
    y: Math.round(top),
    width: Math.round(bounds.x + bounds.width + padding - left),
    height: Math.round(bounds.y + bounds.height + padding - top),
  });
}

const areaOf = ({ width, height }: Pick<Box, 'width' | 'height'>): number => width * height;
