/** What can be done with workspaces and mirrors, and with earlier versions, for the one list of actions. */
import { type Action, constantLabel, isProjectOpen } from '../../commands/action.ts';
import { historyMessages } from '../../messages/en/history.ts';
import { syncMessages } from '../../messages/en/sync.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { togglePane } from '../../state/preferences.ts';
import { selectionStore } from '../../state/selection.ts';
import { getSyncStatus, syncStore } from '../../state/sync-store.ts';
import { syncNow, toggleSyncPaused } from './sync-commands.ts';
import { showConflicts, showConnectRemote, showRemoteProjects, showStopSync, showUploadProject } from './sync-dialogs.ts';

const labels = syncMessages.actions;
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
    label: constantLabel(labels.mirror),
    keys: ['Alt+M'],
    enabled: isOpenProjectSynced,
    run: () => togglePane('mirror'),
  },
  {
    name: 'mirrorNow',
    group: 'Everywhere',
    label: constantLabel(labels.lookNow),
    keys: ['Alt+Shift+M'],
    enabled: () => syncStore.getState().list.length > 0,
    run: () => syncNow(openProjectSyncStatus()?.hash ?? null),
  },
  {
    name: 'pauseMirror',
    group: 'Everywhere',
    label: constantLabel(labels.pause),
    keys: [],
    enabled: () => syncStore.getState().list.length > 0,
    run: () => toggleSyncPaused(openProjectSyncStatus()?.hash ?? null),
  },
  {
    name: 'questions',
    group: 'Everywhere',
    label: constantLabel(labels.questions),
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
    label: constantLabel(labels.connect),
    keys: [],
    // In the list of projects, as long as there is no workspace, that is what `browseWorkspaces` does.
    enabled: () => openProjectHash() !== null || syncStore.getState().remotes.length > 0,
    run: showConnectRemote,
  },
  {
    name: 'browseWorkspaces',
    group: 'Projects',
    label: () => (syncStore.getState().remotes.length === 0 ? labels.connect : labels.browse),
    keys: ['Alt+W'],
    enabled: () => openProjectHash() === null,
    run: () => showRemoteProjects(),
  },
  {
    name: 'mirrorProject',
    group: 'Story',
    label: constantLabel(labels.upload),
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
    label: constantLabel(labels.stop),
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
    label: (on) => (on ? historyMessages.entry : historyMessages.action),
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
    label: constantLabel(historyMessages.deleted.action),
    keys: [],
    enabled: isProjectOpen,
    run: async () => (await import('../history/deleted-records-dialog.tsx')).showDeletedRecords(),
  },
];
