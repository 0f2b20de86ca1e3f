/**
 * Starts the worker thread of the backend. This module does not load the schemas of the worker's messages, which take long to create, so
 * that the window opens sooner.
 */
import { Worker } from 'node:worker_threads';
import { DatabaseTaskControl } from '../engine/database-tasks/task-control.ts';
import { recordRemovedLog } from '../engine/storage/removed-log.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import type { BackendWorkerData, MainThreadMessage } from './worker-messages.ts';

/**
 * By default, the memory for new objects of a thread grows to twice as much during an import. That is several times the size of a small
 * story's file, and it is not faster ([0360](../../docs/adr/0360-less-memory-for-new-objects.md)).
 */
const backendMemoryLimits = { maxYoungGenerationSizeMb: 48 };

/** Milliseconds in which calls of other processes may finish, unless the caller says otherwise. */
const defaultWait = 500;
/** Milliseconds that one step of SQLite may take: the check of the largest database on a slow disk. Then its file is no longer readable at all. */
const databaseStepTimeout = 60_000;

interface CloseOptions {
  /** Milliseconds in which calls of other processes may finish. */
  readonly wait?: number;
  /** Milliseconds that the backend has in addition for closing. A step of SQLite that takes longer is waited for. */
  readonly timeout: number;
  /** Receives what is waited for. */
  readonly log: (line: string) => void;
}

export interface BackendWorker {
  readonly worker: Worker;
  /** Asks the backend to close and its tasks on the database to stop, and resolves when the thread has ended; it is terminated if it does not end. */
  close(options: CloseOptions): Promise<void>;
}

/** `file`: the script of the worker. */
export function startBackendWorker(file: string | URL, data: Omit<BackendWorkerData, 'databaseTasks'>): BackendWorker {
  const tasks = new DatabaseTaskControl();
  const workerData: BackendWorkerData = { ...data, databaseTasks: tasks.memory };
  const worker = new Worker(file, { workerData, resourceLimits: backendMemoryLimits });
  // Before the listeners of the caller, which may open the data folder again.
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
        log('Closing waits for a check or a copy of the database, which ends with its present step');
        await waitForDatabaseTasks(tasks, ended);
        await waitWithTimeout(timeout, ended);
      }
      await worker.terminate();
    },
  };
}

/** A thread that is terminated inside SQLite can crash the process, and a thread that has started others terminates them with it. */
async function waitForDatabaseTasks(tasks: DatabaseTaskControl, ended: Promise<void>): Promise<void> {
  const until = performance.now() + databaseStepTimeout;
  while (tasks.isRunning() && performance.now() < until) await waitWithTimeout(100, ended);
}
