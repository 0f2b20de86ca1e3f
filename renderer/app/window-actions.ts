/** Actions of the window frame. */

import { type Action, isProjectOpen } from '../commands/action.ts';
import { focusAdjacentPane } from '../navigation/focus-pane.ts';

export const windowActions = [
  {
    name: 'nextPane',
    group: 'Panes',
    label: 'actions.nextPane',
    shortcuts: ['F6'],
    isEnabled: isProjectOpen,
    run: () => focusAdjacentPane(1),
  },
  {
    name: 'previousPane',
    group: 'Panes',
    label: 'actions.previousPane',
    shortcuts: ['Shift+F6'],
    isEnabled: isProjectOpen,
    run: () => focusAdjacentPane(-1),
  },
] as const satisfies readonly Action[];
