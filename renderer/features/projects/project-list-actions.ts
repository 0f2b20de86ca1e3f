/** Actions of the project list. */

import { ArrowLeft, Package, Plus } from 'lucide-react';
import { type Action, alwaysEnabled, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { importIcon } from '../../ui/transfer-icons.ts';
import { showNewProjectDialog } from './new-project-dialog.tsx';

export const projectListActions = [
  {
    name: 'newProject',
    group: 'Projects',
    label: 'actions.newProject',
    icon: Plus,
    shortcuts: shortcutsByShell('Mod+N', 'Alt+N'),
    isEnabled: alwaysEnabled,
    run: () => showNewProjectDialog(),
  },
  {
    name: 'importProject',
    group: 'Projects',
    label: 'actions.importProject',
    icon: importIcon,
    shortcuts: shortcutsByShell('Mod+O', 'Alt+O'),
    isEnabled: alwaysEnabled,
    run: async () => (await import('./import-project-dialog.tsx')).showImportProjectDialog(),
  },
  {
    name: 'exportProjectFile',
    group: 'Projects',
    label: 'projects.exportFile.entry',
    icon: Package,
    menus: [{ menu: 'project.menu', section: 1, order: 7 }],
    isEnabled: isProjectOpen,
    run: async () => {
      const { hash, project } = openProjectStore.getState();
      if (hash === null) return;
      const { exportProjectFile } = await import('./export-project-file.tsx');
      await exportProjectFile({ hash, name: project.projectRecord.name });
    },
  },
  {
    name: 'projects',
    group: 'Story',
    label: 'actions.projects',
    icon: ArrowLeft,
    shortcuts: ['Alt+Home'],
    menus: [{ menu: 'project.back', label: 'workspace.projects' }],
    isEnabled: isProjectOpen,
    run: goToProjectList,
  },
] as const satisfies readonly Action[];
