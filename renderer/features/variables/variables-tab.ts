/** The view of the variables. */
import { Variable } from 'lucide-react';
import type { TabView } from '../../commands/tab-view.ts';

export const variablesTab = {
  name: 'variables',
  label: 'variables.variables',
  icon: Variable,
  load: async () => (await import('./variables-view.tsx')).VariablesView,
  action: { label: 'actions.variables', shortcuts: ['Alt+V'], menus: [{ menu: 'project.menu', section: 1, order: 1 }] },
} as const satisfies TabView;
