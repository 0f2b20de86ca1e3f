/** The view of the variables. */
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { kindIcons } from '../../ui/icons.ts';

export const feature = {
  tabs: [
    {
      name: 'variables',
      label: 'variables.variables',
      icon: kindIcons.variable,
      Content: lazyComponent(async () => (await import('./variables-view.tsx')).VariablesView),
      action: {
        label: 'actions.variables',
        shortcuts: ['Alt+V'],
        menus: [{ menu: 'project.menu', section: 1, order: 1 }],
      },
    },
  ],
} as const satisfies Feature;
