/** How far the long jobs are that the program tells about. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Event } from '../../shared/ipc/events.ts';

export type Progress = Extract<Event, { event: 'progress' }>;

const jobs = createStore<{ readonly [job: string]: Progress }>(() => ({}));

export function takeProgress(events: readonly Event[]): void {
  for (const event of events) if (event.event === 'progress') jobs.setState({ [event.job]: event });
}

export const useProgress = (job: string): Progress | undefined => useStore(jobs, (all) => all[job]);
/** A name for a job that its progress comes back under. */
export const newJob = (): string => crypto.randomUUID();
