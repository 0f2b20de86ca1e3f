/** The owner's end of the connection of another process, which authenticates itself and then makes calls and subscribes to events. */
import type { Socket } from 'node:net';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { type CallResult, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { isSameSecret } from '../platform/is-same-secret.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { InstanceClosedError } from './instance-client.ts';
import {
  type ClientMessage,
  clientMessage,
  protocolVersion,
  readJsonLines,
  type ServerMessage,
  writeJsonLine,
} from './instance-protocol.ts';

const maxUnauthenticatedBytes = 4096;
const maxMessageBytes = 1024 ** 3;
/** Bytes of events that may be buffered for a peer that does not read them. */
const maxQueuedEventBytes = 256 * 1024 ** 2;

interface PeerDeps {
  readonly secret: { readonly token: string; readonly version: string };
  readonly backend: Promise<Backend>;
  readonly calls: RunningCalls;
  /** Whether the owner rejects further calls. */
  readonly isDraining: () => boolean;
}

export class InstancePeer {
  readonly #socket: Socket;
  readonly #deps: PeerDeps;
  readonly #client = new AbortController();
  #isAuthenticated = false;
  #unsubscribe: (() => void) | undefined;

  constructor(socket: Socket, deps: PeerDeps) {
    this.#socket = socket;
    this.#deps = deps;
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#unsubscribe?.();
      this.#client.abort();
    });
    readJsonLines(
      socket,
      () => (this.#isAuthenticated ? maxMessageBytes : maxUnauthenticatedBytes),
      (value) => this.#receive(value),
    );
  }

  /** Notifies the other process that further calls will not be executed. */
  sendBye(): void {
    this.#send({ bye: true });
  }

  /** Closes the connection after everything has been sent. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(value: unknown): void {
    const { data: received } = clientMessage.safeParse(value);
    if (!received) this.destroy();
    else if (!this.#isAuthenticated) this.#authenticate(received);
    else if ('subscribe' in received) this.#subscribe();
    else if ('id' in received && this.#deps.isDraining()) this.#send({ id: received.id, isRefused: true });
    else if ('id' in received) this.#call(received);
  }

  #authenticate(received: ClientMessage): void {
    const { secret, isDraining } = this.#deps;
    this.#isAuthenticated = 'hello' in received && isSameSecret(received.hello, secret.token);
    if (!this.#isAuthenticated) {
      this.destroy();
      return;
    }
    this.#send({ hello: secret.version, protocol: protocolVersion, closing: isDraining() });
  }

  #subscribe(): void {
    this.#deps.backend
      .then((open) => {
        // It has disconnected while the projects were opened, and nobody would unsubscribe it.
        if (this.#client.signal.aborted) return;
        this.#unsubscribe ??= open.onEvents((events) => {
          if (this.#socket.writableLength > maxQueuedEventBytes || !this.#send({ events })) this.destroy();
        });
      })
      .catch(() => undefined);
  }

  #call({ id, call: name, input }: Extract<ClientMessage, { id: number }>): void {
    this.#deps.calls.run({ name, input, clientSignal: this.#client.signal }, (result) => {
      if (!this.#send({ id, answer: result })) this.#send({ id, answer: toFailedResult(answerTooLargeProblem()) });
    });
  }

  /** Returns false if the message is too large for one string, or the connection is closed. */
  #send(content: ServerMessage): boolean {
    return !this.#socket.destroyed && writeJsonLine(this.#socket, content);
  }
}

const answerTooLargeProblem = (): Problem => new Problem('tooLarge', message('problem.instance.answerTooLarge'));

interface PeerCall {
  readonly name: string;
  readonly input: unknown;
  /** Aborted when the other process disconnects. */
  readonly clientSignal: AbortSignal;
}

/**
 * The calls of other processes that run on the backend in this one. Each is answered once, even if the process ends before the call does.
 */
export class RunningCalls {
  readonly #backend: Promise<Backend>;
  /** A function for each running call that answers it as interrupted. */
  readonly #interrupts = new Map<Promise<void>, () => void>();

  /** Calls that arrive before the backend is open wait for it. */
  constructor(backend: Promise<Backend>) {
    this.#backend = backend;
  }

  run({ name, input, clientSignal }: PeerCall, answer: (result: CallResult) => void): void {
    let isAnswered = false;
    const answerOnce = (result: CallResult): void => {
      if (!isAnswered) answer(result);
      isAnswered = true;
    };
    const done = this.#backend
      .then((open) => open.call(name, input, clientSignal))
      .then(answerOnce, (error) =>
        answerOnce(toFailedResult(error instanceof InstanceClosedError ? interruptedProblem() : Problem.from(error))),
      )
      .finally(() => this.#interrupts.delete(done));
    this.#interrupts.set(done, () => answerOnce(toFailedResult(interruptedProblem())));
  }

  /** Waits up to `wait` milliseconds for the running calls. Any others are answered with a Problem `busy`. */
  async finish(wait: number): Promise<void> {
    await waitWithTimeout(wait, Promise.all(this.#interrupts.keys()));
    for (const interrupt of this.#interrupts.values()) interrupt();
  }
}

const interruptedProblem = (): Problem => new Problem('busy', message('problem.instance.endedEarly'));
