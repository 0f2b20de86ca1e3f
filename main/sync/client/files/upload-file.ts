/** A file of ours on its way up in the two-step flow (G1): it is stored there under a name that an asset may then have. */
import { z } from 'zod';
import { RemoteUnavailableError } from '../../protocol/remote-api.ts';
import type { RemoteClient } from '../remote-client.ts';
import { createMultipartForm, type UploadSource } from './multipart-form.ts';

export type FileUploadResult =
  | { readonly type: 'stored'; readonly fileName: string }
  /** [G1] The remote has no such route: files go along with the request that makes their asset. */
  | { readonly type: 'no route' }
  | { readonly type: 'refused'; readonly reason: string };

const uploadedFileSchema = z.looseObject({ filename: z.string().min(1) });
/** Milliseconds in which a server may look at what it was sent. */
export const processingTimeout = 180_000;

/** Throws a Lost where nobody knows: what was stored then, and no asset has, the remote sweeps by itself. */
export async function uploadFile(
  client: RemoteClient,
  hash: string,
  file: UploadSource & { readonly type: string },
  boundary: string,
  onProgress: (bytes: number) => void,
): Promise<FileUploadResult> {
  const form = await createMultipartForm({ type: file.type }, file, boundary, onProgress);
  const path = `/${encodeURIComponent(hash)}/asset/upload`;
  const result = await client.send({ method: 'POST', path, form, headersTimeout: processingTimeout });
  if (result.type === 'not sent') throw new RemoteUnavailableError('The workspace cannot be reached.');
  if (result.type === 'no response') throw new RemoteUnavailableError('The file was cut on its way.');
  const { status, json, retryAfter } = result;
  if (status === 405) return { type: 'no route' };
  const read = uploadedFileSchema.safeParse(json);
  if (status < 300 && read.success) return { type: 'stored', fileName: read.data.filename };
  if (status === 429)
    throw new RemoteUnavailableError('The limit of the workspace is used up.', {
      retryAt: client.now() + (retryAfter ?? 60) * 1000,
      status,
    });
  // [Errors] 410 no byte came in time: with a fresh upload it may.
  if (status < 300 || status === 408 || status === 410 || status >= 500)
    throw new RemoteUnavailableError('The workspace did not take the file this time.');
  if (status === 401 || status === 403 || status === 404)
    throw new RemoteUnavailableError('The workspace does not let us send files.', { status });
  return { type: 'refused', reason: problemMessage(json) };
}

const problemSchema = z.looseObject({ detail: z.string().nullish(), errors: z.unknown().optional() });

/** [Errors 2] details of uploads stand in errors.file. */
function problemMessage(json: unknown): string {
  const read = problemSchema.safeParse(json);
  const errors = read.success && typeof read.data.errors === 'object' && read.data.errors !== null ? Object.values(read.data.errors) : [];
  return errors.length > 0
    ? `The file ${errors.join(', ')}.`
    : ((read.success ? read.data.detail : null) ?? 'The workspace does not take the file.');
}
