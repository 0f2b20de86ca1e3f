/** Which items a card covers, and where they go to make room for it. Pure. */
import { BoxIndex } from '../../../shared/layout/box-index.ts';
import { type Box, boxesOverlap } from '../../../shared/layout/geometry.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type BoardIndex, boardCellSize, boardIndexFor } from './board-index.ts';
import { findFrame } from './items.ts';

/** Between a card and those that have moved down below it. */
const gap = 24;

/** The items that overlap with a card. Frames hold what is in them. */
export function coveredIds(project: Project, boardId: string, id: string): Set<string> {
  const { boxes } = boardIndexFor(project, boardId);
  const own = boxes.get(id);
  if (!own) return new Set();
  return new Set([...boxes].flatMap(([each, box]) => (each !== id && boxesOverlap(box, own) && !findFrame(project, each) ? [each] : [])));
}

/** The boxes of the items that move down, one after the other, so that neither the card nor those that move cover another one. */
export function makeRoom({ boxes, project }: Pick<BoardIndex, 'boxes' | 'project'>, id: string): Map<string, Box> {
  const moved = new Map<string, Box>();
  const others = [...boxes]
    .filter(([each]) => each !== id && !findFrame(project, each))
    .sort(([, one], [, two]) => one.y - two.y || one.x - two.x);
  const own = boxes.get(id);
  const placed = new BoxIndex<number>(boardCellSize);
  if (own) placed.set(0, own);
  for (const [each, box] of others) {
    // Items that lie above the card stay: what overlaps there did so before.
    if (own && box.y + box.height <= own.y) continue;
    let now = box;
    for (let over = findOverlap(placed, now); over; over = findOverlap(placed, now)) now = { ...now, y: over.y + over.height + gap };
    if (now === box) continue;
    moved.set(each, now);
    placed.set(moved.size, now);
  }
  return moved;
}

/** The one that was placed first of the boxes that overlap with this one. */
function findOverlap(placed: BoxIndex<number>, box: Box): Box | undefined {
  let first: { readonly box: Box; readonly value: number } | undefined;
  for (const each of placed.search(box))
    if (boxesOverlap(each.box, box) && each.value < (first?.value ?? Number.POSITIVE_INFINITY)) first = each;
  return first?.box;
}
