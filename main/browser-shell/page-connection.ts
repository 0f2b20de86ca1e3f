/**
 * The backend's end of the connection of a page (shared/contracts/page-connection.ts). Results and events are sent in the order in which
 * the backend produces them. A page that does not read them, or does not answer pings, is disconnected; it reconnects by itself and loads
 * everything anew.
 */
import type { WebSocketLike } from '@hono/node-server';
import type { WSContext, WSEvents } from 'hono/ws';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { BackendMessage, PageCall } from '../../shared/contracts/page-connection.ts';
import { parseUntrustedJson } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { storyJsonLimits } from '../platform/parse-json-in-slices.ts';

/** Bytes that may be buffered for a page in addition to the largest message, and milliseconds in which it must answer a ping. */
const maxQueuedBytes = 64 * 1024 * 1024;
const heartbeatInterval = 15_000;

/** The close code of WebSocket for a message that the receiver does not accept. */
const policyViolation = 1008;

const pageCall = z.strictObject({ id: z.int(), name: z.string(), input: z.unknown() });

interface PageConnectionOptions {
  /** `clientSignal` is aborted when the page is disconnected. */
  call(name: string, input: unknown, clientSignal: AbortSignal): Promise<CallResult>;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
}

export function createPageConnection({ call, onEvents }: PageConnectionOptions): WSEvents<WebSocketLike> {
  const client = new AbortController();
  const send = createSender();

  return {
    onOpen(_, page) {
      const socket = socketOf(page);
      const stopHeartbeat = startHeartbeat(socket);
      const unsubscribe = onEvents((events) => send(socket, { events }));
      client.signal.addEventListener('abort', () => {
        stopHeartbeat();
        unsubscribe();
      });
    },
    onMessage({ data }, page) {
      const received = parsePageCall(data);
      if (!received) return page.close(policyViolation);
      const { id, name, input } = received;
      void call(name, input, client.signal).then((result) => send(socketOf(page), { id, result }));
    },
    onClose: () => client.abort(),
  };
}

const socketOf = ({ raw }: WSContext<WebSocketLike>): WebSocket =>
  // The server that accepts the connections (listen-on-loopback.ts) uses the library `ws`.
  raw as WebSocket;

/** Returns undefined for a message that the window never sends. */
function parsePageCall(data: unknown): PageCall | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return pageCall.parse(parseUntrustedJson(data, storyJsonLimits(data.length)));
  } catch {
    return undefined;
  }
}

/** A single message may be larger than `maxQueuedBytes`: a page that is reading it must not lose the result that follows. */
function createSender(): (socket: WebSocket, content: BackendMessage) => void {
  /** Bytes of the largest message since the buffer was last empty. */
  let largest = 0;
  return (socket, content) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount === 0) largest = 0;
    const text = socket.bufferedAmount - largest > maxQueuedBytes ? undefined : toText(content);
    if (text === undefined) return socket.terminate();
    largest = Math.max(largest, Buffer.byteLength(text));
    socket.send(text);
  };
}

/** The message as text; undefined if its events are too large for one string. A result that is too large becomes a Problem. */
function toText(content: BackendMessage): string | undefined {
  try {
    return JSON.stringify(content);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (!('id' in content)) return undefined;
    const problem = new Problem('tooLarge', message('problem.instance.answerTooLarge'), { cause: error });
    return JSON.stringify({ id: content.id, result: { ok: false, problem: problem.serialize() } } satisfies BackendMessage);
  }
}

function startHeartbeat(socket: WebSocket): () => void {
  let hasAnswered = true;
  socket.on('pong', () => {
    hasAnswered = true;
  });
  const timer = setInterval(() => {
    if (!hasAnswered) return socket.terminate();
    hasAnswered = false;
    socket.ping();
  }, heartbeatInterval);
  return () => clearInterval(timer);
}
