/** How much detail of items is drawn: at low zoom only what is readable, and at very low zoom one picture of the board (board-overview.tsx). */
import { createContext } from 'react';

type DetailLevel = 'near' | 'far';

/** At this zoom and above, the texts of items are easy to read. */
export const READABLE_ZOOM = 0.6;
/** Below this zoom, items show only their names. */
export const SIMPLIFIED_ZOOM = 0.4;
/** Below this zoom, the board is painted as one picture. */
export const OVERVIEW_ZOOM = 0.35;

export const DetailLevelContext = createContext<DetailLevel>('near');

/** At these zooms, connection handles grow by a step. The steps are few, because each lets the browser compute the styles of all cards again. */
const HANDLE_ZOOMS = [1, 0.7, 0.5];

/** How much larger handles are drawn on the canvas, so that their targets have at least 20 pixels on screen wherever cards are drawn as nodes. */
export function handleScaleAt(zoom: number): number {
  const step = HANDLE_ZOOMS.find((each) => zoom >= each) ?? OVERVIEW_ZOOM;
  return 1 / step;
}
