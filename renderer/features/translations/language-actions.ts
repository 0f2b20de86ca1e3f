/** The action that opens the languages of the project. */

import { Languages } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';

export const languageActions = [
  {
    name: 'languages',
    group: 'Story',
    label: 'actions.languages',
    icon: Languages,
    menus: [{ menu: 'project.menu', section: 1, order: 3 }],
    isEnabled: isProjectOpen,
    run: async () => (await import('./languages-dialog.tsx')).showLanguagesDialog(),
  },
] as const satisfies readonly Action[];
