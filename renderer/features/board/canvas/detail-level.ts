/** How much of an item is drawn. Far away only what can be read from there; farther still the board is one picture (overview.tsx). */
import { createContext } from 'react';

export type DetailLevel = 'near' | 'far';

/** From this zoom on the texts of items can be read with ease. */
export const READABLE_ZOOM = 0.6;
/** Below this zoom items show their names only. */
export const SIMPLIFIED_ZOOM = 0.4;
/** Below this zoom the board is drawn on one canvas. */
export const OVERVIEW_ZOOM = 0.35;

export const DetailLevelContext = createContext<DetailLevel>('near');
