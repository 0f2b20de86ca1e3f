/** Actions that export the story, and the targets pane. */

import { FolderPlus, FolderSync, History } from 'lucide-react';
import type { Target } from '../../../shared/contracts/targets.ts';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import type { Pane } from '../../commands/pane.ts';
import { listTargets } from '../../state/targets-store.ts';
import { exportIcon } from '../../ui/transfer-icons.ts';
import { exportAllTargets } from './export-targets.ts';

const lastExportOf = ({ status }: Target): string => status.lastExport ?? '';
/** The target that has exported last. */
const findExported = (): Target | undefined =>
  listTargets()
    .filter(({ status }) => status.files > 0)
    .reduce<Target | undefined>((last, each) => (last && lastExportOf(last) >= lastExportOf(each) ? last : each), undefined);

export const targetActions = [
  {
    name: 'exportNow',
    group: 'Story',
    label: 'actions.exportNow',
    icon: exportIcon,
    shortcuts: ['Mod+Shift+E'],
    isEnabled: () => isProjectOpen() && listTargets().some(({ on }) => on),
    run: exportAllTargets,
  },
  {
    name: 'exportToFile',
    group: 'Story',
    label: 'actions.exportStory',
    icon: exportIcon,
    shortcuts: ['Mod+Shift+S'],
    menus: [{ menu: 'project.menu', section: 1, order: 6 }],
    isEnabled: isProjectOpen,
    run: async () => (await import('./export-to-file-dialog.tsx')).showExportToFileDialog(),
  },
  {
    name: 'showLastExportedChange',
    group: 'Story',
    label: 'actions.lastExportedChange',
    icon: History,
    isEnabled: () => isProjectOpen() && findExported() !== undefined,
    run: async () => {
      const target = findExported();
      if (target) await (await import('./export-history-dialog.tsx')).showExportHistoryDialog(target, 'lastChange');
    },
  },
  {
    name: 'addTarget',
    group: 'Story',
    label: 'targets.add.entry',
    icon: FolderPlus,
    isEnabled: isProjectOpen,
    run: async () => (await import('./add-target-dialog.tsx')).showAddTargetDialog(),
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
