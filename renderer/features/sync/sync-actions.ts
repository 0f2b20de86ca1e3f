/** Actions for remotes and synced projects, and the sync pane. */

import { Cloud, CloudUpload, RefreshCw } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import type { Pane } from '../../commands/pane.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { getSyncStatus, syncStore } from '../../state/sync-store.ts';
import { syncNow, toggleSyncPaused } from './sync-commands.ts';
import {
  openConflictsDialog,
  openConnectRemoteDialog,
  openRemoteProjectsDialog,
  openStopSyncDialog,
  openUploadProjectDialog,
} from './sync-dialogs.ts';

const openProjectHash = (): string | null => openProjectStore.getState().hash;
const openProjectSyncStatus = () => getSyncStatus(openProjectHash());
const isOpenProjectSynced = (): boolean => isProjectOpen() && openProjectSyncStatus() !== undefined;
const isAnythingSynced = (): boolean => syncStore.getState().list.length > 0;

/** The open project if it has conflicts, else the first project that has some. */
const firstWithConflicts = () => {
  const open = openProjectSyncStatus();
  return open && open.conflicts > 0 ? open : syncStore.getState().list.find(({ conflicts }) => conflicts > 0);
};

export const syncActions = [
  {
    name: 'syncNow',
    group: 'Everywhere',
    label: 'sync.actions.syncNow',
    icon: RefreshCw,
    shortcuts: ['Alt+Shift+Y'],
    isEnabled: isAnythingSynced,
    run: () => syncNow(openProjectSyncStatus()?.hash ?? null),
  },
  {
    name: 'pauseSync',
    group: 'Everywhere',
    label: 'sync.actions.pause',
    isEnabled: isAnythingSynced,
    run: () => toggleSyncPaused(openProjectSyncStatus()?.hash ?? null),
  },
  {
    name: 'conflicts',
    group: 'Everywhere',
    label: 'sync.actions.resolveConflicts',
    shortcuts: ['Alt+R'],
    isEnabled: () => firstWithConflicts() !== undefined,
    run: () => {
      const status = firstWithConflicts();
      if (status) void openConflictsDialog(status.hash);
    },
  },
  {
    name: 'connectRemote',
    group: 'Projects',
    label: 'sync.actions.connect',
    // In the list of projects, while there is no remote, `browseRemoteProjects` does this.
    isEnabled: () => openProjectHash() !== null || syncStore.getState().remotes.length > 0,
    run: () => openConnectRemoteDialog(),
  },
  {
    name: 'browseRemoteProjects',
    group: 'Projects',
    label: () => (syncStore.getState().remotes.length === 0 ? t('sync.actions.connect') : t('sync.actions.addProjects')),
    icon: Cloud,
    shortcuts: ['Alt+W'],
    isEnabled: () => openProjectHash() === null,
    run: () => openRemoteProjectsDialog(),
  },
  {
    name: 'uploadProject',
    group: 'Story',
    label: 'sync.actions.upload',
    icon: CloudUpload,
    isEnabled: () => isProjectOpen() && openProjectSyncStatus() === undefined,
    run: () => {
      const { hash, project } = openProjectStore.getState();
      if (hash !== null) void openUploadProjectDialog(hash, project.projectRecord.name);
    },
  },
  {
    name: 'stopSync',
    group: 'Story',
    label: 'sync.actions.stop',
    isEnabled: isOpenProjectSynced,
    run: () => {
      const status = openProjectSyncStatus();
      if (status) void openStopSyncDialog(status.hash);
    },
  },
] as const satisfies readonly Action[];

export const syncPane = {
  name: 'sync',
  side: 'bottom',
  label: 'sync.title',
  icon: RefreshCw,
  load: async () => (await import('./sync-panel.tsx')).SyncPanel,
  isAvailable: isOpenProjectSynced,
  toggle: { label: 'sync.actions.togglePanel', shortcuts: ['Alt+Y'] },
} as const satisfies Pane;
