/** Removes files that a crash or a closed page has left in the folder of the file store. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Microseconds after the last write at which an upload of another process counts as abandoned. */
const staleUploadAge = 3600 * 1e6;

/**
 * Removes abandoned uploads. Drafts of the store itself are from an earlier process, so all of them are removed when the store is opened.
 * Uploads of a page (`only: 'page'`) may still be running in another process, so only those older than `staleUploadAge` are removed.
 */
export function removeStaleUploads(incoming: string, now: number, log: (line: string) => void, only?: 'page'): void {
  for (const name of readdirSync(incoming)) {
    const isOfPage = name.startsWith('page-');
    if (only === 'page' && !isOfPage) continue;
    const path = join(incoming, name);
    try {
      if (!isOfPage || statSync(path).mtimeMs * 1000 < now - staleUploadAge) rmSync(path, { recursive: true, force: true });
    } catch (error) {
      log(`${path} could not be removed: ${String(error)}`);
    }
  }
}

/** Calls `remove` with the SHA-256 of all unused stored bytes and thumbnails. */
export async function sweepUnreferencedContent(
  root: string,
  isUsed: (sha256: string) => boolean,
  remove: (sha256: string) => void,
): Promise<void> {
  for (const folder of await readdir(root)) {
    if (!/^(?:[0-9a-f]{2}|thumbnails)$/.test(folder)) continue;
    const names = await readdir(join(root, folder)).catch(() => []);
    for (const name of names) {
      const [sha256] = /^[0-9a-f]{64}/.exec(name) ?? [];
      if (sha256 !== undefined && !isUsed(sha256)) remove(sha256);
    }
  }
}
