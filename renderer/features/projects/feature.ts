/** The list of projects: creating, importing and exporting them. */

import { ArrowLeft, Package, Plus } from 'lucide-react';
import { alwaysEnabled, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { lazyCode } from '../../platform/lazy-code.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { importIcon } from '../../ui/icons.ts';

const newProjectDialog = lazyCode(() => import('./new-project-dialog.tsx'));
const importDialog = lazyCode(() => import('./import-project-dialog.tsx'));
const projectFile = lazyCode(() => import('./export-project-file.tsx'));

export const feature = {
  actions: [
    {
      name: 'newProject',
      group: 'Projects',
      label: 'actions.newProject',
      icon: Plus,
      shortcuts: shortcutsByShell('Mod+N', 'Alt+N'),
      isEnabled: alwaysEnabled,
      run: () => newProjectDialog.run(({ showNewProjectDialog }) => showNewProjectDialog()),
    },
    {
      name: 'importProject',
      group: 'Projects',
      label: 'actions.importProject',
      icon: importIcon,
      shortcuts: shortcutsByShell('Mod+O', 'Alt+O'),
      isEnabled: alwaysEnabled,
      run: () => importDialog.run(({ showImportProjectDialog }) => showImportProjectDialog()),
    },
    {
      name: 'exportProjectFile',
      group: 'Story',
      label: 'projects.exportFile.entry',
      icon: Package,
      menus: [{ menu: 'project.menu', section: 1, order: 8 }],
      isEnabled: isProjectOpen,
      run: () => {
        const { hash, project } = openProjectStore.getState();
        if (hash !== null) void projectFile.run(({ exportProjectFile }) => exportProjectFile({ hash, name: project.projectRecord.name }));
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
  ],
  dialogs: {
    /** Imports a file that was opened from outside the window. */
    importFile: (path: string) => importDialog.run(({ importPath }) => importPath(path)),
  },
} as const satisfies Feature;
