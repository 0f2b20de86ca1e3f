/** What the result of a step means for the project: whether changes were counted, and when the next step is due. Pure. */
import type { SyncStepResult } from './sync-state.ts';

/** Milliseconds after which a stopped project is tried again. */
export const stoppedRetryInterval = 300_000;

/** `waiting`: the step has counted nothing. */
export type StepOutcome = 'synced' | 'planned' | 'waiting';

export function outcomeOf(result: SyncStepResult): StepOutcome {
  if (result.type === 'progressed') return 'planned';
  if (result.type === 'stopped') return 'waiting';
  if (result.reason === 'blocked') return 'planned';
  return result.reason === 'synced' ? 'synced' : 'waiting';
}

/** Milliseconds since 1970. */
export function nextDueAt(result: SyncStepResult, now: number): number {
  switch (result.type) {
    case 'progressed':
      return 0;
    case 'waiting':
      return result.until;
    case 'stopped':
      return now + stoppedRetryInterval;
  }
}
