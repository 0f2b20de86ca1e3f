/** The view of the project settings. */
import { BookOpen } from 'lucide-react';
import type { TabView } from '../../commands/tab-view.ts';

export const projectTab = {
  name: 'projectSettings',
  label: 'project.about.title',
  icon: BookOpen,
  load: async () => (await import('./project-view.tsx')).ProjectView,
  action: { label: 'project.about.title', menus: [{ menu: 'project.menu', section: 1, order: 2 }] },
} as const satisfies TabView;
