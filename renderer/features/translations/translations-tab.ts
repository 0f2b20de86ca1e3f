/** The view of the translations. */
import { Table2 } from 'lucide-react';
import type { TabView } from '../../commands/tab-view.ts';

export const translationsTab = {
  name: 'translations',
  label: 'translations.title',
  icon: Table2,
  load: async () => (await import('./translations-view.tsx')).TranslationsView,
  action: { label: 'translations.action', shortcuts: ['Alt+Shift+L'], menus: [{ menu: 'project.menu', section: 1, order: 4 }] },
} as const satisfies TabView;
