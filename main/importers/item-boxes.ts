/** Reads positions and sizes. Boards without any positions are laid out automatically (G28). */

import type { JsonObject } from '../../shared/json.ts';
import { layOutBoard } from '../../shared/layout/board-layout.ts';
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

interface BoardLayoutInput {
  readonly items: LayoutItem[];
  readonly notes: LayoutItem[];
  readonly connections: LayoutEdge[];
  needsLayout: boolean;
}

/** The x, y, width and height of items for which the file does not contain all of them; existing values are kept. */
export function* readItemBoxes(decoder: StoryDecoder, progress: YieldingProgress): Generator<DecodeStep, ItemBoxes> {
  const boxes = new Map<string, JsonObject>();
  const boards = new Map<string, BoardLayoutInput>();
  for (const kind of itemKinds)
    for (const [id, raw] of decoder.file.entriesOf(kinds[kind].plural)) {
      const board = getBoardInput(boards, decoder.placementOf(id)?.parent ?? '');
      const size = itemSize(kind, id, raw);
      const needsLayout = isMissing(raw.x) && isMissing(raw.y);
      // [G34] a single coordinate that is missing or invalid remains so, and is an error.
      if (needsLayout || hasPosition(raw)) (isInStory(kind) ? board.items : board.notes).push(size);
      if (needsLayout) board.needsLayout = true;
      else clampToCanvas(decoder, boxes, raw, size);
      yield 0.1;
    }
  if ([...boards.values()].some(({ needsLayout }) => needsLayout)) yield layOutBoards(decoder, boards, boxes, progress);
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
    if (board?.needsLayout && typeof raw.sourceid === 'string' && typeof raw.targetid === 'string')
      board.connections.push({
        from: decoder.file.collectionOf(raw.sourceid) === 'conditions' ? (decoder.placementOf(raw.sourceid)?.parent ?? '') : raw.sourceid,
        to: raw.targetid,
      });
  }
  for (const [id, board] of boards) {
    if (!board.needsLayout) continue;
    const start = board.items.findIndex((size) => size.id === decoder.file.root.startingElement);
    const first = board.items[start];
    const story = first ? [{ ...first, isStart: true }, ...board.items.toSpliced(start, 1)] : board.items;
    const layout = await layOutBoard(story, board.connections, board.notes, () => progress.yieldAndReport());
    decoder.policy.note('laidOut');
    if (layout?.isScaledDown) decoder.policy.note('shrunk');
    if (!layout) decoder.policy.addInvalidValue(`boards.${id}`, storyFault('boardTooFull'));
    for (const size of [...board.items, ...board.notes]) {
      const box = layout?.boxes.get(size.id) ?? { x: 0, y: 0, width: size.width, height: size.height };
      boxes.set(size.id, size.isFixed ? { x: box.x, y: box.y } : { ...box });
    }
    await progress.yieldAndReport();
  }
}

const isMissing = (coordinate: unknown): boolean => (coordinate ?? null) === null;
const hasPosition = ({ x, y }: JsonObject): boolean => typeof x === 'number' && typeof y === 'number';

function getBoardInput(boards: Map<string, BoardLayoutInput>, id: string): BoardLayoutInput {
  const board = boards.get(id) ?? { items: [], notes: [], connections: [], needsLayout: false };
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

/** In a file with positions but no sizes (Unity, 2025), our default sizes may extend beyond the edge of the canvas. */
function clampToCanvas(
  decoder: StoryDecoder,
  boxes: Map<string, JsonObject>,
  raw: JsonObject,
  { id, width, height, isFixed = false }: LayoutItem,
): void {
  if (isFixed || typeof raw.x !== 'number' || typeof raw.y !== 'number') return;
  const x = (raw.width ?? null) === null && raw.x <= canvasSize ? Math.min(raw.x, canvasSize - width) : raw.x;
  const y = (raw.height ?? null) === null && raw.y <= canvasSize ? Math.min(raw.y, canvasSize - height) : raw.y;
  if (x === raw.x && y === raw.y) return;
  boxes.set(id, { x, y });
  decoder.policy.note('moved');
}
