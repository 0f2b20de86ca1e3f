/** Frames: notes that are shown as titled areas (ADR 0270). What lies in a frame moves with it. Pure. */
import { type Box, boundsOf, boxCenter, clampToCanvas, containsPoint } from '../../../shared/layout/geometry.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findFrame, findItem, isFrame, itemBox, itemsOn } from './items.ts';

/** The height of a frame's title, in canvas pixels. */
export const FRAME_TITLE_HEIGHT = 40;
/** The gap between a frame and the items around which it is made. */
const PADDING = 32;

/** The frames of a board, the largest first: the order in which they are drawn. */
export const framesOn = (project: Project, boardId: string): StoryRecord<'note'>[] =>
  project
    .children('note', boardId, 'notes')
    .filter((note) => note.isFrame)
    .sort((one, two) => areaOf(two) - areaOf(one));

/** The ids of the items whose middle is in the frame. Of frames, only smaller ones, so that no two frames hold each other. */
export function heldItemIds(project: Project, frameId: string): string[] {
  const frame = findFrame(project, frameId);
  if (!frame) return [];
  const box = itemBox(project, frame);
  const held: string[] = [];
  for (const item of itemsOn(project, frame.boardId)) {
    const itsBox = itemBox(project, item);
    if (containsPoint(box, boxCenter(itsBox)) && item !== frame && (!isFrame(item) || areaOf(itsBox) < areaOf(box))) held.push(item.id);
  }
  return held;
}

/** These records and everything that the frames among them hold, also what frames within them hold. */
export function withHeldItems(project: Project, ids: Iterable<string>): Set<string> {
  const all = new Set(ids);
  // A set is iterated including what is added meanwhile.
  for (const id of all) for (const held of heldItemIds(project, id)) all.add(held);
  return all;
}

/** The boxes of moved items and, for each moved frame, those of what it holds. Items that have a box of their own keep it. */
export function carryHeldItems(project: Project, boxes: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const all = new Map(boxes);
  for (const [id, box] of boxes) {
    const frame = findFrame(project, id);
    if (!frame) continue;
    const shift = { x: box.x - frame.x, y: box.y - frame.y };
    for (const held of withHeldItems(project, heldItemIds(project, id))) {
      const item = all.has(held) ? undefined : findItem(project, held);
      if (!item) continue;
      const from = itemBox(project, item);
      all.set(held, { ...from, x: from.x + shift.x, y: from.y + shift.y });
    }
  }
  return all;
}

/** The box of a frame around these boxes; undefined if there are none. */
export function boxAround(boxes: Iterable<Box>): Box | undefined {
  const bounds = boundsOf(boxes);
  if (!bounds) return undefined;
  const [left, top] = [Math.max(0, bounds.x - PADDING), Math.max(0, bounds.y - PADDING - FRAME_TITLE_HEIGHT)];
  return clampToCanvas({
    x: Math.round(left),
    y: Math.round(top),
    width: Math.round(bounds.x + bounds.width + PADDING - left),
    height: Math.round(bounds.y + bounds.height + PADDING - top),
  });
}

export const areaOf = ({ width, height }: Pick<Box, 'width' | 'height'>): number => width * height;
