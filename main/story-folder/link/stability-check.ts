/**
 * Waits until the files of a folder stay as they are. An update by Perforce, Plastic or Subversion, or by a service that copies files, leaves no lock as git
 * does, and half of it would look like a storm of changes.
 */
import type { Timer } from '../../platform/timer.ts';
import type { FolderListing } from './folder-files.ts';

/** In milliseconds. */
const stabilityThreshold = 1000;

export class StabilityCheck {
  readonly #timer: Timer;
  readonly #onStable: () => void;
  #seen: Pick<FolderListing, 'stats'> | null = null;
  #isElapsed = false;
  #cancel: () => void = () => undefined;

  /** `onStable`: time to ask again. */
  constructor(timer: Timer, onStable: () => void) {
    this.#timer = timer;
    this.#onStable = onStable;
  }

  /** Whether all files were the same for a second, as far as this was asked. */
  isStable(listing: Pick<FolderListing, 'stats'>): boolean {
    if (this.#seen && isSame(this.#seen, listing)) return this.#isElapsed;
    this.stop();
    this.#seen = listing;
    this.#cancel = this.#timer.after(stabilityThreshold, () => {
      this.#isElapsed = true;
      this.#onStable();
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
