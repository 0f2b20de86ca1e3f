/** Work that is done at most once in an interval, and once more after the last call. */
interface Throttle {
  /** Does the work at the end of the interval that this call starts, unless one is running. */
  call(): void;
  /** Drops work that is still due. */
  cancel(): void;
}

/** `interval` in milliseconds. A waiting throttle does not keep the process running. */
export function createThrottle(interval: number, work: () => void): Throttle {
  let timer: NodeJS.Timeout | undefined;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, interval).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
