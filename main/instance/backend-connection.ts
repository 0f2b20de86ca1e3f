/**
 * How a process gets to the backend of a data folder: it owns the folder and runs the backend, or connects to the process that does. When that
 * process ends, the next call connects again (or at once, if someone listens to events).
 */

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
import { connectToInstance, InstanceClosedError } from './instance-client.ts';

/** Milliseconds that another process may take to start or to end before it counts as stuck, and between two attempts. */
const connectTimeout = 15_000;
const retryInterval = 50;
/** Milliseconds between two attempts to connect again for listeners to events, for example until a disk is connected again. */
const reconnectInterval = 2000;

export interface BackendConnection extends Backend {
  /** Resolves with the role of this process; throws the Problem that prevents it from working with the folder. */
  connect(): Promise<'owner' | 'client'>;
  /** `wait`: milliseconds in which calls of other processes that run here may finish. */
  close(wait?: number): Promise<void>;
}

interface ActiveBackend {
  readonly backend: Backend;
  readonly role: 'owner' | 'client';
  readonly closed: Promise<void>;
  close(wait: number): Promise<void>;
}

export function openBackendConnection(folder: string, options: InstanceOptions): BackendConnection {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  const subscribed = new WeakSet<ActiveBackend>();
  const closing = new AbortController();
  let current: Promise<ActiveBackend> | undefined;
  let wasConnected = false;
  /** Whether events between two owners were missed, which is reported to the listeners at the next connection. */
  let hasMissedEvents = false;

  const connection = (): Promise<ActiveBackend> => {
    current ??= claimOrConnect(folder, options, { wasConnected, closing: closing.signal }).then(follow, (error) => {
      current = undefined;
      throw toDiskProblem(error, folder);
    });
    return current;
  };

  function follow(active: ActiveBackend): ActiveBackend {
    wasConnected = true;
    if (listeners.size > 0) listen(active);
    if (hasMissedEvents) emit([{ event: 'reconnected' }, { event: 'projects.changed' }]);
    hasMissedEvents = false;
    void active.closed.then(() => {
      current = undefined;
      if (listeners.size === 0 || closing.signal.aborted) return;
      hasMissedEvents = true;
      void connectAgain();
    });
    return active;
  }

  /** Until there is a connection or nobody listens any more. Each reason for a failure is reported once. */
  async function connectAgain(): Promise<void> {
    let lastReason = '';
    while (listeners.size > 0 && !closing.signal.aborted) {
      try {
        return void (await connection());
      } catch (error) {
        const reason = String(error);
        if (reason !== lastReason) emit([{ event: 'notice', message: problemOf(error).text }]);
        lastReason = reason;
      }
      await delay(reconnectInterval, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  function listen(active: ActiveBackend): void {
    if (subscribed.has(active)) return;
    subscribed.add(active);
    active.backend.onEvents(emit);
  }

  function emit(events: BackendEvent[]): void {
    for (const listener of listeners) listener(events);
  }

  function problemOf(error: unknown): Problem {
    if (!(error instanceof Problem)) options.log(`The projects cannot be reached: ${describeError(error)}`);
    return Problem.from(error);
  }

  async function call(name: string, input: unknown, clientSignal?: AbortSignal): Promise<CallResult> {
    for (;;) {
      let used: ActiveBackend | undefined;
      try {
        used = await connection();
        return await used.backend.call(name, input, clientSignal);
      } catch (error) {
        if (!(error instanceof InstanceClosedError)) return toFailedResult(problemOf(error));
        if (error.mayHaveRun) return toFailedResult(unknownOutcomeProblem());
        if (closing.signal.aborted) return toFailedResult(closingProblem());
        // The owner accepts no more calls: its folder is free once it has ended.
        await used?.closed;
      }
    }
  }

  return {
    call,
    onEvents(listener) {
      listeners.add(listener);
      void connection().then(listen, () => undefined);
      return () => void listeners.delete(listener);
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
  const until = performance.now() + connectTimeout;
  for (;;) {
    if (closing.aborted) throw closingProblem();
    if (wasConnected) options.assertProjectsExist?.(folder);
    const owned = await claimDataFolder(folder, options);
    if (owned) return { backend: owned.backend, role: 'owner', closed: owned.closed, close: owned.close };
    const joined = await connectToInstance(folder);
    if (joined) return { backend: joined, role: 'client', closed: joined.closed, close: joined.close };
    if (performance.now() > until) throw new Problem('busy', message('problem.instance.noAnswer', { folder }));
    await new Promise((resolve) => setTimeout(resolve, retryInterval));
  }
}

const unknownOutcomeProblem = (): Problem => new Problem('busy', message('problem.instance.ended'));
