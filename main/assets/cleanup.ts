/** What a crash, or a page that went away, has left in the vault's folder. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Microseconds after which nobody writes any more to what a shell of another process has begun. */
const staleUploadAge = 3600 * 1e6;

/** Our own drafts are from a process before this one, so they go at once when it opens; those of shells go when nobody writes to them. */
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

/** Looks through all bytes and thumbnails there are for those that nobody needs. */
export async function sweepUnreferencedContent(
  home: string,
  isNeeded: (sha256: string) => boolean,
  letGo: (sha256: string) => void,
): Promise<void> {
  for (const folder of await readdir(home)) {
    if (!/^(?:[0-9a-f]{2}|thumbnails)$/.test(folder)) continue;
    const names = await readdir(join(home, folder)).catch(() => []);
    for (const name of names) {
      const [sha256] = /^[0-9a-f]{64}/.exec(name) ?? [];
      if (sha256 !== undefined && !isNeeded(sha256)) letGo(sha256);
    }
  }
}
