/** Checks for updates, downloads and installs them. */
import type { AvailableUpdate } from '../../../shared/contracts/updates.ts';

export interface Updater {
  /** null: there is no newer version for this computer. Rejects with a Problem. */
  check(): Promise<AvailableUpdate | null>;
  /** Downloads the update that `check` has found and reports the bytes received. Resolves when the file is complete and has been verified; rejects with a Problem, also when it is aborted. */
  download(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Called just before the process ends, when nothing else of the program works any more. `restart` starts the new version. Where the system itself
   * replaces the program, it also quits it: then this settles only if that fails.
   */
  install(restart: boolean): Promise<void>;
}
