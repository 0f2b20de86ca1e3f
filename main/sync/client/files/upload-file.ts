/** Uploads a local file in the two-step flow (G1): the remote stores it under a name, which is then set as the file of an asset. */

import { z } from 'zod';
import { safeParseJson } from '../../../../shared/contracts/schema-issues.ts';
import { type Message, message, verbatim } from '../../../../shared/messages/message.ts';
import { RemoteUnavailableError } from '../../protocol/remote-api.ts';
import { retryTime } from '../../protocol/retry-time.ts';
import type { RemoteClient } from '../remote-client.ts';
import { createMultipartForm, type UploadSource } from './multipart-form.ts';

export type FileUploadResult =
  | { readonly type: 'stored'; readonly fileName: string }
  /** [G1] the remote has no such route, so files are sent with the request that creates their asset. */
  | { readonly type: 'noRoute' }
  | { readonly type: 'rejected'; readonly reason: Message };

const uploadedFileSchema = z.looseObject({ filename: z.string().min(1) });
/** Milliseconds in which a server may process an upload. */
export const processingTimeout = 180_000;

/**
 * Throws a RemoteUnavailableError if the outcome is unknown. That does no harm, because the remote deletes a stored file that no asset
 * uses.
 */
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
  if (result.type === 'notSent') throw new RemoteUnavailableError(message('remote.unavailable.unreachable'));
  if (result.type === 'noResponse') throw new RemoteUnavailableError(message('remote.unavailable.fileInterrupted'));
  const { status, json, retryAfter } = result;
  if (status === 405) return { type: 'noRoute' };
  const read = safeParseJson(uploadedFileSchema, json);
  if (status < 300 && read.success) return { type: 'stored', fileName: read.data.filename };
  if (status === 429)
    throw new RemoteUnavailableError(message('remote.unavailable.limit'), {
      retryAt: retryTime(client.now(), retryAfter),
      status,
    });
  // [Errors] 410 means that no byte arrived in time; another upload may succeed.
  if (status < 300 || status === 408 || status === 410 || status >= 500)
    throw new RemoteUnavailableError(message('remote.unavailable.fileNotAccepted'));
  if (status === 401 || status === 403 || status === 404)
    throw new RemoteUnavailableError(message('remote.unavailable.fileForbidden'), { status });
  return { type: 'rejected', reason: rejectionReason(json) };
}

const problemSchema = z.looseObject({ detail: z.string().nullish(), errors: z.unknown().optional() });

/** [Errors 2] errors.file contains the reason of a rejected upload. */
function rejectionReason(json: unknown): Message {
  const { detail, errors } = safeParseJson(problemSchema, json).data ?? {};
  const faults = typeof errors === 'object' && errors !== null ? Object.values(errors).map(String) : [];
  if (faults.length > 0) return message('sync.rejection.file', { faults: faults.join(', ') });
  return detail ? verbatim(detail) : message('sync.rejection.fileNoReason');
}
