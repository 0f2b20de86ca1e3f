/** Fills the slots of the sync dialogs. */
import { syncDialogs } from './sync-dialogs.ts';

export function registerSyncDialogs(): void {
  syncDialogs.connectRemote.fill(async () => (await import('./remote-dialog.tsx')).showConnectRemote);
  syncDialogs.editRemote.fill(async () => (await import('./remote-dialog.tsx')).showEditRemote);
  syncDialogs.remoteProjects.fill(async () => (await import('./remote-projects-dialog.tsx')).showRemoteProjects);
  syncDialogs.uploadProject.fill(async () => (await import('./upload-project-dialog.tsx')).showUploadProject);
  syncDialogs.stopSync.fill(async () => (await import('./stop-sync-dialog.tsx')).showStopSync);
  syncDialogs.overview.fill(async () => (await import('./sync-overview-dialog.tsx')).showSyncOverview);
  syncDialogs.conflicts.fill(async () => (await import('./conflicts-dialog.tsx')).showConflicts);
}
