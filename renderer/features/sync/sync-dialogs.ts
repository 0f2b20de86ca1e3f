/** Opens what belongs to the mirror. It is loaded when it is asked for: a story that is not mirrored needs none of it. */

import { goToProject } from '../../navigation/router.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { dialogStore, showDialog } from '../../ui/dialog-store.ts';
import { conflictsDialogStore } from './conflicts-dialog-state.ts';

export async function showConnectRemote(): Promise<void> {
  (await import('./remote-dialog.tsx')).showConnectRemote();
}

/** The projects of a workspace; of the only one, or the first, where none is named. */
export async function showRemoteProjects(remote?: string): Promise<void> {
  (await import('./remote-projects-dialog.tsx')).showRemoteProjects(remote);
}

export async function showUploadProject(hash: string, name: string): Promise<void> {
  (await import('./upload-project-dialog.tsx')).showUploadProject(hash, name);
}

export async function showStopSync(hash: string): Promise<void> {
  (await import('./stop-sync-dialog.tsx')).showStopSync(hash);
}

export async function showSyncOverview(): Promise<void> {
  (await import('./sync-overview-dialog.tsx')).showSyncOverview();
}

/** Questions are answered in their story: what they are about can be seen and gone to there. `at`: the one to begin with. */
export async function showConflicts(hash: string, conflictId: string | null = null): Promise<void> {
  conflictsDialogStore.setState({ conflictId });
  if (openProjectStore.getState().hash !== hash) goToProject(hash);
  const { ConflictsDialog } = await import('./conflicts-dialog.tsx');
  const { createElement } = await import('react');
  showDialog((close) => createElement(ConflictsDialog, { hash, close }));
}

/** Asked for from outside of the window. What is being done in a dialog comes first: the story must not change below it. */
export function openConflict(hash: string, question: string): void {
  if (conflictsDialogStore.getState().hash === hash) {
    conflictsDialogStore.setState({ conflictId: question });
    return;
  }
  if (dialogStore.getState().open.length === 0) {
    void showConflicts(hash, question);
    return;
  }
  const stop = dialogStore.subscribe(({ open }) => {
    if (open.length > 0) return;
    stop();
    void showConflicts(hash, question);
  });
}
