/**
 * Opens the sync dialogs. They are loaded on demand, because a project that is not synced needs none of them; register-dialogs.ts
 * contains their import paths.
 */
import type { Remote } from '../../../shared/contracts/sync.ts';
import { goToProject } from '../../navigation/router.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { createDialogSlot } from '../../ui/dialog-slot.ts';
import { whenNoDialogIsOpen } from '../../ui/dialog-store.ts';
import { conflictsDialogStore } from './conflicts-dialog-state.ts';

export interface ConnectRemoteOptions {
  /** Shown instead of the general hint. */
  readonly hint?: string;
  /** Called instead of opening the list of the workspace's projects. */
  readonly onConnected?: (remote: Remote) => void;
}

export const syncDialogs = {
  connectRemote: createDialogSlot<[options?: ConnectRemoteOptions]>(),
  editRemote: createDialogSlot<[remote: Remote]>(),
  remoteProjects: createDialogSlot<[remote?: string]>(),
  uploadProject: createDialogSlot<[hash: string, name: string]>(),
  stopSync: createDialogSlot<[hash: string]>(),
  overview: createDialogSlot<[]>(),
  conflicts: createDialogSlot<[hash: string]>(),
};

export const openConnectRemoteDialog = (options?: ConnectRemoteOptions): Promise<void> => syncDialogs.connectRemote.open(options);
export const openEditRemoteDialog = (remote: Remote): Promise<void> => syncDialogs.editRemote.open(remote);
/** Opens the projects of a remote; without a name, of the first remote. */
export const openRemoteProjectsDialog = (remote?: string): Promise<void> => syncDialogs.remoteProjects.open(remote);
export const openUploadProjectDialog = (hash: string, name: string): Promise<void> => syncDialogs.uploadProject.open(hash, name);
export const openStopSyncDialog = (hash: string): Promise<void> => syncDialogs.stopSync.open(hash);
export const openSyncOverviewDialog = (): Promise<void> => syncDialogs.overview.open();

/** Conflicts are resolved in their project, where the records can be seen. `conflictId` is the conflict to select first. */
export async function openConflictsDialog(hash: string, conflictId: string | null = null): Promise<void> {
  conflictsDialogStore.setState({ conflictId });
  if (openProjectStore.getState().hash !== hash) goToProject(hash);
  await syncDialogs.conflicts.open(hash);
}

/** Opens a conflict from outside the window, for example from a notification. Waits until no dialog is open, because the project must not change below one. */
export function openConflict(hash: string, conflictId: string): void {
  if (conflictsDialogStore.getState().hash === hash) {
    conflictsDialogStore.setState({ conflictId });
    return;
  }
  whenNoDialogIsOpen(() => void openConflictsDialog(hash, conflictId));
}
