/** The action that opens the settings of the project. */

import { BookOpen } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';

export const projectActions = [
  {
    name: 'projectSettings',
    group: 'Story',
    label: 'project.about.title',
    icon: BookOpen,
    menus: [{ menu: 'project.menu', section: 1, order: 2, label: 'workspace.aboutEntry' }],
    isEnabled: isProjectOpen,
    run: async () => (await import('./project-dialog.tsx')).showProjectSettings(),
  },
] as const satisfies readonly Action[];
