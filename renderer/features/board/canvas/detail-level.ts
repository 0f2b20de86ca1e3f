/** How much detail of items is drawn: at low zoom only what is readable, and at very low zoom one picture of the board (board-overview.tsx). */
import { createContext } from 'react';

export type DetailLevel = 'near' | 'far';

/** At this zoom and above, the texts of items are easy to read. */
export const readableZoom = 0.6;
/** Below this zoom, items show only their names. */
export const simplifiedZoom = 0.4;
/** Below this zoom, the board is painted as one picture. */
export const overviewZoom = 0.35;

export const DetailLevelContext = createContext<DetailLevel>('near');

/** At these zooms, connection handles grow by a step. The steps are few, because each lets the browser compute the styles of all cards again. */
const handleZooms = [1, 0.7, 0.5];

/** At these zooms, the names on cards grow by a step; above the first, they have their normal size. */
const nameZooms = [readableZoom, 0.5, simplifiedZoom, overviewZoom];
/** The size of names on screen at which they can be read, in pixels: a little larger than in the overview, where they have more contrast. */
const nameSize = 10.5;

/** The size of names on cards, in canvas pixels: on screen they have about the same size at every zoom below the readable one. Null above it. */
export function nameSizeAt(zoom: number): number | null {
  if (zoom >= readableZoom) return null;
  return Math.round(nameSize / (nameZooms.find((each) => zoom >= each) ?? overviewZoom));
}

/** How much larger handles are drawn on the canvas, so that their targets have at least 20 pixels on screen wherever cards are drawn as nodes. */
export function handleScaleAt(zoom: number): number {
  const step = handleZooms.find((each) => zoom >= each) ?? overviewZoom;
  return 1 / step;
}
