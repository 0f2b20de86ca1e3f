/**
 * The one place where a process comes to the parts of a data folder: it owns the folder and runs them, or works with those of the
 * process that does. When that one goes, the next call (or at once, if someone listens) finds the new way.
 */

import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import { claimDataFolder, type InstanceOptions } from './claim-data-folder.ts';
import { connectToInstance, InstanceClosedError } from './instance-client.ts';

/** Milliseconds that another process may take to come up or to go before it counts as stuck, and between two looks. */
const connectTimeout = 15_000;
const retryInterval = 50;

export interface BackendConnection extends Backend {
  /** Resolves with whether this process owns the folder; throws the Problem that keeps it from the parts. */
  connect(): Promise<'owner' | 'client'>;
  /** `wait`: milliseconds for calls of other processes that still run here. */
  close(wait?: number): Promise<void>;
}

interface ActiveBackend {
  readonly backend: Backend;
  readonly role: 'owner' | 'client';
  readonly closed: Promise<void>;
  close(wait: number): Promise<void>;
}

export function openBackendConnection(folder: string, ways: InstanceOptions): BackendConnection {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  const heard = new WeakSet<ActiveBackend>();
  const closing = new AbortController();
  let current: Promise<ActiveBackend> | undefined;

  const way = (): Promise<ActiveBackend> => {
    current ??= claimOrConnect(folder, ways, closing.signal).then(follow, (error) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  function follow(found: ActiveBackend): ActiveBackend {
    if (listeners.size > 0) listen(found);
    void found.closed.then(async () => {
      current = undefined;
      if (listeners.size === 0 || closing.signal.aborted) return;
      await way().then(
        // What happened between the two owners was not heard.
        () => tell([{ event: 'reconnected' }, { event: 'projects.changed' }]),
        (error) => tell([{ event: 'notice', message: problemOf(error).message }]),
      );
    });
    return found;
  }

  function listen(found: ActiveBackend): void {
    if (heard.has(found)) return;
    heard.add(found);
    found.backend.onEvents(tell);
  }

  function tell(events: BackendEvent[]): void {
    for (const listener of listeners) listener(events);
  }

  function problemOf(error: unknown): Problem {
    if (!(error instanceof Problem)) ways.log(`The projects cannot be reached: ${error instanceof Error ? error.stack : String(error)}`);
    return Problem.from(error);
  }

  async function call(name: string, input: unknown): Promise<CallResult> {
    for (;;) {
      let used: ActiveBackend | undefined;
      try {
        used = await way();
        return await used.backend.call(name, input);
      } catch (error) {
        if (!(error instanceof InstanceClosedError)) return { ok: false, problem: problemOf(error).toJSON() };
        if (error.mayHaveRun) return { ok: false, problem: unknownOutcomeProblem().toJSON() };
        if (closing.signal.aborted) return { ok: false, problem: closingProblem().toJSON() };
        // The owner said that it takes no more calls: its folder is free once it is gone.
        await used?.closed;
      }
    }
  }

  return {
    call,
    onEvents(listener) {
      listeners.add(listener);
      void way().then(listen, () => undefined);
      return () => void listeners.delete(listener);
    },
    connect: async () => (await way()).role,
    async close(wait = 500) {
      closing.abort();
      const last = current;
      current = undefined;
      await (await last?.catch(() => undefined))?.close(wait);
    },
  };
}

async function claimOrConnect(folder: string, ways: InstanceOptions, closing: AbortSignal): Promise<ActiveBackend> {
  const until = performance.now() + connectTimeout;
  for (;;) {
    if (closing.aborted) throw closingProblem();
    const owned = await claimDataFolder(folder, ways);
    if (owned) return { backend: owned.backend, role: 'owner', closed: new Promise(() => undefined), close: owned.close };
    const joined = await connectToInstance(folder);
    if (joined) return { backend: joined, role: 'client', closed: joined.closed, close: joined.close };
    if (performance.now() > until)
      throw new Problem('busy', `Another Taleport works with ${folder} and does not answer. Please close it, or end it if it hangs.`);
    await new Promise((resolve) => setTimeout(resolve, retryInterval));
  }
}

const closingProblem = (): Problem => new Problem('busy', 'Taleport is being closed.');
const unknownOutcomeProblem = (): Problem =>
  new Problem('busy', 'The Taleport that held the projects ended before it answered. Look whether this was done, then try again.');
