/** All actions of the board, and its keys that are not actions. */
import { arrangeActions } from './actions/arrange-actions.ts';
import { connectionActions } from './actions/connection-actions.ts';
import { itemActions } from './actions/item-actions.ts';
import { viewActions } from './actions/view-actions.ts';

export const boardActions = [...itemActions, ...connectionActions, ...arrangeActions, ...viewActions] as const;

/** The keys that the canvas and the list handle themselves. */
export const boardShortcuts = {
  heading: { group: 'Board' },
  entries: [
    { keys: ['A–Z', '0–9'], label: 'actions.onBoard.type' },
    { keys: ['Tab', 'Shift+Tab'], label: 'actions.onBoard.goToItem' },
    { keys: ['←↑↓→'], label: 'actions.onBoard.move' },
    { keys: ['Shift+F10'], label: 'actions.onBoard.menu' },
    { keys: ['Space'], label: 'actions.onBoard.choose' },
  ],
} as const;

/** The keys while a text is edited on the board. */
export const writingShortcuts = {
  heading: { text: 'board.writing.heading' },
  entries: [
    { keys: ['Tab', 'Shift+Tab'], label: 'board.writing.keys.goToText' },
    { keys: ['Enter'], label: 'board.writing.keys.enter' },
    { keys: ['Alt+F10'], label: 'board.writing.keys.toolbar' },
    { keys: ['Escape'], label: 'board.writing.keys.leave' },
  ],
} as const;
