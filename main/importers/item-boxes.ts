/** Reads positions and sizes. Boards without any positions are laid out automatically; on others, items without one are placed below the rest (G28). */

import type { JsonObject } from '../../shared/json.ts';
import { layOutBoard } from '../../shared/layout/board-layout.ts';
import { type Box, boundsOf, clampShift, type Point } from '../../shared/layout/geometry.ts';
import type { LayoutEdge, LayoutItem } from '../../shared/layout/layered-sections.ts';
import { targetTypes } from '../../shared/model/kinds/connection.ts';
import { canvasSize } from '../../shared/model/kinds/field-schemas.ts';
import { defaultItemSize, type ItemKind, itemKinds, kinds } from '../../shared/model/kinds/kinds.ts';
import type { DecodeStep, ItemBoxes, StoryDecoder } from '../story-format/story-decoder.ts';
import { storyFault } from '../story-format/story-fault.ts';
import type { YieldingProgress } from './yielding-progress.ts';

/** Whether connections lead to items of the kind, so that a layout arranges them by the story. Others are placed beside it. */
const isInStory = (kind: ItemKind): boolean => kind in targetTypes;
/** Whether all items of the kind have the same size, which files do not contain. */
const hasFixedSize = (kind: ItemKind): boolean => kinds[kind].itemSize !== 'own';

/** The gap between the items of a board that have a position and those that are placed beside them. */
const placedGap = 80;

interface BoardLayoutInput {
  /** Items that connections can join, and others, that have no position. */
  readonly items: LayoutItem[];
  readonly notes: LayoutItem[];
  readonly connections: LayoutEdge[];
  /** The boxes of the items that have a position. */
  readonly placed: Box[];
}

/** The x, y, width and height of items for which the file does not contain all of them; existing values are kept. */
export function* readItemBoxes(decoder: StoryDecoder, progress: YieldingProgress): Generator<DecodeStep, ItemBoxes> {
  const boxes = new Map<string, JsonObject>();
  const boards = new Map<string, BoardLayoutInput>();
  for (const kind of itemKinds)
    for (const [id, raw] of decoder.file.entriesOf(kinds[kind].plural)) {
      const board = getBoardInput(boards, decoder.placementOf(id)?.parent ?? '');
      const size = itemSize(kind, id, raw);
      // [G34] a single coordinate that is missing or invalid remains so, and is an error.
      if (isMissing(raw.x) && isMissing(raw.y)) (isInStory(kind) ? board.items : board.notes).push(size);
      else {
        const box = readPosition(decoder, boxes, raw, size);
        if (box) board.placed.push(box);
      }
      yield 0.1;
    }
  if ([...boards.values()].some(needsLayout)) yield layOutBoards(decoder, boards, boxes, progress);
  return boxes;
}

async function layOutBoards(
  decoder: StoryDecoder,
  boards: ReadonlyMap<string, BoardLayoutInput>,
  boxes: Map<string, JsonObject>,
  progress: YieldingProgress,
): Promise<void> {
  for (const [id, raw] of decoder.file.entriesOf('connections')) {
    const board = boards.get(decoder.placementOf(id)?.parent ?? '');
    if (board && needsLayout(board) && typeof raw.sourceid === 'string' && typeof raw.targetid === 'string')
      board.connections.push({
        from: decoder.file.collectionOf(raw.sourceid) === 'conditions' ? (decoder.placementOf(raw.sourceid)?.parent ?? '') : raw.sourceid,
        to: raw.targetid,
      });
  }
  for (const [id, board] of boards) {
    if (!needsLayout(board)) continue;
    const start = board.items.findIndex((size) => size.id === decoder.file.root.startingElement);
    const first = board.items[start];
    const story = first ? [{ ...first, isStart: true }, ...board.items.toSpliced(start, 1)] : board.items;
    const layout = await layOutBoard(story, board.connections, board.notes, () => progress.yieldAndReport());
    const all = [...board.items, ...board.notes];
    if (board.placed.length === 0) decoder.policy.note('laidOut');
    else decoder.policy.note('placed', all.length);
    if (layout?.isScaledDown) decoder.policy.note('shrunk');
    if (!layout) decoder.policy.addInvalidValue(`boards.${id}`, storyFault('boardTooFull'));
    const { x: dx, y: dy } = shiftBeside(board.placed, [...(layout?.boxes.values() ?? [])]);
    for (const size of all) {
      const { x, y, width, height } = layout?.boxes.get(size.id) ?? { x: 0, y: 0, width: size.width, height: size.height };
      boxes.set(size.id, { x: x + dx, y: y + dy, ...(!size.isFixed && { width, height }) });
    }
    await progress.yieldAndReport();
  }
}

const needsLayout = ({ items, notes }: BoardLayoutInput): boolean => items.length + notes.length > 0;

/** The shift of a layout to below the placed boxes; to the right of them where there is no room below, inside the canvas in any case. */
function shiftBeside(placed: readonly Box[], layout: readonly Box[]): Point {
  const [others, own] = [boundsOf(placed), boundsOf(layout)];
  if (!others || !own) return { x: 0, y: 0 };
  const bottom = others.y + others.height + placedGap;
  const right = others.x + others.width + placedGap;
  const isBeside = bottom + own.height > canvasSize && right + own.width <= canvasSize;
  const [x, y] = isBeside ? [right, others.y] : [others.x, bottom];
  return clampShift(layout, x - own.x, y - own.y);
}

const isMissing = (coordinate: unknown): boolean => (coordinate ?? null) === null;

function getBoardInput(boards: Map<string, BoardLayoutInput>, id: string): BoardLayoutInput {
  const board = boards.get(id) ?? { items: [], notes: [], connections: [], placed: [] };
  boards.set(id, board);
  return board;
}

function itemSize(kind: ItemKind, id: string, raw: JsonObject): LayoutItem {
  const size = defaultItemSize(kind);
  if (hasFixedSize(kind)) return { id, ...size, isFixed: true };
  return { id, width: validExtentOr(raw.width, size.width), height: validExtentOr(raw.height, size.height) };
}

const validExtentOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 && value <= canvasSize ? value : otherwise;

/**
 * The box of an item if its file contains a position. In a file without sizes (Unity, 2025), our default sizes may extend beyond the edge of the canvas: the
 * item is moved.
 */
function readPosition(
  decoder: StoryDecoder,
  boxes: Map<string, JsonObject>,
  raw: JsonObject,
  { id, width, height, isFixed = false }: LayoutItem,
): Box | null {
  if (typeof raw.x !== 'number' || typeof raw.y !== 'number') return null;
  const x = !isFixed && isMissing(raw.width) && raw.x <= canvasSize ? Math.min(raw.x, canvasSize - width) : raw.x;
  const y = !isFixed && isMissing(raw.height) && raw.y <= canvasSize ? Math.min(raw.y, canvasSize - height) : raw.y;
  if (x !== raw.x || y !== raw.y) {
    boxes.set(id, { x, y });
    decoder.policy.note('moved');
  }
  return { x, y, width, height };
}
