/** The view of the project settings. */
import { BookOpen } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';

export const feature = {
  tabs: [
    {
      name: 'projectSettings',
      label: 'project.about.title',
      icon: BookOpen,
      Content: lazyComponent(async () => (await import('./project-view.tsx')).ProjectView),
      action: { label: 'project.about.title', menus: [{ menu: 'project.menu', section: 1, order: 2 }] },
    },
  ],
} as const satisfies Feature;
