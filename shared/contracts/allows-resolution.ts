import type { Conflict, ConflictResolution } from './sync.ts';

/** Whether a conflict allows a resolution. */
export const allowsResolution = ({ choices }: Conflict, resolution: ConflictResolution): boolean =>
  'choice' in resolution ? choices[resolution.choice] !== null : choices.text;
