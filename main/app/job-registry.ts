/** Long jobs that have a name: they tell how far they are, not too often, and end early when that is asked for. */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** Microseconds between two messages of one job. */
const progressInterval = 100_000;

export interface JobControl {
  reportProgress(done: number, total: number): void;
  isCancelled(): boolean;
  /** Throws a Problem `cancelled` if it was asked to end. */
  throwIfCancelled(): void;
}

export function createJobRegistry(tell: (event: BackendEvent) => void, environment: Environment) {
  const ended = new Map<string, { cancelled: boolean }>();
  return {
    /** Without a name the job tells nobody and cannot be cancelled. */
    async run<T>(job: string | undefined, label: string, work: (steps: JobControl) => Promise<T>): Promise<T> {
      const state = { cancelled: false };
      if (job !== undefined) ended.set(job, state);
      let last = 0;
      const throwIfCancelled = () => {
        if (state.cancelled) throw new Problem('cancelled', message('problem.job.cancelled', { label }));
      };
      const reportProgress = (done: number, total: number) => {
        const now = environment.now();
        if (job === undefined || (done < total && now - last < progressInterval)) return;
        last = now;
        tell({ event: 'progress', job, label, done, total });
      };
      try {
        return await work({ reportProgress, isCancelled: () => state.cancelled, throwIfCancelled });
      } finally {
        if (job !== undefined && ended.get(job) === state) ended.delete(job);
      }
    },
    cancel(job: string): void {
      const state = ended.get(job);
      if (state) state.cancelled = true;
    },
    cancelAll(): void {
      for (const state of ended.values()) state.cancelled = true;
    },
  };
}

export type JobRegistry = ReturnType<typeof createJobRegistry>;
