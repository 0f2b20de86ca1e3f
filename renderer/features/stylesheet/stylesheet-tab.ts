/** The view of the stylesheet of the story. */
import { Paintbrush } from 'lucide-react';
import type { TabView } from '../../commands/tab-view.ts';

export const stylesheetTab = {
  name: 'stylesheet',
  label: 'stylesheet.title',
  icon: Paintbrush,
  load: async () => (await import('./stylesheet-view.tsx')).StylesheetView,
  action: { label: 'stylesheet.action', menus: [{ menu: 'project.menu', section: 1, order: 5, label: 'stylesheet.title' }] },
} as const satisfies TabView;
