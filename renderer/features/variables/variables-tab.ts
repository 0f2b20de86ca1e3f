/** The view of the variables. */
import type { TabView } from '../../commands/tab-view.ts';
import { kindIcons } from '../../ui/kind-icons.ts';

export const variablesTab = {
  name: 'variables',
  label: 'variables.variables',
  icon: kindIcons.variable,
  load: async () => (await import('./variables-view.tsx')).VariablesView,
  action: { label: 'actions.variables', shortcuts: ['Alt+V'], menus: [{ menu: 'project.menu', section: 1, order: 1 }] },
} as const satisfies TabView;
