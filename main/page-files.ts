/** The stored files of projects for our own page, at `/file/<project>/<file>`: both shells hand them over, neither keeps them. */
import type { Answer } from '../shared/ipc/ask.ts';
import { fileResponse } from './file-response.ts';

type Call = (name: 'asset.locate', input: { readonly hash: string; readonly file: string }) => Promise<Answer>;

/** A stored filename never stands for other bytes. */
const headers = { 'cache-control': 'private, max-age=31536000, immutable' };

/** Nothing for another path, and where there is no such file. */
export async function pageFile(request: Request, call: Call): Promise<Response | undefined> {
  const [, hash, file] = /^\/file\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname)?.map(decoded) ?? [];
  if (hash === undefined || file === undefined) return undefined;
  const answer = await call('asset.locate', { hash, file });
  const found = answer.ok ? (answer.value as { path: string; mime: string; name: string } | null) : null;
  return found ? fileResponse(request, { ...found, as: 'inline', headers }) : undefined;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
