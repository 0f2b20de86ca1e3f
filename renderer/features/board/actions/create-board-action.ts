/** An action of the board, whether it is shown as a canvas or as a list. Its shortcuts work only while the board has the focus. */
import type { Action } from '../../../commands/action.ts';

export const createBoardAction = <const N extends string>(
  action: Omit<Action, 'name' | 'group' | 'context'> & { readonly name: N },
): Action & { readonly name: N } => ({ ...action, group: 'Board', context: 'board' });
