import type { ConflictDetails, ConflictResolution } from './sync.ts';

/** Whether a conflict allows a resolution. */
export const allowsResolution = ({ choices }: ConflictDetails, resolution: ConflictResolution): boolean =>
  'choice' in resolution ? choices[resolution.choice] !== null : choices.text;
