/**
 * The connection between the page of the browser shell and its backend: one WebSocket, which carries calls, their results and the events in the
 * order in which they were produced. Each message is JSON. See docs/adr/0220-one-connection-per-page.md.
 */
import type { CallResult } from './ipc/call-types.ts';
import type { BackendEvent } from './ipc/events.ts';

/** A handshake opens the WebSocket; an ordinary request returns why the handshake would be refused. */
export const pageConnectionPath = '/connection';

/** The protocol that the page asks for; its secret (page-secret.ts) is the second one in the list, and never the one that is agreed on. */
export const pageProtocol = 'taleport';

/** The largest message, such as a call with the text of a dropped file, in bytes: the number of characters of the longest string in V8. */
export const maxPageMessageBytes = 2 ** 29 - 24;

export interface PageCall {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

/** Events that occurred before a result are sent before it. */
export type BackendMessage = { readonly id: number; readonly result: CallResult } | { readonly events: readonly BackendEvent[] };
