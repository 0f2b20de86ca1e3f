/** Runs the file steps of a project, several at once beside its steps. */
import type { ProjectFileSync } from '../client/files/project-file-sync.ts';

/** Milliseconds until rejected files are tried again. */
export const fileRetryInterval = 300_000;

export class FileTransferRunner {
  readonly #now: () => number;
  #activeCount = 0;
  #hasMore = false;

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Steps on their way. */
  get activeCount(): number {
    return this.#activeCount;
  }

  /** The last step found something to do. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Transfers a file, or finds out when there may be one. `onEnd`: also after an error; `dueAt` is when the next step is due. */
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
