/** Long jobs, which report their progress at a limited rate and can be cancelled by name. */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** Microseconds between two progress events of a job. */
const progressInterval = 100_000;

export interface JobControl {
  reportProgress(done: number, total: number): void;
  isCancelled(): boolean;
  /** Throws a Problem `cancelled` if the job has been cancelled. */
  throwIfCancelled(): void;
}

export function createJobRegistry(emit: (event: BackendEvent) => void, environment: Environment) {
  const jobs = new Map<string, { cancelled: boolean }>();
  return {
    /** Without a name, the job emits no events and cannot be cancelled. */
    async run<T>(job: string | undefined, label: string, work: (steps: JobControl) => Promise<T>): Promise<T> {
      const state = { cancelled: false };
      if (job !== undefined) jobs.set(job, state);
      let last = 0;
      const throwIfCancelled = () => {
        if (state.cancelled) throw new Problem('cancelled', message('problem.job.cancelled', { label }));
      };
      const reportProgress = (done: number, total: number) => {
        const now = environment.now();
        if (job === undefined || (done < total && now - last < progressInterval)) return;
        last = now;
        emit({ event: 'progress', job, label, done, total });
      };
      try {
        return await work({ reportProgress, isCancelled: () => state.cancelled, throwIfCancelled });
      } finally {
        if (job !== undefined && jobs.get(job) === state) jobs.delete(job);
      }
    },
    cancel(job: string): void {
      const state = jobs.get(job);
      if (state) state.cancelled = true;
    },
    cancelAll(): void {
      for (const state of jobs.values()) state.cancelled = true;
    },
  };
}

export type JobRegistry = ReturnType<typeof createJobRegistry>;
