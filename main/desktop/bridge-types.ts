/** What the window gets from the preload, and the channels between them. No Electron here: the screen may read the types. */
import type { Answer } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';

export interface Bridge {
  ask(name: string, input: unknown): Promise<Answer>;
  /** Batches of events; ends with the function it gives. */
  on(listener: (events: Event[]) => void): () => void;
  /** The path of a dropped file; empty where it has none. */
  pathOf(file: File): string;
  readonly shell: 'desktop';
}

export const channels = { call: 'taleport:call', events: 'taleport:events' } as const;
