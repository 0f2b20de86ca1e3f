/** Escape leads back to the board from any field of the inspector. */
import { focusBoard } from './board-view.ts';

export const returnToBoard = (): void => focusBoard();
