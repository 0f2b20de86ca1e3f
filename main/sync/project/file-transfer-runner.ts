/** Runs the file transfers of a project, several at once and beside its steps. */
import type { ProjectFileSync } from '../client/files/project-file-sync.ts';

/** Milliseconds after which rejected files are tried again. */
export const fileRetryInterval = 300_000;

export class FileTransferRunner {
  readonly #now: () => number;
  #activeCount = 0;
  #hasMore = false;

  /** `now` returns milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of running transfers. */
  get activeCount(): number {
    return this.#activeCount;
  }

  /** Whether the last transfer found a file. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /**
   * Transfers a file, or determines when there may be one. `onEnd` is called even after an error, with `dueAt`, the time of the next
   * transfer.
   */
  async run(files: ProjectFileSync, onEnd: (end: { readonly dueAt: number; readonly isFileReady: boolean }) => void): Promise<void> {
    const { revision } = files;
    this.#activeCount++;
    let dueAt = this.#now() + fileRetryInterval;
    let isFileReady = false;
    try {
      const result = await files.step();
      this.#hasMore = result.type === 'progressed';
      if (result.type === 'progressed') dueAt = 0;
      if (result.type === 'waiting') dueAt = result.until;
      isFileReady = result.type === 'progressed' && files.revision !== revision;
    } finally {
      this.#activeCount--;
      onEnd({ dueAt, isFileReady });
    }
  }
}
