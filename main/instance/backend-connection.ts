/**
 * How a process reaches the backend of a data folder: it owns the folder and runs the backend, or connects to the process that does. If
 * that process ends, it connects again at the next call, or immediately if there are event listeners.
 */
import { addAbortListener } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { type CallResult, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { closingProblem } from '../platform/closing-problem.ts';
import { toDiskProblem } from '../platform/disk-error.ts';
import { describeError } from '../platform/errors.ts';
import { claimDataFolder, type InstanceOptions } from './claim-data-folder.ts';
import { connectToInstance, type InstanceClient, InstanceClosedError } from './instance-client.ts';

/** Milliseconds that another process may take to start or to end before it counts as unresponsive, and between two attempts. */
const connectTimeout = 15_000;
const retryInterval = 50;
/** Milliseconds that another process may take to end: a command first waits up to 60 s for the calls of others, and then closes the projects. */
const closingTimeout = 90_000;
/** Milliseconds between two attempts to connect again for event listeners, for example until a disk is mounted again. */
const reconnectInterval = 2000;

export interface BackendConnection extends Backend {
  /** Resolves to the role of this process. Throws the Problem that prevents it from using the folder. */
  connect(): Promise<'owner' | 'client'>;
  /** `wait` is the number of milliseconds in which calls of other processes may finish here. */
  close(wait?: number): Promise<void>;
}

interface ActiveBackend {
  readonly backend: Backend;
  readonly role: 'owner' | 'client';
  readonly closed: Promise<void>;
  close(wait: number): Promise<void>;
}

export function openBackendConnection(folder: string, options: InstanceOptions): BackendConnection {
  const events = new EventRelay();
  const closing = new AbortController();
  let current: Promise<ActiveBackend> | undefined;
  let wasConnected = false;

  const connection = (): Promise<ActiveBackend> => {
    current ??= claimOrConnect(folder, options, { wasConnected, closing: closing.signal }).then(follow, (error) => {
      current = undefined;
      throw toDiskProblem(error, folder);
    });
    return current;
  };

  function follow(active: ActiveBackend): ActiveBackend {
    wasConnected = true;
    events.follow(active.backend);
    void active.closed.then(() => {
      current = undefined;
      if (!events.hasListeners || closing.signal.aborted) return;
      events.markMissed();
      void connectAgain();
    });
    return active;
  }

  /** Tries until there is a connection or no event listener is left. Each reason for a failure is reported once. */
  async function connectAgain(): Promise<void> {
    let lastReason = '';
    while (events.hasListeners && !closing.signal.aborted) {
      try {
        return void (await connection());
      } catch (error) {
        const reason = String(error);
        if (reason !== lastReason) events.emit([{ event: 'notice', message: unreachableProblem(error, options.log).text }]);
        lastReason = reason;
      }
      await delay(reconnectInterval, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function call(name: string, input: unknown, clientSignal?: AbortSignal): Promise<CallResult> {
    for (;;) {
      let used: ActiveBackend | undefined;
      try {
        used = await connection();
        return await used.backend.call(name, input, clientSignal);
      } catch (error) {
        if (!(error instanceof InstanceClosedError)) return toFailedResult(unreachableProblem(error, options.log));
        if (error.mayHaveRun) return toFailedResult(unknownOutcomeProblem());
        if (closing.signal.aborted) return toFailedResult(closingProblem());
        // The owner accepts no more calls. Its folder is free when it has ended.
        await used?.closed;
      }
    }
  }

  return {
    call,
    onEvents(listener) {
      const remove = events.add(listener);
      void connection().then(
        ({ backend }) => events.follow(backend),
        () => undefined,
      );
      return remove;
    },
    connect: async () => (await connection()).role,
    async close(wait = 500) {
      closing.abort();
      const last = current;
      current = undefined;
      await (await last?.catch(() => undefined))?.close(wait);
    },
  };
}

async function claimOrConnect(
  folder: string,
  options: InstanceOptions,
  { wasConnected, closing }: { readonly wasConnected: boolean; readonly closing: AbortSignal },
): Promise<ActiveBackend> {
  let until = performance.now() + connectTimeout;
  for (;;) {
    if (closing.aborted) throw closingProblem();
    if (wasConnected) options.assertProjectsExist?.(folder);
    const owned = await claimDataFolder(folder, options);
    if (owned) return { backend: owned.backend, role: 'owner', closed: owned.closed, close: owned.close };
    const joined = await connectToInstance(folder);
    if (joined && !joined.isOwnerClosing) return { backend: joined, role: 'client', closed: joined.closed, close: joined.close };
    if (joined && (await hasEnded(joined, closing))) until = performance.now() + connectTimeout;
    if (performance.now() > until) throw new Problem('busy', message('problem.instance.noAnswer', { folder }));
    await new Promise((resolve) => setTimeout(resolve, retryInterval));
  }
}

/** Waits until an owner that accepts no more calls has ended. False after the timeout, or when this process ends. */
async function hasEnded(owner: InstanceClient, closing: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.any([closing, AbortSignal.timeout(closingTimeout)]);
  addAbortListener(limit, () => void owner.close());
  await owner.closed;
  return !limit.aborted;
}

/** The Problem for an error that prevents a call. An error that is not a Problem is a bug, which is logged. */
function unreachableProblem(error: unknown, log: (line: string) => void): Problem {
  if (!(error instanceof Problem)) log(`The projects cannot be reached: ${describeError(error)}`);
  return Problem.from(error);
}

const unknownOutcomeProblem = (): Problem => new Problem('busy', message('problem.instance.ended'));

type EventListener = (events: BackendEvent[]) => void;

/** Forwards the events of successive backends to the same listeners. */
class EventRelay {
  readonly #listeners = new Set<EventListener>();
  readonly #subscribed = new WeakSet<Pick<Backend, 'onEvents'>>();
  /** Whether events between two backends were missed. The listeners are notified of that at the next connection. */
  #hasMissedEvents = false;

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns a function that removes the listener. */
  add(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forwards the events of this backend. Without listeners, it does not subscribe to them. */
  follow(backend: Pick<Backend, 'onEvents'>): void {
    if (this.hasListeners && !this.#subscribed.has(backend)) {
      this.#subscribed.add(backend);
      backend.onEvents((events) => this.emit(events));
    }
    if (this.#hasMissedEvents) this.emit([{ event: 'reconnected' }, { event: 'projects.changed' }]);
    this.#hasMissedEvents = false;
  }

  markMissed(): void {
    this.#hasMissedEvents = true;
  }

  emit(events: BackendEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }
}
