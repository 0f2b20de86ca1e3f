/** Stores the files of assets that a story folder contains, before a change makes them part of a project. */
import { join } from 'node:path';
import { mediaTypes } from '../../shared/contracts/stored-file.ts';
import { isOneOf } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import { isStoredName, type UploadLimits } from '../assets/upload-receiver.ts';
import { importedAssetType } from '../exporters/asset-files.ts';
import type { ProgressOptions } from '../importers/yielding-progress.ts';
import { isUnreadableFileError, readFileBytes } from '../platform/file-bytes.ts';
import { reasonNotToRead } from './read-folder.ts';
import type { ReadStory } from './read-story-files.ts';

interface StoreAssetFilesOptions extends Pick<ProgressOptions, 'progress' | 'cancelled'> {
  readonly fileStore: Pick<FileStore, 'storePending' | 'discard'>;
  /** null for a project that does not exist yet. */
  readonly hash: string | null;
  /** The story folder. */
  readonly root: string;
  /** For all files together. */
  readonly limits: UploadLimits;
  /** The name under which the file of an asset is stored; null for one that is stored already. Without it, the name that the asset has. */
  readonly nameFor?: (asset: AssetWithFile, path: string) => string | null;
  /** Called for a file that cannot be stored; if it throws, no file is pending afterwards. */
  readonly onError: (error: unknown, path: string) => void;
}

type AssetWithFile = StoryRecord<'asset'> & { readonly file: string };

/** Throws a Problem `cancelled`, and what `onError` throws; then no file is pending. */
export async function storeAssetFiles(
  { project, assetFiles }: Pick<ReadStory, 'project' | 'assetFiles'>,
  { fileStore, hash, root, limits, nameFor = ({ file }) => file, onError, progress, cancelled }: StoreAssetFilesOptions,
): Promise<readonly PendingFile[]> {
  const files = new Map<string, PendingFile>();
  let bytes = 0;
  let done = 0;
  try {
    for (const [id, path] of assetFiles) {
      if (cancelled?.()) throw new Problem('cancelled', message('problem.import.cancelled'));
      progress?.(done++, assetFiles.size);
      const asset = project.find('asset', id);
      if (!asset || asset.file === null) continue;
      const file = nameFor({ ...asset, file: asset.file }, path);
      const type = importedAssetType(asset);
      if (file === null || files.has(file) || !isStoredName(file) || !isOneOf(mediaTypes, type)) continue;
      const remaining = limits.projectBytes === null ? null : limits.projectBytes - bytes;
      const upload = { name: asset.name, type, storedName: file, limits: { ...limits, projectBytes: remaining } };
      try {
        const pending = await fileStore.storePending(hash, { ...upload, bytes: readFileBytes(join(root, path)), cancelled });
        files.set(file, pending);
        bytes += pending.stored.bytes;
      } catch (error) {
        onError(error, path);
      }
    }
  } catch (error) {
    fileStore.discard([...files.values()]);
    throw error;
  }
  return [...files.values()];
}

/** What is wrong with the file of an asset; undefined for an error that is about something else. */
export function describeAssetFileFault(error: unknown): Message | undefined {
  if (isUnreadableFileError(error)) return message('storyFolder.fault.unreadable', { reason: reasonNotToRead(error) });
  return error instanceof Problem ? error.faultsByPath.file : undefined;
}
