/** The boards of the story: what can be done on one, and its keys that are not actions. */
import type { Feature } from '../../commands/feature.ts';
import { arrangeActions } from './actions/arrange-actions.ts';
import { connectionActions } from './actions/connection-actions.ts';
import { itemActions } from './actions/item-actions.ts';
import { viewActions } from './actions/view-actions.ts';

export const feature = {
  actions: [...itemActions, ...connectionActions, ...arrangeActions, ...viewActions],
  keys: [
    // The keys that the canvas and the list handle themselves.
    {
      heading: { group: 'Board' },
      entries: [
        { keys: ['A–Z', '0–9'], label: 'actions.onBoard.type' },
        { keys: ['Tab', 'Shift+Tab'], label: 'actions.onBoard.goToItem' },
        { keys: ['←↑↓→'], label: 'actions.onBoard.move' },
        { keys: ['Shift+F10'], label: 'actions.onBoard.menu' },
        { keys: ['Space'], label: 'actions.onBoard.choose' },
      ],
    },
    // The keys while a text is edited on the board.
    {
      heading: { text: 'board.writing.heading' },
      entries: [
        { keys: ['Tab', 'Shift+Tab'], label: 'board.writing.keys.goToText' },
        { keys: ['Enter'], label: 'board.writing.keys.enter' },
        { keys: ['Alt+F10'], label: 'board.writing.keys.toolbar' },
        { keys: ['Escape'], label: 'board.writing.keys.leave' },
      ],
    },
  ],
} as const satisfies Feature;
