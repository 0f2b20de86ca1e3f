/** The transfers of a project that are running: how far they are, and how to cancel them. In memory only. */

import type { SyncTransfer } from '../../../../shared/contracts/sync.ts';
import type { TransferControl } from '../../protocol/remote-api.ts';

export type TransferDirection = SyncTransfer['direction'];

export interface FileProgress {
  readonly asset: string;
  readonly direction: TransferDirection;
  /** The number of bytes transferred so far. */
  readonly bytes: number;
  /** The total number of bytes, if it is known. */
  readonly total: number | null;
}

/** A file that is being transferred. */
interface Transfer {
  readonly asset: string;
  readonly direction: TransferDirection;
  /** The local name of a file that is uploaded; the remote name of one that is downloaded. */
  readonly file: string;
  /** In bytes; null if it is unknown. */
  readonly total: number | null;
}

interface RunningTransfer extends Transfer {
  bytes: number;
  readonly cancellation: AbortController;
}

/** A file that waits for its transfer. `bytes` is its size, null if that is unknown. */
export interface WaitingFile {
  readonly asset: string;
  readonly bytes: number | null;
}

export class RunningTransfers {
  readonly #running = new Set<RunningTransfer>();
  /** The size of each file that was transferred since there was last nothing to transfer in its direction, by asset. */
  readonly #done: Readonly<Record<TransferDirection, Map<string, number>>> = { up: new Map(), down: new Map() };
  readonly #onProgress: (moved: FileProgress) => void;

  constructor(onProgress: (moved: FileProgress) => void = () => undefined) {
    this.#onProgress = onProgress;
  }

  /** `isComplete` returns whether the result means that the file has arrived. */
  async run<T>(transfer: Transfer, task: (control: TransferControl) => Promise<T>, isComplete: (result: T) => boolean): Promise<T> {
    const running: RunningTransfer = { ...transfer, bytes: 0, cancellation: new AbortController() };
    const { asset, direction, total } = transfer;
    this.#running.add(running);
    const onProgress = (bytes: number) => {
      running.bytes = bytes;
      this.#onProgress({ asset, direction, bytes, total });
    };
    try {
      const result = await task({ signal: running.cancellation.signal, onProgress });
      if (isComplete(result)) this.#done[direction].set(asset, total ?? running.bytes);
      return result;
    } finally {
      this.#running.delete(running);
    }
  }

  cancel(isConcerned: (transfer: Transfer) => boolean): void {
    for (const running of this.#running) if (isConcerned(running)) running.cancellation.abort();
  }

  /**
   * The progress of the direction in which files are being transferred, uploads first; undefined if none is. `waiting` returns the files that
   * still need a transfer, which may include running ones.
   */
  status(waiting: (direction: TransferDirection) => readonly WaitingFile[]): SyncTransfer | undefined {
    for (const direction of ['up', 'down'] as const) {
      const running = [...this.#running].filter((each) => each.direction === direction);
      if (running.length > 0) return this.#statusOf(direction, running, waiting(direction));
      const done = this.#done[direction];
      if (done.size > 0 && waiting(direction).length === 0) done.clear();
    }
    return undefined;
  }

  #statusOf(direction: TransferDirection, running: readonly RunningTransfer[], waiting: readonly WaitingFile[]): SyncTransfer {
    const done = this.#done[direction];
    const runningIds = new Set(running.map(({ asset }) => asset));
    const left = waiting.filter(({ asset }) => !done.has(asset) && !runningIds.has(asset));
    const doneSize = [...done].reduce((sum, [asset, bytes]) => sum + (runningIds.has(asset) ? 0 : bytes), 0);
    const sizes = [...running.map(({ total }) => total), ...left.map(({ bytes }) => bytes)];
    const doneFiles = [...done.keys()].filter((asset) => !runningIds.has(asset)).length;
    return {
      direction,
      doneFiles,
      files: doneFiles + running.length + left.length,
      doneBytes: doneSize + running.reduce((sum, { bytes }) => sum + bytes, 0),
      bytes: sizes.includes(null) ? null : sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), doneSize),
    };
  }
}
