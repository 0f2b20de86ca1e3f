/** Actions that export the story, and the targets pane. */

import { Download, FolderPlus, FolderSync, Send } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import type { Pane } from '../../commands/pane.ts';
import { targetsStore } from '../../state/targets-store.ts';
import { exportAllTargets } from './export-targets.ts';

export const targetActions = [
  {
    name: 'exportNow',
    group: 'Story',
    label: 'actions.exportNow',
    icon: Send,
    shortcuts: ['Mod+Shift+E'],
    isEnabled: () => isProjectOpen() && targetsStore.getState().list.some(({ on }) => on),
    run: exportAllTargets,
  },
  {
    name: 'exportToFile',
    group: 'Story',
    label: 'actions.saveToFile',
    icon: Download,
    shortcuts: ['Mod+Shift+S'],
    menus: [{ menu: 'project.menu', section: 1, order: 6, label: 'workspace.exportEntry' }],
    isEnabled: isProjectOpen,
    run: async () => (await import('./export-to-file-dialog.tsx')).showExportToFile(),
  },
  {
    name: 'addTarget',
    group: 'Story',
    label: 'targets.add.title',
    icon: FolderPlus,
    isEnabled: isProjectOpen,
    run: async () => (await import('./add-target-dialog.tsx')).showAddTarget(),
  },
] as const satisfies readonly Action[];

export const targetsPane = {
  name: 'targets',
  side: 'bottom',
  label: 'workspace.targets',
  icon: FolderSync,
  load: async () => (await import('./targets-panel.tsx')).TargetsPanel,
  isPreloaded: true,
  toggle: { label: 'actions.targets', shortcuts: ['Alt+T'] },
} as const satisfies Pane;
