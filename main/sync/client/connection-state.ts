/** Whether a workspace can be reached, and the reason if not. Pure: RemoteWorkspace reports the events, and shows the state. */
import type { Message } from '../../../shared/messages/message.ts';

/** Times in milliseconds since 1970. */
export type ConnectionState =
  | { readonly type: 'ready' }
  /** `failures` is the number of consecutive attempts without a response. */
  | { readonly type: 'offline'; readonly reason: Message; readonly until: number; readonly failures: number }
  /** No key is available. */
  | { readonly type: 'needsKey'; readonly reason: Message }
  /** The remote has rejected the key, which is tried again at `until`. */
  | { readonly type: 'keyRejected'; readonly reason: Message; readonly until: number };

export type ConnectionEvent =
  | { readonly type: 'keyFound' }
  | { readonly type: 'keyMissing'; readonly reason: Message }
  | { readonly type: 'keyRejected'; readonly reason: Message; readonly now: number }
  | { readonly type: 'response' }
  | { readonly type: 'noResponse'; readonly reason: Message; readonly now: number }
  /** The user is working, so a long wait for the network is shortened. */
  | { readonly type: 'userActive'; readonly now: number };

/** Milliseconds between attempts without a response, which become longer, and until a rejected key is tried again. */
const initialRetryDelay = 5000;
const maxRetryDelay = 300_000;
/** The first rejection of a key may be a temporary fault. */
const firstRejectedKeyRetryDelay = 30_000;
const rejectedKeyRetryDelay = 300_000;

const ready: ConnectionState = { type: 'ready' };

/** Returns the same object if nothing changes. */
export function nextConnectionState(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (event.type === 'keyFound') return state.type === 'ready' ? state : ready;
  if (event.type === 'keyMissing') return { type: 'needsKey', reason: event.reason };
  // Without a key, nothing is sent. Any response belongs to an earlier key.
  if (state.type === 'needsKey') return state;
  switch (event.type) {
    case 'response':
      return state.type === 'ready' ? state : ready;
    case 'noResponse':
      return whenUnanswered(state, event);
    case 'keyRejected': {
      // Requests that were sent at the same time are rejected together, which counts as one rejection.
      if (state.type === 'keyRejected' && state.until > event.now) return state;
      const delay = state.type === 'keyRejected' ? rejectedKeyRetryDelay : firstRejectedKeyRetryDelay;
      return { type: 'keyRejected', reason: event.reason, until: event.now + delay };
    }
    case 'userActive': {
      const soon = event.now + initialRetryDelay;
      return state.type === 'offline' && state.until > soon ? { ...state, until: soon } : state;
    }
  }
}

/** Each failed attempt doubles the wait, up to the maximum. Requests that were sent at the same time count as one attempt. */
function whenUnanswered(state: ConnectionState, { reason, now }: Extract<ConnectionEvent, { type: 'noResponse' }>): ConnectionState {
  if (state.type === 'offline' && state.until > now) return state;
  const failures = state.type === 'offline' ? state.failures + 1 : 1;
  return { type: 'offline', reason, until: now + Math.min(maxRetryDelay, initialRetryDelay * 2 ** (failures - 1)), failures };
}
