/**
 * The connection to the backend: Electron's IPC in the desktop app, a WebSocket in the browser shell. The only file that reads `window.taleport` and depends on which of the two it is.
 */

import type { CallInput, CallName, CallOutput, CallResult, InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import { type Bridge, createBrowserBridge } from './browser-bridge.ts';

/** Provided by the preload script. */
export interface DesktopBridge {
  readonly shell: 'desktop';
  ask(name: CallName, input: unknown): Promise<CallResult>;
  on(listener: (events: readonly BackendEvent[]) => void): () => void;
  /** The path of a dropped file, '' if it has none. */
  pathOf(file: File): string;
}

declare global {
  interface Window {
    readonly taleport?: DesktopBridge;
  }
}

const desktop = typeof window === 'undefined' ? undefined : window.taleport;
const bridge: Bridge = desktop
  ? { ask: desktop.ask, on: desktop.on, onReconnect: () => () => {}, onReject: () => () => {} }
  : createBrowserBridge();

export const shell: 'desktop' | 'browser' = desktop ? 'desktop' : 'browser';

/** Calls the backend. Throws the Problem with which it answers. */
export const invoke: InvokeCall = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
  const answer = await bridge.ask(name, input);
  if (!answer.ok) throw Problem.fromJSON(answer.problem);
  // The backend answers each call with the type that the typed map of calls declares for its name.
  return answer.value as CallOutput<N>;
};

/** The backend's events, in batches of at most one per frame. */
export const onEvents = (listener: (events: readonly BackendEvent[]) => void): (() => void) => bridge.on(listener);

/** Called when events may have been missed: the connection broke, or another process took over the projects. Copies of data must be loaded again. */
export function onReconnect(listener: () => void): () => void {
  const unsubscribeBridge = bridge.onReconnect(listener);
  const unsubscribeEvents = bridge.on((events) => events.some(({ event }) => event === 'reconnected') && listener());
  return () => {
    unsubscribeBridge();
    unsubscribeEvents();
  };
}

/** Called when the backend no longer accepts this tab of the browser: it was started again. */
export const onReject = (listener: () => void): (() => void) => bridge.onReject(listener);

/** The path of a dropped file; undefined in the browser shell, because browsers hide paths. */
export const filePathOf = (file: File): string | undefined => desktop?.pathOf(file) || undefined;
