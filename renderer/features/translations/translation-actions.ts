/** The actions that open the translations and the languages of the project. */

import { Languages, Table2 } from 'lucide-react';
import { message } from '../../../shared/messages/message.ts';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { lazyDialog } from '../../commands/lazy-dialog.ts';

export const translationActions = [
  {
    name: 'translations',
    group: 'Story',
    label: 'translations.action',
    icon: Table2,
    shortcuts: ['Alt+Shift+L'],
    menus: [{ menu: 'project.menu', section: 1, order: 4, label: 'workspace.translationsEntry' }],
    isEnabled: isProjectOpen,
    run: lazyDialog({
      load: async () => (await import('./translations-dialog.tsx')).showTranslations,
      loadingText: message('translations.opening'),
      failureText: message('translations.notLoaded'),
    }),
  },
  {
    name: 'languages',
    group: 'Story',
    label: 'actions.languages',
    icon: Languages,
    menus: [{ menu: 'project.menu', section: 1, order: 3, label: 'workspace.languagesEntry' }],
    isEnabled: isProjectOpen,
    run: async () => (await import('./languages-dialog.tsx')).showLanguages(),
  },
] as const satisfies readonly Action[];
