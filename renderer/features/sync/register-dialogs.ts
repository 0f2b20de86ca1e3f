/** Fills the slots of the sync dialogs. */
import { syncDialogs } from './sync-dialogs.ts';

export function registerSyncDialogs(): void {
  syncDialogs.connectRemote.fill(async () => (await import('./remote-dialog.tsx')).showConnectRemoteDialog);
  syncDialogs.editRemote.fill(async () => (await import('./remote-dialog.tsx')).showEditRemoteDialog);
  syncDialogs.remoteProjects.fill(async () => (await import('./remote-projects-dialog.tsx')).showRemoteProjectsDialog);
  syncDialogs.uploadProject.fill(async () => (await import('./upload-project-dialog.tsx')).showUploadProjectDialog);
  syncDialogs.stopSync.fill(async () => (await import('./stop-sync-dialog.tsx')).showStopSyncDialog);
  syncDialogs.overview.fill(async () => (await import('./sync-overview-dialog.tsx')).showSyncOverviewDialog);
  syncDialogs.conflicts.fill(async () => (await import('./conflicts-dialog.tsx')).showConflictsDialog);
}
