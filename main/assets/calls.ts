/** Handlers of the calls for stored files of assets and their thumbnails. */

import { rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../shared/problem.ts';
import { isMissingError } from '../platform/disk.ts';
import { isUnreadableFileError, readFileBytes } from '../platform/file-bytes.ts';
import type { JobRegistry } from '../platform/job-registry.ts';
import type { FileStore } from './file-store.ts';
import { assertWithinLimits, type UploadLimits } from './upload-receiver.ts';

interface AssetHandlerDeps {
  readonly fileStore: FileStore;
  readonly jobs: JobRegistry;
  /** The limits of the plan for another file of this project. Rejects with a 404 if there is no such project. */
  readonly getUploadLimits: (hash: string) => Promise<UploadLimits>;
}

export function createAssetHandlers({ fileStore, jobs, getUploadLimits }: AssetHandlerDeps): HandlersFor<'asset'> {
  return {
    'asset.store': ({ hash, path, name, type, job }) =>
      jobs.run(job, async ({ reportProgress, isCancelled, throwIfCancelled }) => {
        const existingPath = isUploadedFile(path, fileStore) ? path : undefined;
        try {
          throwIfCancelled();
          const limits = await getUploadLimits(hash);
          const size = await getFileSize(path);
          assertWithinLimits(size, limits);
          return await fileStore.store(hash, {
            name: name ?? basename(path),
            type,
            bytes: readFileBytes(path, { followLinks: true }),
            existingPath,
            limits,
            cancelled: isCancelled,
            progress: (bytes) => reportProgress(Math.min(bytes, size), size),
          });
        } catch (error) {
          throw toFileProblem(error, path);
        } finally {
          if (existingPath !== undefined) await rm(existingPath, { force: true }).catch(() => undefined);
        }
      }),
    'asset.locate': ({ hash, file }) => {
      const stored = fileStore.find(hash, file);
      const path = fileStore.findPath(hash, file);
      return stored && path !== undefined ? { path, mime: stored.mime, name: stored.name } : null;
    },
    'asset.thumbnail': ({ hash, file }) => {
      const stored = fileStore.find(hash, file);
      return stored ? fileStore.thumbnails.find(stored.sha256) : null;
    },
    'asset.saveThumbnail': ({ hash, file, image }) => {
      const stored = fileStore.find(hash, file);
      if (!stored) throw notFoundProblem(message('problem.noun.storedFile'), file);
      fileStore.thumbnails.save(stored.sha256, image);
      return null;
    },
  };
}

/** Whether another process has placed the file in the incoming folder: it is then moved into the store, or removed if that fails. */
const isUploadedFile = (path: string, { incomingFolder }: FileStore): boolean =>
  dirname(resolve(path)) === resolve(incomingFolder) && basename(path).startsWith('page-');

async function getFileSize(path: string): Promise<number> {
  if (!isAbsolute(path)) throw invalidFieldProblem('path', message('fault.path.absolute'));
  const found = await stat(path);
  if (!found.isFile()) throw invalidFieldProblem('path', message('fault.path.noFile', { path }));
  return found.size;
}

function toFileProblem(error: unknown, path: string): unknown {
  if (error instanceof Problem) return error;
  if (isMissingError(error)) return new Problem('notFound', message('problem.disk.noFile', { path }), { cause: error });
  if (isUnreadableFileError(error)) return invalidFieldProblem('path', message('fault.path.unreadable', { path }));
  return error;
}
