/** [G13] A place for an upload: made when its headers are accepted, gone when no byte of the file has come in time. */

import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

export interface UploadReservation {
  /** Aborted, with the 410 as its reason, when the time has run out. */
  readonly expired: AbortSignal;
  /** At the first byte of the file. Throws the 410. */
  start(): void;
  /** Nobody will come any more. */
  release(): void;
}

/** `time` in microseconds. The clock decides; the timer only wakes who waits for a byte. */
export function createReservation(environment: Environment, time: number): UploadReservation {
  const until = environment.now() + time;
  const controller = new AbortController();
  const lapse = () => controller.abort(expiredProblem(time));
  const timer = setTimeout(lapse, time / 1000);
  timer.unref();
  return {
    expired: controller.signal,
    start() {
      clearTimeout(timer);
      if (!controller.signal.aborted && environment.now() > until) lapse();
      controller.signal.throwIfAborted();
    },
    release: () => clearTimeout(timer),
  };
}

const expiredProblem = (time: number): Problem =>
  new Problem('gone', message('problem.assets.uploadTimedOut', { minutes: Math.round(time / 60e6) }));
