/**
 * Sync with hosted workspaces. Its dialogs are opened by name: they open each other, and a project that is not synced needs none of them.
 */
import { Cloud, CloudUpload, RefreshCw } from 'lucide-react';
import type { Remote } from '../../../shared/contracts/sync.ts';
import { isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { storyFoldersStore } from '../../state/story-folders-store.ts';
import { getSyncStatus, syncStore } from '../../state/sync-store.ts';
import { whenNoDialogIsOpen } from '../../ui/dialog-store.ts';
import { conflictShortcutList } from './conflict-shortcuts.ts';
import { conflictsDialogStore } from './conflicts-dialog-state.ts';
import type { ConnectRemoteOptions } from './remote-dialog.tsx';
import { syncNow, toggleSyncPaused } from './sync-commands.ts';

const remoteDialog = lazyCode(() => import('./remote-dialog.tsx'));
const remoteProjectsDialog = lazyCode(() => import('./remote-projects-dialog.tsx'));
const uploadDialog = lazyCode(() => import('./upload-project-dialog.tsx'));
const stopDialog = lazyCode(() => import('./stop-sync-dialog.tsx'));
const overviewDialog = lazyCode(() => import('./sync-overview-dialog.tsx'));
const conflictsDialog = lazyCode(() => import('./conflicts-dialog.tsx'));

const openProjectHash = (): string | null => openProjectStore.getState().hash;
const openProjectSyncStatus = () => getSyncStatus(openProjectHash());
const isOpenProjectSynced = (): boolean => isProjectOpen() && openProjectSyncStatus() !== undefined;
const isAnythingSynced = (): boolean => syncStore.getState().list.length > 0;

/** The open project if it has conflicts, with its workspace or its story folder, else the first project that has some. */
const firstWithConflicts = () => {
  const all = [...syncStore.getState().list, ...storyFoldersStore.getState().list].filter(({ conflicts }) => conflicts > 0);
  return all.find(({ hash }) => hash === openProjectHash()) ?? all[0];
};

/** Conflicts are resolved in their project, where the records can be seen. `conflictId` is the conflict to select first. */
function showConflicts(hash: string, conflictId: string | null = null): void {
  conflictsDialogStore.setState({ conflictId });
  if (openProjectHash() !== hash) goToProject(hash);
  void conflictsDialog.run(({ showConflictsDialog }) => showConflictsDialog(hash));
}

export const feature = {
  actions: [
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
        if (status) showConflicts(status.hash);
      },
    },
    {
      name: 'connectRemote',
      group: 'Projects',
      label: 'sync.actions.connect',
      // In the list of projects, while there is no remote, `browseRemoteProjects` does this.
      isEnabled: () => openProjectHash() !== null || syncStore.getState().remotes.length > 0,
      run: () => remoteDialog.run(({ showConnectRemoteDialog }) => showConnectRemoteDialog()),
    },
    {
      name: 'browseRemoteProjects',
      group: 'Projects',
      label: () => (syncStore.getState().remotes.length === 0 ? t('sync.actions.connect') : t('sync.actions.addProjects')),
      icon: Cloud,
      shortcuts: ['Alt+W'],
      isEnabled: () => openProjectHash() === null,
      run: () => remoteProjectsDialog.run(({ showRemoteProjectsDialog }) => showRemoteProjectsDialog()),
    },
    {
      name: 'uploadProject',
      group: 'Story',
      label: 'sync.actions.upload',
      icon: CloudUpload,
      isEnabled: () => isProjectOpen() && openProjectSyncStatus() === undefined,
      run: () => {
        const { hash, project } = openProjectStore.getState();
        if (hash !== null)
          void uploadDialog.run(({ showUploadProjectDialog }) => showUploadProjectDialog(hash, project.projectRecord.name));
      },
    },
    {
      name: 'stopSync',
      group: 'Story',
      label: 'sync.actions.stop',
      isEnabled: isOpenProjectSynced,
      run: () => {
        const status = openProjectSyncStatus();
        if (status) void stopDialog.run(({ showStopSyncDialog }) => showStopSyncDialog(status.hash));
      },
    },
  ],
  panes: [
    {
      name: 'sync',
      side: 'bottom',
      label: 'sync.title',
      icon: RefreshCw,
      Content: lazyComponent(async () => (await import('./sync-panel.tsx')).SyncPanel),
      isAvailable: isOpenProjectSynced,
      toggle: { label: 'sync.actions.togglePanel', shortcuts: ['Alt+Y'] },
    },
  ],
  settings: [
    {
      name: 'remotes',
      label: 'remote.title',
      icon: Cloud,
      order: 4,
      Content: lazyComponent(async () => (await import('./remotes-section.tsx')).RemotesSection),
    },
  ],
  status: [
    { name: 'sync', order: 4, Content: lazyComponent(async () => (await import('./sync-status-chip.tsx')).SyncStatusChip, 'workspace') },
  ],
  dialogs: {
    connectRemote: (options?: ConnectRemoteOptions) => remoteDialog.run(({ showConnectRemoteDialog }) => showConnectRemoteDialog(options)),
    editRemote: (remote: Remote) => remoteDialog.run(({ showEditRemoteDialog }) => showEditRemoteDialog(remote)),
    /** The projects of a remote; without a name, of the first remote. */
    remoteProjects: (remote?: string) => remoteProjectsDialog.run(({ showRemoteProjectsDialog }) => showRemoteProjectsDialog(remote)),
    uploadProject: (hash: string, name: string) => uploadDialog.run(({ showUploadProjectDialog }) => showUploadProjectDialog(hash, name)),
    stopSync: (hash: string) => stopDialog.run(({ showStopSyncDialog }) => showStopSyncDialog(hash)),
    syncOverview: () => overviewDialog.run(({ showSyncOverviewDialog }) => showSyncOverviewDialog()),
    conflicts: showConflicts,
    /** From outside the window, for example from a notification. Waits until no dialog is open, because the project must not change below one. */
    conflictWhenIdle: (hash: string, conflictId: string) => {
      if (conflictsDialogStore.getState().hash === hash) conflictsDialogStore.setState({ conflictId });
      else whenNoDialogIsOpen(() => showConflicts(hash, conflictId));
    },
  },
  keys: [conflictShortcutList],
} as const satisfies Feature;
