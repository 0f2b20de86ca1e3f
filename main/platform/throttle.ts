/** Does work at most once in an interval, and once more after the last call. */
interface Throttle {
  /** Does the work at the end of the interval that this call starts, unless one is already running. */
  call(): void;
  /** Cancels work that is due. */
  cancel(): void;
}

/** `interval` is in milliseconds. A waiting throttle does not keep the process running. */
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
