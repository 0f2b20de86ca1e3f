/** The view of the stylesheet of the story. */
import { Paintbrush } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';

export const feature = {
  tabs: [
    {
      name: 'stylesheet',
      label: 'stylesheet.title',
      icon: Paintbrush,
      Content: lazyComponent(async () => (await import('./stylesheet-view.tsx')).StylesheetView),
      action: {
        label: 'stylesheet.action',
        menus: [{ menu: 'project.menu', section: 1, order: 5, label: 'stylesheet.title' }],
      },
    },
  ],
} as const satisfies Feature;
