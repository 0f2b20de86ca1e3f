/**
 * The bytes of stored files, each content once, at `<2 hex>/<SHA-256>`. Unused content is removed in the same turn of the event loop in
 * which it is found to be unused, so that no upload can begin to use it in between.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { moveFileDurably } from '../platform/atomic-file.ts';
import { sweepUnreferencedContent } from './cleanup.ts';
import type { PendingFiles } from './pending-files.ts';
import type { StoredFileIndex } from './stored-file-index.ts';
import { openThumbnailStore, type ThumbnailStore } from './thumbnail-store.ts';
import { openTrash, type Trash } from './trash.ts';

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
