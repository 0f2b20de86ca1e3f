/** The owner's side of the socket: gives other processes of the same user access to the backend that runs here. Independent of the calls. */

import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { isSameSecret } from '../platform/is-same-secret.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { InstanceClosedError } from './instance-client.ts';
import { type ClientMessage, clientMessage, protocolVersion, type ServerMessage } from './instance-protocol.ts';
import { readJsonLines, writeJsonLine } from './json-lines.ts';
import type { LocalSocketAddress } from './local-socket-address.ts';

const maxUnauthenticatedBytes = 4096;
const maxMessageBytes = 1024 ** 3;
/** Bytes of events that are buffered for a peer that does not read them. */
const maxQueuedEventBytes = 256 * 1024 ** 2;

export interface InstanceServer {
  /** Accepts connections at this address, and no longer at the one before it; what is connected stays so. */
  listen(address: LocalSocketAddress): Promise<void>;
  /** Stops listening, accepts no more calls, and waits up to `wait` milliseconds for running ones. Connections stay open until `close`. */
  drain(wait: number): Promise<void>;
  close(): Promise<void>;
}

/** Calls that arrive before the backend is open wait for it. */
export function createInstanceServer(secret: { token: string; version: string }, backend: Promise<Backend>): InstanceServer {
  const peers = new Set<Socket>();
  const running = new Map<Promise<void>, () => void>();
  let isDraining = false;
  let server: Server | undefined;
  let closed: Promise<unknown> = Promise.resolve();

  function welcome(socket: Socket): void {
    let known = false;
    let unsubscribe: (() => void) | undefined;
    const client = new AbortController();
    peers.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      peers.delete(socket);
      unsubscribe?.();
      client.abort();
    });
    const say = (message: ServerMessage) => !socket.destroyed && writeJsonLine(socket, message);
    readJsonLines(
      socket,
      () => (known ? maxMessageBytes : maxUnauthenticatedBytes),
      (value) => {
        const read = clientMessage.safeParse(value);
        if (!read.success) return void socket.destroy();
        const message = read.data;
        if (!known) {
          known = 'hello' in message && isSameSecret(message.hello, secret.token);
          if (!known) return void socket.destroy();
          say({ hello: secret.version, protocol: protocolVersion });
          if (isDraining) say({ bye: true });
        } else if ('subscribe' in message)
          void backend.then((open) => (unsubscribe ??= open.onEvents((events) => sendEvents(socket, events, say)))).catch(() => undefined);
        else if ('id' in message && !isDraining) run(message, say, client.signal);
      },
    );
  }

  function run(
    { id, call, input }: Extract<ClientMessage, { id: number }>,
    say: (message: ServerMessage) => boolean,
    clientSignal: AbortSignal,
  ): void {
    let answered = false;
    const answer = (result: Awaited<ReturnType<Backend['call']>>) => {
      if (answered) return;
      answered = true;
      if (!say({ id, answer: result })) say({ id, answer: { ok: false, problem: answerTooLargeProblem() } });
    };
    const done = backend
      .then((open) => open.call(call, input, clientSignal))
      .then(answer, (error) =>
        answer({ ok: false, problem: error instanceof InstanceClosedError ? interruptedProblem() : Problem.from(error).serialize() }),
      )
      .finally(() => running.delete(done));
    running.set(done, () => answer({ ok: false, problem: interruptedProblem() }));
  }

  /** `closed` then also waits for the connections of this one. */
  function stopListening(): void {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    closed = Promise.all([closed, promise]);
    if (server) server.close(resolve);
    else resolve(undefined);
  }

  return {
    async listen(address) {
      const next = createServer(welcome);
      await new Promise<void>((resolve, reject) => {
        next.once('error', reject);
        next.listen(address.listenPath, resolve);
      });
      try {
        if (process.platform !== 'win32') await chmod(address.listenPath, 0o600);
        await address.publish();
      } catch (error) {
        next.close();
        throw error;
      }
      stopListening();
      server = next;
    },
    async drain(wait) {
      isDraining = true;
      stopListening();
      for (const peer of peers) if (!peer.destroyed) writeJsonLine(peer, { bye: true } satisfies ServerMessage);
      await waitWithTimeout(wait, Promise.all(running.keys()));
      for (const interrupt of running.values()) interrupt();
    },
    async close() {
      for (const peer of peers) peer.end();
      await waitWithTimeout(200, closed);
      for (const peer of peers) peer.destroy();
      await closed;
    },
  };
}

function sendEvents(
  socket: Socket,
  events: Parameters<Parameters<Backend['onEvents']>[0]>[0],
  say: (message: ServerMessage) => boolean,
): void {
  if (socket.writableLength > maxQueuedEventBytes || !say({ events })) socket.destroy();
}

const answerTooLargeProblem = () => new Problem('tooLarge', message('problem.instance.answerTooLarge')).serialize();
const interruptedProblem = () => new Problem('busy', message('problem.instance.endedEarly')).serialize();
