/** Where the editor of a text is placed over the board: on its card, but never too small to read nor outside of the visible part. Pure. */
import type { Box } from '../../../../shared/layout/geometry.ts';

interface EditorPlacement {
  /** The top left corner, in pixels of the board's visible part. */
  readonly left: number;
  readonly top: number;
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
export const LEGIBLE_ZOOM = 0.85;
const MARGIN = 12;
/** Room for the formatting toolbar above the editor, and for the toolbars of the board below it. */
const ROOM_ABOVE = 46;
const ROOM_BELOW = 72;
/** A text grows at least by this much before it scrolls. */
const ROOM_TO_GROW = 96;

/** `box` is the text's place on the canvas. `minWidth` is the narrowest editor, in pixels before scaling. */
export function placeEditor(box: Box, board: VisibleBoard, minWidth: number): EditorPlacement {
  const isLegible = board.zoom >= LEGIBLE_ZOOM;
  const wanted = isLegible ? board.zoom : 1;
  const width = Math.max(box.width, minWidth);
  const scale = Math.min(wanted, Math.max(0.5, (board.width - 2 * MARGIN) / width));
  const room = Math.max(0, board.height - ROOM_ABOVE - ROOM_BELOW) / scale;
  const minHeight = Math.min(box.height, room);
  const center = { x: (box.x + box.width / 2) * board.zoom + board.x, y: (box.y + box.height / 2) * board.zoom + board.y };
  const left = center.x - (width * scale) / 2;
  const top = isLegible ? box.y * board.zoom + board.y : center.y - (minHeight * scale) / 2;
  const height = Math.min(minHeight + ROOM_TO_GROW, room) * scale;
  const placedTop = clamp(top, ROOM_ABOVE, board.height - ROOM_BELOW - height);
  return {
    left: clamp(left, MARGIN, board.width - MARGIN - width * scale),
    top: placedTop,
    scale,
    width,
    minHeight,
    maxHeight: Math.max(minHeight, (board.height - ROOM_BELOW - placedTop) / scale),
  };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
