/** How targets and sync work: by themselves, or only when they are asked to. */
import { z } from 'zod';

/** `live`: they follow changes by themselves. `onRequest`: they only work when a call requests it. */
export const workModeSchema = z.enum(['live', 'onRequest']);
export type WorkMode = z.infer<typeof workModeSchema>;

export interface WorkModes {
  readonly targets: WorkMode;
  readonly folders: WorkMode;
  readonly sync: WorkMode;
}
