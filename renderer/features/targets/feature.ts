/** Exporting the story: targets, which follow it, and single files. */

import { FolderPlus, FolderSync, History } from 'lucide-react';
import type { Target } from '../../../shared/contracts/targets.ts';
import { isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { listTargets } from '../../state/targets-store.ts';
import { exportIcon } from '../../ui/icons.ts';
import { exportAllTargets } from './export-targets.ts';

const exportToFileDialog = lazyCode(() => import('./export-to-file-dialog.tsx'));
const exportHistoryDialog = lazyCode(() => import('./export-history-dialog.tsx'));
const addTargetDialog = lazyCode(() => import('./add-target-dialog.tsx'));

const lastExportOf = ({ status }: Target): string => status.lastExport ?? '';
/** The target that has exported last. */
const findExported = (): Target | undefined =>
  listTargets()
    .filter(({ status }) => status.files > 0)
    .reduce<Target | undefined>((last, each) => (last && lastExportOf(last) >= lastExportOf(each) ? last : each), undefined);

export const feature = {
  actions: [
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
      run: () => exportToFileDialog.run(({ showExportToFileDialog }) => showExportToFileDialog()),
    },
    {
      name: 'showLastExportedChange',
      group: 'Story',
      label: 'actions.lastExportedChange',
      icon: History,
      isEnabled: () => isProjectOpen() && findExported() !== undefined,
      run: () => {
        const target = findExported();
        if (target) void exportHistoryDialog.run(({ showExportHistoryDialog }) => showExportHistoryDialog(target, 'lastChange'));
      },
    },
    {
      name: 'addTarget',
      group: 'Story',
      label: 'targets.add.entry',
      icon: FolderPlus,
      isEnabled: isProjectOpen,
      run: () => addTargetDialog.run(({ showAddTargetDialog }) => showAddTargetDialog()),
    },
  ],
  panes: [
    {
      name: 'targets',
      side: 'bottom',
      label: 'workspace.targets',
      icon: FolderSync,
      Content: lazyComponent(async () => (await import('./targets-panel.tsx')).TargetsPanel, 'workspace'),
      toggle: { label: 'actions.targets', shortcuts: ['Alt+T'] },
    },
  ],
  status: [
    {
      name: 'targets',
      order: 3,
      Content: lazyComponent(async () => (await import('./targets-status-chip.tsx')).TargetsStatusChip, 'workspace'),
    },
  ],
} as const satisfies Feature;
