/** The client side: a process that does not own the data folder calls the backend of the process that does. */

import { connect, type Socket } from 'node:net';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { type ClientMessage, protocolVersion, readJsonLines, type ServerMessage, writeJsonLine } from './instance-protocol.ts';
import { readInstanceRecord } from './instance-record.ts';
import { socketPathIn } from './local-socket-address.ts';

/** Milliseconds in which an owner must accept a connection and answer the handshake. */
const handshakeTimeout = 3000;
/** Error codes of a socket to which too many processes are connecting. */
const busyCodes: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY']);
const maxAnswerBytes = 1024 ** 3;

/** Thrown by a call if the owner ends before it answers. */
export class InstanceClosedError extends Error {
  /** Whether the owner may have executed the call. */
  readonly mayHaveRun: boolean;

  constructor({ mayHaveRun }: { readonly mayHaveRun: boolean }) {
    super('The owner of the data folder has ended');
    this.mayHaveRun = mayHaveRun;
  }
}

/** `call` rejects with InstanceClosedError when the owner ends; `closed` resolves then. */
export interface InstanceClient extends Backend {
  /** Whether the owner accepts no more calls, because it is about to end. */
  readonly isOwnerClosing: boolean;
  readonly closed: Promise<void>;
}

/** `silent`: a process listens at the address, but did not answer in time, or closed the connection. */
type InstanceLookup = { readonly owner: 'none' | 'silent' } | { readonly owner: 'answers'; readonly client: InstanceClient };

/** Undefined if no owner can be reached. Throws a Problem `busy` if the owner uses another version of the protocol. */
export async function connectToInstance(folder: string): Promise<InstanceClient | undefined> {
  const found = await findInstance(folder);
  return found.owner === 'answers' ? found.client : undefined;
}

/** Looks for the owner of a folder, even if its record was deleted. Throws a Problem `busy` if it uses another version of the protocol. */
export async function findInstance(folder: string): Promise<InstanceLookup> {
  const record = await readInstanceRecord(folder);
  // No owner accepts an empty token, but its response shows that it exists.
  const { address, token } = record ?? { address: socketPathIn(folder), token: '' };
  const socket = connect(address);
  return new Promise((resolve, reject) => {
    let isAccepted = false;
    const giveUp = (owner: 'none' | 'silent') => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ owner });
    };
    const timer = setTimeout(() => giveUp('silent'), handshakeTimeout);
    socket.once('error', (error) => giveUp(isAccepted || busyCodes.has(errorCodeOf(error) ?? '') ? 'silent' : 'none'));
    socket.once('close', () => giveUp('silent'));
    socket.once('connect', () => {
      isAccepted = true;
      writeJsonLine(socket, { hello: token, protocol: protocolVersion } satisfies ClientMessage);
    });
    const client = createInstanceClient(socket, (hello) => {
      clearTimeout(timer);
      if (hello.protocol === protocolVersion) return resolve({ owner: 'answers', client });
      socket.destroy();
      reject(new Problem('busy', message('problem.instance.otherVersion', { version: hello.hello })));
    });
  });
}

interface PendingCall {
  resolve(answer: CallResult): void;
  reject(error: InstanceClosedError): void;
}

function createInstanceClient(socket: Socket, onHello: (hello: Extract<ServerMessage, { hello: string }>) => void): InstanceClient {
  const waiting = new Map<number, PendingCall>();
  const listeners = new Set<(events: BackendEvent[]) => void>();
  let lastId = 0;
  let isOwnerClosing = false;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new InstanceClosedError({ mayHaveRun: true }));
    waiting.clear();
  });
  readJsonLines(
    socket,
    () => maxAnswerBytes,
    (value) => {
      // The sender is our own program, authenticated by a token that only it has (instance-protocol.ts).
      const message = value as ServerMessage;
      if ('hello' in message) {
        isOwnerClosing = message.closing;
        onHello(message);
      } else if ('bye' in message) isOwnerClosing = true;
      else if ('events' in message) for (const listener of listeners) listener(message.events);
      else {
        const call = waiting.get(message.id);
        waiting.delete(message.id);
        if ('answer' in message) call?.resolve(message.answer);
        else call?.reject(new InstanceClosedError({ mayHaveRun: false }));
      }
    },
  );
  return {
    closed,
    get isOwnerClosing() {
      return isOwnerClosing;
    },
    call: (call, input) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed || isOwnerClosing) return reject(new InstanceClosedError({ mayHaveRun: false }));
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        if (writeJsonLine(socket, { id, call, input } satisfies ClientMessage)) return;
        waiting.delete(id);
        resolve({ ok: false, problem: new Problem('tooLarge', message('problem.instance.requestTooLarge')).serialize() });
      }),
    onEvents(listener) {
      if (listeners.size === 0 && !socket.destroyed) writeJsonLine(socket, { subscribe: true } satisfies ClientMessage);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      socket.end();
      socket.destroy();
      await closed;
    },
  };
}
