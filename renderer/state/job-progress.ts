/** The progress of long jobs, as reported by the backend. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

type JobProgress = Extract<BackendEvent, { event: 'progress' }>;

const jobProgressStore = createStore<{ readonly [job: string]: JobProgress }>(() => ({}));

export function handleProgressEvents(events: readonly BackendEvent[]): void {
  for (const event of events) if (event.event === 'progress') jobProgressStore.setState({ [event.job]: event });
}

export const useJobProgress = (job: string): JobProgress | undefined => useStore(jobProgressStore, (all) => all[job]);
/** A new id for a job, under which its progress is reported. */
export const createJobId = (): string => crypto.randomUUID();
