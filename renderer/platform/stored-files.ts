/** The stored files of a project: adding one, and reading its bytes. */

import type { MediaType, StoredFile } from '../../shared/contracts/stored-file.ts';
import { filePathOf, invoke, onEvents } from './bridge.ts';
import { pageSecretHeaders } from './page-secret.ts';
import { cancelledProblem, uploadFile } from './upload-file.ts';

interface StoreFileOptions {
  /** The required media type; by default any image, sound or video is accepted. */
  readonly type?: MediaType;
  /** The id of the job, with which it can be cancelled. */
  readonly job: string;
  readonly signal: AbortSignal;
  /** Receives the completed fraction, 0 to 1. */
  readonly progress: (part: number) => void;
}

/** Adds a file to the stored files of a project: by its path if the window has it, otherwise by uploading its bytes. Rejects with `cancelled` on abort. */
export async function storeFile(hash: string, file: File, options: StoreFileOptions): Promise<StoredFile> {
  if (options.signal.aborted) throw cancelledProblem();
  const path = filePathOf(file);
  return path === undefined ? storeByUpload(hash, file, options) : storeByPath(hash, path, file.name, options);
}

/** The path that the backend serves a stored file at. Elements load it from `fileUrl`, which has the signature that the browser shell requires. */
export const servedFilePath = (hash: string, file: string): string => `/file/${encodeURIComponent(hash)}/${encodeURIComponent(file)}`;

/** The bytes of a stored file; null if it does not exist. */
export async function readStoredFile(hash: string, file: string): Promise<Blob | null> {
  const response = await fetch(servedFilePath(hash, file), { headers: pageSecretHeaders }).catch(() => null);
  return response?.ok ? response.blob() : null;
}

async function storeByPath(
  hash: string,
  path: string,
  name: string,
  { type, job, signal, progress }: StoreFileOptions,
): Promise<StoredFile> {
  const unsubscribe = onEvents((events) => {
    for (const each of events) if (each.event === 'progress' && each.job === job && each.total > 0) progress(each.done / each.total);
  });
  const cancel = () => void invoke('job.cancel', { job }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await invoke('asset.store', { hash, path, name, job, ...(type ? { type } : {}) });
  } finally {
    signal.removeEventListener('abort', cancel);
    unsubscribe();
  }
}

function storeByUpload(hash: string, file: File, { type, signal, progress }: StoreFileOptions): Promise<StoredFile> {
  const query = new URLSearchParams({ name: file.name, ...(type ? { type } : {}) });
  return uploadFile<StoredFile>(`/upload/${encodeURIComponent(hash)}?${query}`, file, { signal, progress });
}
