/** The actions that open the translations and the languages of the project. */

import { Languages, Table2 } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { showLanguages } from './languages-dialog.tsx';
import { showTranslations } from './show-translations.tsx';

export const translationActions = [
  {
    name: 'translations',
    group: 'Story',
    label: 'translations.action',
    icon: Table2,
    shortcuts: ['Alt+Shift+L'],
    menus: [{ menu: 'project.menu', section: 1, order: 4, label: 'workspace.translationsEntry' }],
    isEnabled: isProjectOpen,
    run: () => showTranslations(),
  },
  {
    name: 'languages',
    group: 'Story',
    label: 'actions.languages',
    icon: Languages,
    menus: [{ menu: 'project.menu', section: 1, order: 3, label: 'workspace.languagesEntry' }],
    isEnabled: isProjectOpen,
    run: () => showLanguages(),
  },
] as const satisfies readonly Action[];
