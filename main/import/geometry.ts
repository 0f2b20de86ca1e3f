/** Where everything stands: positions of the file where it has them, and boards without any are laid out (G28). */
import { kinds } from '../../shared/kinds/all.ts';
import { BRANCH_HEIGHT, BRANCH_WIDTH } from '../../shared/kinds/branch.ts';
import { CANVAS } from '../../shared/kinds/fields.ts';
import { layOut } from '../../shared/layout/fold.ts';
import type { Arrow, Size } from '../../shared/layout/layers.ts';
import type { Reading } from './reading.ts';
import type { Raw } from './story-file.ts';

const placedLists = ['elements', 'jumpers', 'branches', 'notes'] as const;
type PlacedList = (typeof placedLists)[number];
const usual: Readonly<Record<PlacedList, { width: number; height: number }>> = {
  elements: sizeIn(kinds.element.defaults),
  notes: sizeIn(kinds.note.defaults),
  jumpers: sizeIn(kinds.jumper.defaults),
  branches: { width: BRANCH_WIDTH, height: BRANCH_HEIGHT },
};

function sizeIn({ width = 0, height = 0 }: { width?: number; height?: number }): { width: number; height: number } {
  return { width, height };
}

interface Board {
  readonly story: Size[];
  readonly apart: Size[];
  readonly arrows: Arrow[];
  lacksPositions: boolean;
}

/** x, y, width and height of items where the file does not give them all; the others keep what the file says. */
export async function readGeometry(reading: Reading): Promise<Map<string, Raw>> {
  const boxes = new Map<string, Raw>();
  const boards = new Map<string, Board>();
  for (const list of placedLists)
    for (const [id, raw] of reading.file.all(list)) {
      const board = boardOf(boards, reading.placeOf(id)?.parent ?? '');
      const size = sizeOf(list, id, raw);
      (list === 'notes' ? board.apart : board.story).push(size);
      if ((raw.x ?? null) === null || (raw.y ?? null) === null) board.lacksPositions = true;
      else nudge(reading, boxes, list, raw, size);
      const rest = reading.pace.work(0.1);
      if (rest) await rest;
    }
  if ([...boards.values()].some(({ lacksPositions }) => lacksPositions)) await layOutBoards(reading, boards, boxes);
  return boxes;
}

async function layOutBoards(reading: Reading, boards: ReadonlyMap<string, Board>, boxes: Map<string, Raw>): Promise<void> {
  for (const [id, raw] of reading.file.all('connections')) {
    const board = boards.get(reading.placeOf(id)?.parent ?? '');
    if (board?.lacksPositions && typeof raw.sourceid === 'string' && typeof raw.targetid === 'string')
      board.arrows.push({
        from: reading.file.homeOf(raw.sourceid) === 'conditions' ? (reading.placeOf(raw.sourceid)?.parent ?? '') : raw.sourceid,
        to: raw.targetid,
      });
  }
  for (const [id, board] of boards) {
    if (!board.lacksPositions) continue;
    const start = board.story.findIndex((size) => size.id === reading.file.root.startingElement);
    const first = board.story[start];
    const story = first ? [{ ...first, isStart: true }, ...board.story.toSpliced(start, 1)] : board.story;
    const layout = await layOut(story, board.arrows, board.apart, () => reading.pace.rest());
    reading.remarks.count('laidOut');
    if (layout?.isShrunk) reading.remarks.count('shrunk');
    if (!layout) reading.faults.wrong(`boards.${id}`, 'holds more than fits on a canvas');
    for (const size of [...board.story, ...board.apart]) {
      const box = layout?.boxes.get(size.id) ?? { x: 0, y: 0, width: size.width, height: size.height };
      boxes.set(size.id, size.isFixed ? { x: box.x, y: box.y } : { ...box });
    }
    await reading.pace.rest();
  }
}

function boardOf(boards: Map<string, Board>, id: string): Board {
  const board = boards.get(id) ?? { story: [], apart: [], arrows: [], lacksPositions: false };
  boards.set(id, board);
  return board;
}

function sizeOf(list: PlacedList, id: string, raw: Raw): Size {
  if (list === 'branches') return { id, ...usual.branches, isFixed: true };
  return { id, width: extent(raw.width, usual[list].width), height: extent(raw.height, usual[list].height) };
}

const extent = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 && value <= CANVAS ? value : otherwise;

/** A file that gives positions but no sizes (Unity, 2025) cannot know that ours would reach over the edge. */
function nudge(reading: Reading, boxes: Map<string, Raw>, list: PlacedList, raw: Raw, { id, width, height }: Size): void {
  if (list === 'branches' || typeof raw.x !== 'number' || typeof raw.y !== 'number') return;
  const x = (raw.width ?? null) === null && raw.x <= CANVAS ? Math.min(raw.x, CANVAS - width) : raw.x;
  const y = (raw.height ?? null) === null && raw.y <= CANVAS ? Math.min(raw.y, CANVAS - height) : raw.y;
  if (x === raw.x && y === raw.y) return;
  boxes.set(id, { x, y });
  reading.remarks.count('moved');
}
