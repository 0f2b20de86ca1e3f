/** What can be done with workspaces and mirrors, and with earlier versions, for the one list of actions. */

import { type Action, constantLabel, isProjectOpen } from '../../commands/action.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { togglePane } from '../../state/preferences.ts';
import { selectionStore } from '../../state/selection.ts';
import { getSyncStatus, syncStore } from '../../state/sync-store.ts';
import { syncNow, toggleSyncPaused } from './sync-commands.ts';
import { showConflicts, showConnectRemote, showRemoteProjects, showStopSync, showUploadProject } from './sync-dialogs.ts';

const openProjectHash = (): string | null => openProjectStore.getState().hash;
const openProjectSyncStatus = () => getSyncStatus(openProjectHash());
const isOpenProjectSynced = () => isProjectOpen() && openProjectSyncStatus() !== undefined;

/** The open project, or the first other one that asks. */
const firstWithConflicts = () => {
  const open = openProjectSyncStatus();
  return open && open.questions > 0 ? open : syncStore.getState().list.find(({ questions }) => questions > 0);
};

/** What is selected alone: on the board, or a component; the board itself where nothing is. */
export const selectedRecordId = (): string | null => {
  const { ids, component, boardId } = selectionStore.getState();
  const [only, ...more] = ids;
  return component ?? (more.length > 0 ? null : (only ?? boardId));
};

export const syncActions: readonly Action[] = [
  {
    name: 'mirror',
    group: 'Panes',
    label: constantLabel(t('sync.actions.togglePanel')),
    keys: ['Alt+M'],
    enabled: isOpenProjectSynced,
    run: () => togglePane('mirror'),
  },
  {
    name: 'mirrorNow',
    group: 'Everywhere',
    label: constantLabel(t('sync.actions.syncNow')),
    keys: ['Alt+Shift+M'],
    enabled: () => syncStore.getState().list.length > 0,
    run: () => syncNow(openProjectSyncStatus()?.hash ?? null),
  },
  {
    name: 'pauseMirror',
    group: 'Everywhere',
    label: constantLabel(t('sync.actions.pause')),
    keys: [],
    enabled: () => syncStore.getState().list.length > 0,
    run: () => toggleSyncPaused(openProjectSyncStatus()?.hash ?? null),
  },
  {
    name: 'questions',
    group: 'Everywhere',
    label: constantLabel(t('sync.actions.resolveConflicts')),
    keys: ['Alt+Q'],
    enabled: () => firstWithConflicts() !== undefined,
    run: () => {
      const status = firstWithConflicts();
      return status && showConflicts(status.hash);
    },
  },
  {
    name: 'connectWorkspace',
    group: 'Projects',
    label: constantLabel(t('sync.actions.connect')),
    keys: [],
    // In the list of projects, as long as there is no workspace, that is what `browseWorkspaces` does.
    enabled: () => openProjectHash() !== null || syncStore.getState().remotes.length > 0,
    run: showConnectRemote,
  },
  {
    name: 'browseWorkspaces',
    group: 'Projects',
    label: () => (syncStore.getState().remotes.length === 0 ? t('sync.actions.connect') : t('sync.actions.browse')),
    keys: ['Alt+W'],
    enabled: () => openProjectHash() === null,
    run: () => showRemoteProjects(),
  },
  {
    name: 'mirrorProject',
    group: 'Story',
    label: constantLabel(t('sync.actions.upload')),
    keys: [],
    enabled: () => isProjectOpen() && openProjectSyncStatus() === undefined,
    run: () => {
      const { hash, project } = openProjectStore.getState();
      return hash === null ? undefined : showUploadProject(hash, project.projectRecord.name);
    },
  },
  {
    name: 'stopMirror',
    group: 'Story',
    label: constantLabel(t('sync.actions.stop')),
    keys: [],
    enabled: isOpenProjectSynced,
    run: () => {
      const status = openProjectSyncStatus();
      return status && showStopSync(status.hash);
    },
  },
  {
    name: 'recordHistory',
    group: 'Story',
    label: (on) => (on ? t('history.entry') : t('history.action')),
    keys: ['Alt+H'],
    enabled: (on) => isProjectOpen() && (on?.id ?? selectedRecordId()) !== null,
    run: async (on) => {
      const id = on?.id ?? selectedRecordId();
      if (id !== null) (await import('../history/versions-dialog.tsx')).showVersions(id);
    },
  },
  {
    name: 'deleted',
    group: 'Story',
    label: constantLabel(t('history.deleted.action')),
    keys: [],
    enabled: isProjectOpen,
    run: async () => (await import('../history/deleted-records-dialog.tsx')).showDeletedRecords(),
  },
];
