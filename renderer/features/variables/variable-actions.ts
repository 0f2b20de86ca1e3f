/** The action that opens the variables. */

import { Variable } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { showVariables } from './show-variables.tsx';

export const variableActions = [
  {
    name: 'variables',
    group: 'Story',
    label: 'actions.variables',
    icon: Variable,
    shortcuts: ['Alt+V'],
    menus: [{ menu: 'project.story' }, { menu: 'project.menu', section: 1, order: 1, label: 'workspace.variablesEntry' }],
    isEnabled: isProjectOpen,
    run: () => showVariables(),
  },
] as const satisfies readonly Action[];
