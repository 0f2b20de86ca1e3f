/**
 * The way to the program: Electron's IPC in the desktop, HTTP on loopback in the browser shell. The only file that
 * touches `window.taleport` or knows which of the two it is.
 */
import type { Answer, Ask, CallName, Event, Input, Output } from '../shared/ipc.ts';
import { Problem } from '../shared/problem.ts';

/** What the preload puts into the window. */
export interface DesktopBridge {
  readonly shell: 'desktop';
  ask(name: CallName, input: unknown): Promise<Answer>;
  on(listener: (events: readonly Event[]) => void): () => void;
  /** The path of a dropped file, '' where it has none. */
  pathOf(file: File): string;
}

declare global {
  interface Window {
    readonly taleport?: DesktopBridge;
  }
}

interface Bridge {
  ask(name: CallName, input: unknown): Promise<Answer>;
  on(listener: (events: readonly Event[]) => void): () => void;
  onReconnect(listener: () => void): () => void;
}

const desktop = typeof window === 'undefined' ? undefined : window.taleport;
const bridge: Bridge = desktop ? { ask: desktop.ask, on: desktop.on, onReconnect: () => () => {} } : browserBridge();

export const shell: 'desktop' | 'browser' = desktop ? 'desktop' : 'browser';

export const ask: Ask = async <N extends CallName>(name: N, input: Input<N>): Promise<Output<N>> => {
  const answer = await bridge.ask(name, input);
  if (!answer.ok) throw Problem.fromJSON(answer.problem);
  return answer.value as Output<N>;
};

/** The program's events, in batches of at most one a frame. */
export const onEvents = (listener: (events: readonly Event[]) => void): (() => void) => bridge.on(listener);

/** Events may have been missed (the stream broke, or the process that held the projects went): whoever keeps a copy reads it again. */
export function onReconnect(listener: () => void): () => void {
  const streamAgain = bridge.onReconnect(listener);
  const otherProcess = bridge.on((events) => events.some(({ event }) => event === 'reconnected') && listener());
  return () => {
    streamAgain();
    otherProcess();
  };
}

/** Where a dropped file lies; the browser shell is not told. */
export const pathOf = (file: File): string | undefined => desktop?.pathOf(file) || undefined;

/** Calls wait for the event stream, so that no change can fall between a reading and the first event. */
function browserBridge(): Bridge {
  const listeners = new Set<(events: readonly Event[]) => void>();
  const again = new Set<() => void>();
  let stream: Promise<void> | undefined;

  const connect = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource('/events');
      let opened = false;
      source.addEventListener('open', () => {
        if (opened) for (const listener of again) listener();
        opened = true;
        resolve();
      });
      source.addEventListener('error', () => resolve());
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const events = JSON.parse(data) as readonly Event[];
        for (const listener of listeners) listener(events);
      });
    });

  return {
    ask: async (name, input) => {
      stream ??= connect();
      await stream;
      try {
        const response = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
        return (await response.json()) as Answer;
      } catch (error) {
        throw new Problem('internal', 'Taleport does not answer. Is it still running? Nothing of what you wrote before is lost.', {
          cause: error,
        });
      }
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReconnect: (listener) => {
      again.add(listener);
      return () => again.delete(listener);
    },
  };
}
