/**
 * The bytes of stored files, each content once, at `<2 hex>/<SHA-256>`. Unused content is removed in the same turn of the event loop in
 * which it is found to be unused, so that no upload can begin to use it in between.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { moveFileDurably, replaceFileSync } from '../platform/atomic-file.ts';
import { readJsonFileOrUndefined } from '../platform/untrusted-file.ts';
import type { PendingFiles } from './pending-files.ts';
import type { StoredFileIndex } from './stored-file-index.ts';
import { openThumbnailStore, type ThumbnailStore } from './thumbnail-store.ts';

interface ContentStoreDeps {
  readonly root: string;
  readonly rows: StoredFileIndex;
  readonly pendingFiles: PendingFiles;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export class ContentStore {
  readonly thumbnails: ThumbnailStore;
  readonly #deps: ContentStoreDeps;
  readonly #trash: Trash;

  constructor(deps: ContentStoreDeps) {
    this.#deps = deps;
    this.thumbnails = openThumbnailStore(join(deps.root, 'thumbnails'));
    this.#trash = openTrash(join(deps.root, 'trash'));
    try {
      this.#trash.restore(this.#isUsed, this.#pathOf);
    } catch (error) {
      deps.log(`Files could not be moved back from the trash of ${deps.root}: ${String(error)}`);
    }
  }

  pathOf(sha256: string): string {
    return this.#pathOf(sha256);
  }

  /** Moves a complete file into the store. The content must have been claimed in `pendingFiles`. */
  async add(sha256: string, path: string): Promise<void> {
    await moveFileDurably(path, this.#pathOf(sha256));
  }

  removeIfUnused(sha256: string): void {
    this.#disposeIfUnused(sha256, (path) => {
      this.#deps.rows.assertCurrent();
      rmSync(path, { force: true });
    });
  }

  /** Throws a Problem `store` if another process has opened the database since. */
  readonly moveToTrashIfUnused = (sha256: string): void => {
    this.#deps.rows.assertCurrent();
    this.#disposeIfUnused(sha256, (path) => existsSync(path) && this.#trash.add(sha256, path, this.#deps.now()));
  };

  /** Moves content without a row to the trash, and deletes files that have been in the trash for 30 days. */
  async sweep(): Promise<void> {
    const { root, rows, now } = this.#deps;
    await sweepUnreferencedContent(root, this.#isUsed, this.moveToTrashIfUnused);
    rows.assertCurrent();
    this.#trash.removeOld(now());
  }

  readonly #pathOf = (sha256: string): string => contentPathIn(this.#deps.root, sha256);

  readonly #isUsed = (sha256: string): boolean => this.#deps.rows.hasContent(sha256) || this.#deps.pendingFiles.isClaimed(sha256);

  /** `dispose` is called with the path of the bytes. */
  #disposeIfUnused(sha256: string, dispose: (path: string) => void): void {
    if (this.#isUsed(sha256)) return;
    try {
      dispose(this.#pathOf(sha256));
      this.thumbnails.remove(sha256);
    } catch (error) {
      // Windows does not remove a file that is being read; the next sweep tries again.
      this.#deps.log(`The bytes ${sha256} could not be removed: ${String(error)}`);
    }
  }
}

/** The path of the bytes with this SHA-256 in the folder of a file store. */
export const contentPathIn = (root: string, sha256: string): string => join(root, sha256.slice(0, 2), sha256);

/** Microseconds. */
const day = 24 * 3600 * 1e6;
const retentionTime = 30 * day;
/** The maximum by which the clock of the trash advances between two readings. */
const maxAdvance = 7 * day;

interface Trash {
  /** Moves a file into the trash under its SHA-256. `now`: microseconds since 1970. */
  add(sha256: string, path: string, now: number): void;
  /** Moves files that are used again back to their paths. */
  restore(isUsed: (sha256: string) => boolean, pathOf: (sha256: string) => string): void;
  /** Removes files that have been in the trash for longer than 30 days. `now`: microseconds since 1970. */
  removeOld(now: number): void;
}

function openTrash(folder: string): Trash {
  const listContent = (): string[] => {
    try {
      return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
    } catch {
      // The folder is created when the first file is moved into it.
      return [];
    }
  };
  return {
    add(sha256, path, now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = advanceClock(folder, now);
      // Set before the file is moved, so that a crash in between cannot leave it in the trash with an old time.
      utimesSync(path, time / 1e6, time / 1e6);
      renameSync(path, join(folder, sha256));
    },
    restore(isUsed, pathOf) {
      for (const sha256 of listContent()) {
        if (!isUsed(sha256)) continue;
        const path = pathOf(sha256);
        mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
        renameSync(join(folder, sha256), path);
      }
    },
    removeOld(now) {
      const content = listContent();
      if (content.length === 0) return;
      const time = advanceClock(folder, now);
      for (const sha256 of content) {
        const path = join(folder, sha256);
        if (statSync(path).mtimeMs * 1000 < time - retentionTime) rmSync(path, { force: true });
      }
    },
  };
}

/** Both in microseconds since 1970. */
const clockSchema = z.object({
  /** The time by the clock of the trash. */
  time: z.number(),
  /** The system time at which `time` was written. */
  systemTime: z.number(),
});

/**
 * Advances the clock of the trash by the time that has passed since the last call, at most by `maxAdvance` and never backwards. Returns its
 * time.
 */
function advanceClock(folder: string, now: number): number {
  const file = join(folder, 'clock.json');
  const last = readClock(file) ?? { time: now, systemTime: now };
  const time = last.time + Math.min(Math.max(now - last.systemTime, 0), maxAdvance);
  try {
    replaceFileSync(file, JSON.stringify({ time, systemTime: now }), { mode: 0o600 });
  } catch {
    // Old files must be removed on a full disk as well. The time that has passed is added at the next call.
  }
  return time;
}

function readClock(file: string): z.infer<typeof clockSchema> | undefined {
  // The file does not exist until the first file is moved into the trash.
  return clockSchema.safeParse(readJsonFileOrUndefined(file)).data;
}

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
async function sweepUnreferencedContent(
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
