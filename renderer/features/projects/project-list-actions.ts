/** Actions of the project list. */

import { ArrowLeft, Download, Plus } from 'lucide-react';
import { type Action, isProjectListShown, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { showImportProject } from './import-project-dialog.tsx';
import { showNewProject } from './new-project-dialog.tsx';

export const projectListActions = [
  {
    name: 'newProject',
    group: 'Projects',
    label: 'actions.newProject',
    icon: Plus,
    shortcuts: shortcutsByShell('Mod+N', 'Alt+N'),
    isEnabled: isProjectListShown,
    run: () => showNewProject(),
  },
  {
    name: 'importProject',
    group: 'Projects',
    label: 'actions.importProject',
    icon: Download,
    shortcuts: shortcutsByShell('Mod+O', 'Alt+O'),
    isEnabled: isProjectListShown,
    run: () => showImportProject(),
  },
  {
    name: 'projects',
    group: 'Story',
    label: 'actions.projects',
    icon: ArrowLeft,
    shortcuts: ['Alt+Home'],
    menus: [{ menu: 'project.back' }],
    isEnabled: isProjectOpen,
    run: goToProjectList,
  },
] as const satisfies readonly Action[];
