/**
 * Starts the worker thread of the backend. This module does not load the schemas of the worker's messages, which take long to create, so
 * that the window opens sooner.
 */
import { Worker } from 'node:worker_threads';
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import { DatabaseTaskControl } from '../../engine/database-tasks/database-task.ts';
import { recordRemovedLog } from '../../engine/storage/removed-log.ts';
import { waitWithTimeout } from '../../platform/timer.ts';
import type { BackendWorkerData, MainThreadMessage } from './worker-messages.ts';

/**
 * By default, the memory for new objects of a thread grows to twice as much during an import. That is several times the size of a small
 * story's file, and it is not faster ([0360](../../../docs/adr/0360-less-memory-for-new-objects.md)).
 */
const backendMemoryLimits = { maxYoungGenerationSizeMb: 48 };

/** The default of `wait`, in milliseconds. */
const defaultWait = 500;
/** Milliseconds to wait for a terminated thread to end. */
const terminationTimeout = 2000;
/** Milliseconds that one step of SQLite may take, for example the check of a large database on a slow disk. */
const databaseStepTimeout = 60_000;

interface CloseOptions {
  /** Milliseconds in which calls of other processes may finish. */
  readonly wait?: number;
  /** Additional milliseconds in which the backend must close. A task on the database that takes longer is still waited for. */
  readonly timeout: number;
  /** Receives a line that says what closing waits for. */
  readonly log: (line: string) => void;
}

export interface BackendWorker {
  readonly worker: Worker;
  /**
   * Closes the backend and stops its tasks on the database. Resolves when the thread has ended; it is terminated if it does not end in time. One that waits for
   * a disk that does not respond cannot be terminated: the process is then killed when it exits, which would wait for it without end.
   */
  close(options: CloseOptions): Promise<void>;
}

/** `file` is the script of the worker. */
export function startBackendWorker(file: string | URL, data: Omit<BackendWorkerData, 'databaseTasks'>): BackendWorker {
  const tasks = new DatabaseTaskControl();
  const workerData: BackendWorkerData = { ...data, databaseTasks: tasks.memory };
  const worker = new Worker(file, { workerData, resourceLimits: backendMemoryLimits });
  // Registered before the listeners of the caller, which may open the data folder again.
  const ended = new Promise<void>((resolve) =>
    worker.once('exit', () => {
      recordRemovedLog(data.dataFolder);
      resolve();
    }),
  );
  return {
    worker,
    async close({ wait = defaultWait, timeout, log }) {
      worker.postMessage({ close: true, wait } satisfies MainThreadMessage);
      await waitWithTimeout(wait, ended);
      tasks.stop();
      await waitWithTimeout(timeout, ended);
      if (tasks.isRunning()) {
        log('Closing waits for a check or a copy of the database, which ends after its current step');
        await waitForDatabaseTasks(tasks, ended);
        await waitWithTimeout(timeout, ended);
      }
      let hasEnded = false;
      const terminated = worker.terminate().then(() => {
        hasEnded = true;
      });
      await waitWithTimeout(terminationTimeout, terminated);
      if (hasEnded) return;
      log(`The backend has not ended after ${terminationTimeout} ms: it may wait for a disk that does not respond`);
      process.once('exit', () => {
        if (!hasEnded) process.kill(process.pid, 'SIGKILL');
      });
    },
  };
}

/** Terminating a thread also terminates the threads that it has started, and one inside SQLite can crash the process. */
async function waitForDatabaseTasks(tasks: DatabaseTaskControl, ended: Promise<void>): Promise<void> {
  const until = performance.now() + databaseStepTimeout;
  while (tasks.isRunning() && performance.now() < until) await waitWithTimeout(100, ended);
}

/** The requests that a backend worker has not answered yet, by number. */
export class PendingRequests {
  readonly #resolvers = new Map<number, (answer: CallResult) => void>();
  #lastId = 0;

  add(): { readonly id: number; readonly answered: Promise<CallResult> } {
    const id = ++this.#lastId;
    return { id, answered: new Promise((resolve) => this.#resolvers.set(id, resolve)) };
  }

  answer(id: number, answer: CallResult): void {
    this.#resolvers.get(id)?.(answer);
    this.#resolvers.delete(id);
  }

  answerAll(answer: CallResult): void {
    for (const resolve of this.#resolvers.values()) resolve(answer);
    this.#resolvers.clear();
  }
}
