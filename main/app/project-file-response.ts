/** Serves stored files to the window at `/file/<project hash>/<stored filename>`, for the desktop and the browser shell. */

import { type Backend, createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { decodePathSegment } from '../platform/decode-path-segment.ts';
import { createFileResponse } from '../platform/file-response.ts';

/** Stored files are immutable, so browsers may cache them for good. */
const cacheHeaders = { 'cache-control': 'private, max-age=31536000, immutable' };

/** Returns undefined if the path has another form or the file does not exist. */
export async function createProjectFileResponse(request: Request, call: Backend['call']): Promise<Response | undefined> {
  const [, hash, file] = /^\/file\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname)?.map(decodePathSegment) ?? [];
  if (hash === undefined || file === undefined) return undefined;
  const found = await createInvoke({ call })('asset.locate', { hash, file }).catch(() => null);
  return found ? createFileResponse(request, { ...found, disposition: 'inline', headers: cacheHeaders }) : undefined;
}
