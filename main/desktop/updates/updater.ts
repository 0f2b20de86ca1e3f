/** Checks for updates, downloads and installs them. */
import type { AvailableUpdate } from '../../../shared/contracts/updates.ts';

export interface Updater {
  /** Resolves to null if there is no newer version for this computer. Rejects with a Problem. */
  check(): Promise<AvailableUpdate | null>;
  /**
   * Downloads the update that `check` has found and reports the bytes received. Resolves when the file is complete and verified. Rejects
   * with a Problem, also when it is aborted.
   */
  download(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Called directly before the process ends, when the rest of the program has stopped. With `restart`, the new version is started. If the
   * system itself replaces the program, it also quits it; then this only settles if that fails.
   */
  install(restart: boolean): Promise<void>;
}
