/** How files come in: what the screen hands to the uploads, whether dropped or chosen. */

import { useStore } from 'zustand';
import type { MediaType } from '../../../shared/contracts/stored-file.ts';
import { t } from '../../messages/translate.ts';
import { invoke, storeFile } from '../../platform/bridge.ts';
import { newId } from '../../platform/new-id.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { collectFiles, type DroppedEntry, type FileWithFolders, toFilesWithFolders } from './dropped-files.ts';
import { pickFiles } from './pick-files.ts';
import type { AssetPosition, AssetPurpose } from './upload-commands.ts';
import { createUploadQueue, type UploadsState } from './upload-queue.ts';

const uploadQueue = createUploadQueue({
  store: storeFile,
  send: (hash, command) => invoke('project.send', { hash, command }),
  project: (hash) => (openProjectStore.getState().hash === hash ? openProjectStore.getState().project : undefined),
  newId,
});

export const useUploads = <T>(selector: (state: UploadsState) => T): T => useStore(uploadQueue.store, selector);
export const cancelUploads = uploadQueue.cancel;
export const retryUploads = uploadQueue.retry;

/** Files belong to the project they were dropped on: what has not come in when it is left does not come in. */
openProjectStore.subscribe(({ hash }, before) => {
  const left = uploadQueue.store.getState().list;
  if (before.hash === null || hash === before.hash || left.length === 0) return;
  const lost = left.filter(({ state }) => state !== 'refused').length;
  uploadQueue.cancel(left.map(({ id }) => id));
  if (lost > 0) showToast({ tone: 'warning', title: t('assets.upload.unfinishedCount', { count: lost }) });
});

interface UploadDestination {
  /** Without a place: the end of the top level. */
  readonly place?: AssetPosition;
  readonly purpose?: AssetPurpose;
  readonly type?: MediaType;
}

/** What was dropped; folders are walked. */
export async function addDroppedFiles(dropped: readonly DroppedEntry[], where: UploadDestination = {}): Promise<void> {
  const walked = await collectFiles(dropped).catch(() => null);
  if (walked === null) showToast({ tone: 'bad', title: t('assets.drop.unreadable') });
  else if (walked.length === 0) showToast({ tone: 'plain', title: t('assets.drop.empty') });
  else enqueueFiles(walked, where);
}

/** Asks with the system's dialog. */
export async function addPickedFiles(what: 'files' | 'file' | 'folder', where: UploadDestination = {}): Promise<void> {
  const walked = toFilesWithFolders(await pickFiles(what, where.type));
  if (walked.length > 0) enqueueFiles(walked, where);
}

function enqueueFiles(walked: readonly FileWithFolders[], { place, purpose = { for: 'assets' }, type }: UploadDestination): void {
  const { hash, project } = openProjectStore.getState();
  if (hash === null) return;
  const folder = project.projectRecord.roots.asset;
  uploadQueue.add({ hash, walked, place: place ?? { folder }, purpose, ...(type ? { type } : {}) });
}
