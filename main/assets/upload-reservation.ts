/**
 * [G13] a reservation for an upload. It is created when the headers are accepted, and expires unless a byte of the file arrives in time.
 */

import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

export interface UploadReservation {
  /** Aborted when the reservation expires. The reason is the Problem for a 410. */
  readonly expired: AbortSignal;
  /** Must be called at the first byte of the file. Throws the 410 if the reservation has expired. */
  start(): void;
  /** Ends the reservation. Must be called when the upload has ended or failed. */
  release(): void;
}

/** `time` is in microseconds. The environment's clock determines whether it has passed; the timer only ends the wait for a byte. */
export function createReservation(environment: Environment, time: number): UploadReservation {
  const until = environment.now() + time;
  const controller = new AbortController();
  const expire = () => controller.abort(expiredProblem(time));
  const timer = setTimeout(expire, time / 1000);
  timer.unref();
  return {
    expired: controller.signal,
    start() {
      clearTimeout(timer);
      if (!controller.signal.aborted && environment.now() > until) expire();
      controller.signal.throwIfAborted();
    },
    release: () => clearTimeout(timer),
  };
}

const expiredProblem = (time: number): Problem =>
  new Problem('gone', message('problem.assets.uploadTimedOut', { minutes: Math.round(time / 60e6) }));
