/** Adds dropped or selected files to the assets of the open project. */

import { useStore } from 'zustand';
import type { MediaType } from '../../../shared/contracts/stored-file.ts';
import { t } from '../../messages/translate.ts';
import { newId } from '../../platform/new-id.ts';
import { storeFile } from '../../platform/stored-files.ts';
import { onProjectChange, openProjectStore } from '../../state/open-project.ts';
import { sendQuietly } from '../../state/send-command.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { collectFiles, type DroppedEntry, type FileWithFolders, toFilesWithFolders } from './dropped-files.ts';
import type { AssetPosition, AssetPurpose } from './upload-commands.ts';
import type { UploadsState } from './upload-list.ts';
import { createUploadQueue } from './upload-queue.ts';

const uploadQueue = createUploadQueue({
  store: storeFile,
  send: sendQuietly,
  project: (hash) => (openProjectStore.getState().hash === hash ? openProjectStore.getState().project : undefined),
  newId,
});

export const useUploads = <T>(selector: (state: UploadsState) => T): T => useStore(uploadQueue.store, selector);
export const cancelUploads = uploadQueue.cancel;
export const retryUploads = uploadQueue.retry;

/** Uploads belong to the project on which the files were dropped: when it is closed, unfinished ones are cancelled. */
onProjectChange(() => {
  const { list } = uploadQueue.store.getState();
  if (list.length === 0) return;
  const unfinishedCount = list.filter(({ state }) => state !== 'rejected').length;
  uploadQueue.cancel(list.map(({ id }) => id));
  if (unfinishedCount > 0) showToast({ tone: 'warning', title: t('assets.upload.unfinishedCount', { count: unfinishedCount }) });
});

interface UploadDestination {
  /** By default the end of the top level. */
  readonly position?: AssetPosition;
  readonly purpose?: AssetPurpose;
  readonly type?: MediaType;
}

/** Adds dropped files, and the content of dropped folders. */
export async function addDroppedFiles(dropped: readonly DroppedEntry[], destination: UploadDestination = {}): Promise<void> {
  const enqueue = enqueueInOpenProject(destination);
  const files = await collectFiles(dropped).catch(() => null);
  if (files === null) showToast({ tone: 'bad', title: t('assets.drop.unreadable') });
  else if (files.length === 0) showToast({ tone: 'plain', title: t('assets.drop.empty') });
  else enqueue(files);
}

/** Adds files that the user selects in the system's dialog. */
export async function addPickedFiles(what: 'files' | 'file' | 'folder', destination: UploadDestination = {}): Promise<void> {
  const enqueue = enqueueInOpenProject(destination);
  const files = toFilesWithFolders(await pickFiles(what, destination.type));
  if (files.length > 0) enqueue(files);
}

/** Adds files from the clipboard. A picture that was copied has no name of its own. */
export function addPastedFiles(files: readonly File[], destination: UploadDestination): void {
  enqueueInOpenProject(destination)(toFilesWithFolders(files));
}

/** Opens the system's dialog for files or a folder. Resolves with an empty list if it is cancelled. */
function pickFiles(what: 'files' | 'file' | 'folder', type: MediaType | undefined): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = what === 'files';
    input.webkitdirectory = what === 'folder';
    if (what !== 'folder') input.accept = type ? `${type}/*` : 'image/*,audio/*,video/*';
    input.addEventListener('change', () => resolve([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => resolve([]), { once: true });
    input.click();
  });
}

/** The files belong to the project that is open now. By the time they have been chosen and listed, it may be closed; then they are not added to another one. */
function enqueueInOpenProject({ position, purpose = { for: 'assets' }, type }: UploadDestination) {
  const { hash } = openProjectStore.getState();
  return (files: readonly FileWithFolders[]): void => {
    const open = openProjectStore.getState();
    if (hash === null) return;
    if (open.hash !== hash) return void showToast({ tone: 'warning', title: t('assets.upload.unfinishedCount', { count: files.length }) });
    const topLevel = { folder: open.project.projectRecord.roots.asset };
    uploadQueue.add({ hash, files, position: position ?? topLevel, purpose, ...(type ? { type } : {}) });
  };
}
