/**
 * Waits until the files of a folder stay as they are. An update by Perforce, Plastic or Subversion, or by a service that copies files, leaves no lock as git
 * does, and half of it would look like a storm of changes.
 */
import type { Timer } from '../../platform/timer.ts';
import type { FolderListing } from './folder-files.ts';

const quietMilliseconds = 1000;

export class FolderQuiet {
  readonly #timer: Timer;
  readonly #onQuiet: () => void;
  #seen: Pick<FolderListing, 'stats'> | null = null;
  #isElapsed = false;
  #cancel: () => void = () => undefined;

  /** `onQuiet`: time to ask again. */
  constructor(timer: Timer, onQuiet: () => void) {
    this.#timer = timer;
    this.#onQuiet = onQuiet;
  }

  /** Whether all files were the same for a second, as far as this was asked. */
  isQuiet(listing: Pick<FolderListing, 'stats'>): boolean {
    if (this.#seen && isSame(this.#seen, listing)) return this.#isElapsed;
    this.stop();
    this.#seen = listing;
    this.#cancel = this.#timer.after(quietMilliseconds, () => {
      this.#isElapsed = true;
      this.#onQuiet();
    });
    return false;
  }

  /** Forgets what was seen. */
  stop(): void {
    this.#cancel();
    this.#seen = null;
    this.#isElapsed = false;
  }
}

const isSame = ({ stats }: Pick<FolderListing, 'stats'>, { stats: other }: Pick<FolderListing, 'stats'>): boolean =>
  stats.size === other.size && [...stats].every(([path, stat]) => other.has(path) && other.get(path)?.stamp === stat?.stamp);
