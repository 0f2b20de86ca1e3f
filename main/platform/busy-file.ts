/** Files that another program holds for a moment, as virus scanners, editors and other processes of Taleport do. Windows does not replace those. */
import { errorCodeOf } from './errors.ts';
import { delay, systemTimer, type Timer } from './timer.ts';

const busyErrorCodes = new Set(['EPERM', 'EBUSY', 'EACCES']);
export const isBusyError = (error: unknown): boolean => busyErrorCodes.has(errorCodeOf(error) ?? '');

/** Tries again for about 1.3 seconds while the file is held. Throws the last error. */
export async function retryWhileBusy<T>(attempt: () => T | Promise<T>, timer: Timer = systemTimer): Promise<T> {
  for (let wait = 10; ; wait *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (wait > 640 || !isBusyError(error)) throw error;
      await delay(timer, wait);
    }
  }
}

/** The same for callers that cannot wait: for 30 milliseconds, in which this thread does nothing else. */
export function retryWhileBusySync<T>(attempt: () => T): T {
  for (let wait = 10; ; wait *= 2) {
    try {
      return attempt();
    } catch (error) {
      if (wait > 20 || !isBusyError(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
  }
}
