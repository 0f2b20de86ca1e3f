/**
 * The interface of the preload script for the window, and the channels between the processes. Does not import Electron, so that the
 * renderer may import the types.
 */
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';

export interface PreloadBridge {
  ask(name: string, input: unknown): Promise<CallResult>;
  /** Calls `listener` with batches of events. Returns a function that removes the listener. */
  on(listener: (events: BackendEvent[]) => void): () => void;
  /** The path of a dropped file or folder, which the user has thereby chosen; empty if it has none. */
  pathOf(file: File): string;
  readonly shell: 'desktop';
}

/** `dropped`: from the preload script only, to which the page can pass no path of its own. */
export const ipcChannels = { call: 'taleport:call', events: 'taleport:events', dropped: 'taleport:dropped' } as const;
