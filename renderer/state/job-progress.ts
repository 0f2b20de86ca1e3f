/** The progress of a long job, as reported by the backend. */
import { useEffect, useState } from 'react';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { onEvents } from '../platform/bridge.ts';

type JobProgress = Extract<BackendEvent, { event: 'progress' }>;

/** Follows a job while a component is mounted, before which it must not begin: its effects are to be after this hook. */
export function useJobProgress(job: string): JobProgress | undefined {
  const [progress, setProgress] = useState<JobProgress>();
  useEffect(
    () =>
      onEvents((events) => {
        const last = events.findLast((event): event is JobProgress => event.event === 'progress' && event.job === job);
        if (last) setProgress(last);
      }),
    [job],
  );
  return progress;
}

/** A new id for a job, under which its progress is reported. */
export const createJobId = (): string => crypto.randomUUID();
