/** Long jobs. They report their progress at a limited rate and can be cancelled by name. */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { closingProblem } from './closing-problem.ts';
import { waitWithTimeout } from './timer.ts';

/** Milliseconds between two progress events of a job. */
const progressInterval = 100;

export interface JobControl {
  reportProgress(done: number, total: number): void;
  isCancelled(): boolean;
  /** Throws a Problem `cancelled` if the job has been cancelled. */
  throwIfCancelled(): void;
}

/** Milliseconds for which closing waits for cancelled jobs. Temporary files that they leave behind are removed at the next start. */
const endTimeout = 3000;

interface Job {
  readonly name: string | undefined;
  isCancelled: boolean;
}

export function createJobRegistry(emit: (event: BackendEvent) => void, environment: Environment) {
  const jobs = new Set<Job>();
  let isClosing = false;
  let onLastEnd: () => void = () => undefined;

  async function run<T>(name: string | undefined, work: (control: JobControl) => Promise<T>): Promise<T> {
    if (isClosing) throw closingProblem();
    const job: Job = { name, isCancelled: false };
    jobs.add(job);
    let last = Number.NEGATIVE_INFINITY;
    const throwIfCancelled = () => {
      if (job.isCancelled) throw new Problem('cancelled', message('problem.job.cancelled'));
    };
    const reportProgress = (done: number, total: number) => {
      const now = environment.monotonicNow();
      if (name === undefined || (done < total && now - last < progressInterval)) return;
      last = now;
      emit({ event: 'progress', job: name, done, total });
    };
    try {
      return await work({ reportProgress, isCancelled: () => job.isCancelled, throwIfCancelled });
    } catch (error) {
      throw isClosing && error instanceof Problem && error.code === 'cancelled' ? closingProblem() : error;
    } finally {
      jobs.delete(job);
      if (jobs.size === 0) onLastEnd();
    }
  }

  return {
    /**
     * A job without a name emits no events and can only be cancelled together with all others. Throws a Problem `busy` after `cancelAll`.
     */
    run,
    cancel(name: string): void {
      for (const job of jobs) if (job.name === name) job.isCancelled = true;
    },
    /** Cancels all jobs and rejects further ones. Called when the backend closes. */
    cancelAll(): void {
      isClosing = true;
      for (const job of jobs) job.isCancelled = true;
    },
    /** Resolves when all jobs have ended, or after `endTimeout`. */
    async waitForEnd(): Promise<void> {
      if (jobs.size === 0) return;
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      onLastEnd = resolve;
      await waitWithTimeout(endTimeout, ended);
    },
  };
}

export type JobRegistry = ReturnType<typeof createJobRegistry>;
