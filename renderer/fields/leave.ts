/** Escape leads back to the board from any field of the inspector. */
import { focusBoard } from '../state/board-view.ts';

export const leaveToBoard = (): void => focusBoard();
