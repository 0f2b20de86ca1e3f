/** How much detail of items is drawn: at low zoom only what is readable, and at very low zoom one picture of the board (board-overview.tsx). */
import { createContext } from 'react';

export type DetailLevel = 'near' | 'far';

/** At this zoom and above, the texts of items are easy to read. */
export const READABLE_ZOOM = 0.6;
/** Below this zoom, items show only their names. */
export const SIMPLIFIED_ZOOM = 0.4;
/** Below this zoom, the board is painted as one picture. */
export const OVERVIEW_ZOOM = 0.35;

export const DetailLevelContext = createContext<DetailLevel>('near');

/** At these zooms, connection handles grow by a step. The steps are few, because each lets the browser compute the styles of all cards again. */
const HANDLE_ZOOMS = [1, 0.7, 0.5];

/** At these zooms, the names on cards grow by a step; above the first, they have their normal size. */
const NAME_ZOOMS = [READABLE_ZOOM, 0.5, SIMPLIFIED_ZOOM, OVERVIEW_ZOOM];
/** The size of names on screen at which they can be read, in pixels: a little larger than in the overview, where they have more contrast. */
const NAME_SIZE = 10.5;

/** The size of names on cards, in canvas pixels: on screen they have about the same size at every zoom below the readable one. Null above it. */
export function nameSizeAt(zoom: number): number | null {
  if (zoom >= READABLE_ZOOM) return null;
  return Math.round(NAME_SIZE / (NAME_ZOOMS.find((each) => zoom >= each) ?? OVERVIEW_ZOOM));
}

/** How much larger handles are drawn on the canvas, so that their targets have at least 20 pixels on screen wherever cards are drawn as nodes. */
export function handleScaleAt(zoom: number): number {
  const step = HANDLE_ZOOMS.find((each) => zoom >= each) ?? OVERVIEW_ZOOM;
  return 1 / step;
}
