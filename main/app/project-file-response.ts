/** Serves stored files to the window at `/file/<project hash>/<stored filename>`, for the desktop and the browser shell. */

import type { CallOutput, CallResult } from '../../shared/contracts/ipc/call-types.ts';
import { decodePathSegment } from '../platform/decode-path-segment.ts';
import { createFileResponse } from '../platform/file-response.ts';

type LocateAsset = (name: 'asset.locate', input: { readonly hash: string; readonly file: string }) => Promise<CallResult>;

/** The content of a stored filename never changes. */
const cacheHeaders = { 'cache-control': 'private, max-age=31536000, immutable' };

/** Undefined for any other path, and if the file does not exist. */
export async function createProjectFileResponse(request: Request, call: LocateAsset): Promise<Response | undefined> {
  const [, hash, file] = /^\/file\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname)?.map(decodePathSegment) ?? [];
  if (hash === undefined || file === undefined) return undefined;
  const result = await call('asset.locate', { hash, file });
  // The output of `asset.locate`.
  const found = result.ok ? (result.value as CallOutput<'asset.locate'>) : null;
  return found ? createFileResponse(request, { ...found, disposition: 'inline', headers: cacheHeaders }) : undefined;
}
