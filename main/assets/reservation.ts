/** [G13] A place for an upload: made when its headers are accepted, gone when no byte of the file has come in time. */
import { Problem } from '../../shared/problem.ts';
import type { World } from '../../shared/world.ts';

export interface Reservation {
  /** Aborted, with the 410 as its reason, when the time has run out. */
  readonly lapsed: AbortSignal;
  /** At the first byte of the file. Throws the 410. */
  begin(): void;
  /** Nobody will come any more. */
  end(): void;
}

/** `time` in microseconds. The clock decides; the timer only wakes who waits for a byte. */
export function reserve(world: World, time: number): Reservation {
  const until = world.now() + time;
  const controller = new AbortController();
  const lapse = () => controller.abort(gone(time));
  const timer = setTimeout(lapse, time / 1000);
  timer.unref();
  return {
    lapsed: controller.signal,
    begin() {
      clearTimeout(timer);
      if (!controller.signal.aborted && world.now() > until) lapse();
      controller.signal.throwIfAborted();
    },
    end: () => clearTimeout(timer),
  };
}

const gone = (time: number): Problem =>
  new Problem('gone', `No byte of the file has come within ${Math.round(time / 60e6)} minutes. Please begin the upload anew.`);
