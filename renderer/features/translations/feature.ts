/** The view of the translations, and the languages of the project. */
import { Languages, Table2 } from 'lucide-react';
import { isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';

const languagesDialog = lazyCode(() => import('./languages-dialog.tsx'));

export const feature = {
  actions: [
    {
      name: 'languages',
      group: 'Story',
      label: 'actions.languages',
      icon: Languages,
      menus: [{ menu: 'project.menu', section: 1, order: 3 }],
      isEnabled: isProjectOpen,
      run: () => languagesDialog.run(({ showLanguagesDialog }) => showLanguagesDialog()),
    },
  ],
  tabs: [
    {
      name: 'translations',
      label: 'translations.title',
      icon: Table2,
      Content: lazyComponent(async () => (await import('./translations-view.tsx')).TranslationsView),
      action: {
        label: 'translations.action',
        shortcuts: ['Alt+Shift+L'],
        menus: [{ menu: 'project.menu', section: 1, order: 4 }],
      },
    },
  ],
} as const satisfies Feature;
