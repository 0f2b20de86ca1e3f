/** The action that opens the variables. */

import { Variable } from 'lucide-react';
import { message } from '../../../shared/messages/message.ts';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { lazyDialog } from '../../commands/lazy-dialog.ts';

export const variableActions = [
  {
    name: 'variables',
    group: 'Story',
    label: 'actions.variables',
    icon: Variable,
    shortcuts: ['Alt+V'],
    menus: [{ menu: 'project.menu', section: 1, order: 1, label: 'workspace.variablesEntry' }],
    isEnabled: isProjectOpen,
    run: lazyDialog({
      load: async () => (await import('./variables-dialog.tsx')).showVariables,
      loadingText: message('variables.opening'),
      failureText: message('variables.loadFailed'),
    }),
  },
] as const satisfies readonly Action[];
