/** The stored files of projects for our own page, at `/file/<project>/<file>`: both shells hand them over, neither keeps them. */
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import { createFileResponse } from '../platform/file-response.ts';

type LocateAsset = (name: 'asset.locate', input: { readonly hash: string; readonly file: string }) => Promise<CallResult>;

/** A stored filename never stands for other bytes. */
const cacheHeaders = { 'cache-control': 'private, max-age=31536000, immutable' };

/** Nothing for another path, and where there is no such file. */
export async function createProjectFileResponse(request: Request, call: LocateAsset): Promise<Response | undefined> {
  const [, hash, file] = /^\/file\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname)?.map(decodePathSegment) ?? [];
  if (hash === undefined || file === undefined) return undefined;
  const answer = await call('asset.locate', { hash, file });
  const found = answer.ok ? (answer.value as { path: string; mime: string; name: string } | null) : null;
  return found ? createFileResponse(request, { ...found, disposition: 'inline', headers: cacheHeaders }) : undefined;
}

function decodePathSegment(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
