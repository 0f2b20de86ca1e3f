/** How far the long jobs are that the program tells about. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

export type JobProgress = Extract<BackendEvent, { event: 'progress' }>;

const jobProgressStore = createStore<{ readonly [job: string]: JobProgress }>(() => ({}));

export function handleProgressEvents(events: readonly BackendEvent[]): void {
  for (const event of events) if (event.event === 'progress') jobProgressStore.setState({ [event.job]: event });
}

export const useJobProgress = (job: string): JobProgress | undefined => useStore(jobProgressStore, (all) => all[job]);
/** A name for a job that its progress comes back under. */
export const createJobId = (): string => crypto.randomUUID();
