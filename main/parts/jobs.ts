/** Long jobs that have a name: they tell how far they are, not too often, and end early when that is asked for. */
import type { Event } from '../../shared/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import type { World } from '../../shared/world.ts';

/** Microseconds between two messages of one job. */
const pause = 100_000;

export interface Steps {
  progress(done: number, total: number): void;
  cancelled(): boolean;
  /** Throws a Problem `cancelled` if it was asked to end. */
  goOn(): void;
}

export function openJobs(tell: (event: Event) => void, world: World) {
  const ended = new Map<string, { cancelled: boolean }>();
  return {
    /** Without a name the job tells nobody and cannot be cancelled. */
    async run<T>(job: string | undefined, label: string, work: (steps: Steps) => Promise<T>): Promise<T> {
      const state = { cancelled: false };
      if (job !== undefined) ended.set(job, state);
      let last = 0;
      const goOn = () => {
        if (state.cancelled) throw new Problem('cancelled', `${label} was cancelled. Nothing was changed.`);
      };
      const progress = (done: number, total: number) => {
        const now = world.now();
        if (job === undefined || (done < total && now - last < pause)) return;
        last = now;
        tell({ event: 'progress', job, label, done, total });
      };
      try {
        return await work({ progress, cancelled: () => state.cancelled, goOn });
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

export type Jobs = ReturnType<typeof openJobs>;
