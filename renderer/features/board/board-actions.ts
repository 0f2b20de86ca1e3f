/** All actions of the board. */
import { arrangeActions } from './actions/arrange-actions.ts';
import { connectionActions } from './actions/connection-actions.ts';
import { itemActions } from './actions/item-actions.ts';
import { viewActions } from './actions/view-actions.ts';

export const boardActions = [...itemActions, ...connectionActions, ...arrangeActions, ...viewActions] as const;
