/** Where the editor of a text is placed over the board: on its card, but never too small to read nor outside of the visible part. Pure. */
import { type Box, clamp } from '../../../../shared/layout/geometry.ts';
import { defaultLabelWidth } from '../../../../shared/layout/routing/label-size.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { connectionPath } from '../../../records/board/connection-geometry.ts';
import { frameTitleHeight } from '../../../records/board/frames.ts';
import { conditionRowBox, findFrame } from '../../../records/board/items.ts';
import type { BoardScene } from '../canvas/board-scene.ts';
import type { EditingTarget } from './card-editing.ts';

interface EditorPlacement {
  /** The distance from the left edge of the board's visible part, in its pixels. */
  readonly left: number;
  /** The edge from which `offset` is measured, and at which the editor stays while its text grows. */
  readonly anchor: 'top' | 'bottom';
  readonly offset: number;
  readonly scale: number;
  /** Before scaling. */
  readonly width: number;
  readonly minHeight: number;
  readonly maxHeight: number;
}

interface VisibleBoard {
  /** The position of the canvas and its zoom. */
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** Below this zoom, writing would strain the eyes: the editor has its full size then. */
export const legibleZoom = 0.85;
const margin = 12;
/** Room for the formatting toolbar above the editor, and for the toolbars of the board below it. */
const roomAbove = 46;
const roomBelow = 72;
/** A text grows at least by this much before it scrolls. */
const roomToGrow = 96;

/** `box` is the text's place on the canvas. `minWidth` is the narrowest editor, in pixels before scaling. */
export function placeEditor(box: Box, board: VisibleBoard, minWidth: number, align: 'corner' | 'center' = 'corner'): EditorPlacement {
  const wanted = board.zoom >= legibleZoom ? board.zoom : 1;
  const width = Math.max(box.width, minWidth);
  const scale = Math.min(wanted, Math.max(0.5, (board.width - 2 * margin) / width));
  const lowest = Math.max(roomAbove, board.height - roomBelow);
  const room = (lowest - roomAbove) / scale;
  const minHeight = Math.min(box.height, room);
  const card = { left: box.x * board.zoom + board.x, top: box.y * board.zoom + board.y };
  const [cardWidth, cardHeight] = [box.width * board.zoom, box.height * board.zoom];
  const left = align === 'corner' ? card.left : card.left + (cardWidth - width * scale) / 2;
  const common = { left: clamp(left, margin, board.width - margin - width * scale), scale, width, minHeight };
  const top = Math.max(roomAbove, align === 'corner' ? card.top : card.top + (cardHeight - minHeight * scale) / 2);
  if (top + Math.min(minHeight + roomToGrow, room) * scale <= lowest)
    return { ...common, anchor: 'top', offset: top, maxHeight: (lowest - top) / scale };
  // Near the lower edge it grows upwards, from the lower edge of the card or, where that is too high, of the editor in the card's place.
  const bottom = clamp(Math.max(card.top + cardHeight, top + minHeight * scale), roomAbove + minHeight * scale, lowest);
  return { ...common, anchor: 'bottom', offset: board.height - bottom, maxHeight: (bottom - roomAbove) / scale };
}

type EditedScene = Pick<BoardScene, 'index' | 'routes'>;

const labelHeight = 34;

/** The box of an item; of a frame, that of its title. */
const frameTitleBox = (project: Project, id: string, box: Box | undefined): Box | undefined =>
  box && findFrame(project, id) ? { ...box, width: Math.min(box.width, titleWidth), height: frameTitleHeight } : box;
const titleWidth = 360;

/** The place of an edited text on the canvas. Undefined if the record is no longer on the board. */
export function editingBox({ index, routes }: EditedScene, { id }: EditingTarget): Box | undefined {
  const { project, boxes, connections } = index;
  const condition = project.find('condition', id);
  if (condition) {
    const branch = boxes.get(condition.branchId);
    return branch && conditionRowBox(branch, project.childIds(condition.branchId, 'conditions').indexOf(id));
  }
  const connection = connections.get(id);
  if (!connection) return frameTitleBox(project, id, boxes.get(id));
  const { record, endpoints } = connection;
  const width = record.labelWidth ?? defaultLabelWidth;
  const { x, y } =
    routes.routeOf(connection)?.labelAt ?? connectionPath(record.type, endpoints.from, endpoints.to).pointAt(record.labelLocation);
  return { x: x - width / 2, y: y - labelHeight / 2, width, height: labelHeight };
}
