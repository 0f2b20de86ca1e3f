/**
 * Runs long tasks on a database file, each in a thread and with a separate connection, so that other work continues. Terminating a thread
 * inside SQLite can crash the whole process, so a task is asked to stop and ends after its current step. The check of the structure is one
 * step, and so is vacuuming a copy ([0470](../../../docs/adr/0470-database-tasks-stop-between-steps.md)).
 */
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../shared/problem.ts';
import { errorCodeOf, errorMessageOf } from '../../platform/errors.ts';
import { workerScriptUrl } from '../../platform/worker-script-url.ts';
import type { DatabaseCopy } from './database-copy.ts';
import {
  type DatabaseCopyTask,
  type DatabaseTask,
  DatabaseTaskControl,
  type DatabaseTaskData,
  type DatabaseTaskOutcome,
} from './database-task.ts';
import type { DatabaseExamination } from './examine-database.ts';

let allTasks = new DatabaseTaskControl();

/** Uses this control for all tasks that this thread starts. Must be called before the first task. */
export function controlDatabaseTasks(control: DatabaseTaskControl): void {
  allTasks = control;
}

/**
 * Resolves to `ok` or a description of the damage. Rejects if the check could not run, which says nothing about the file, and with a
 * Problem `busy` after `signal` was aborted. The file must not be closed before this has ended.
 */
export async function checkIntegrityInBackground(file: string, signal?: AbortSignal): Promise<string> {
  try {
    return await runTask<string>({ type: 'check', file }, signal);
  } catch (error) {
    if (error instanceof Error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCodeOf(error) ?? '')) return error.message;
    throw error;
  }
}

/** Copies the log to the database. The file must not be closed before this has ended. */
export const checkpointInBackground = async (file: string): Promise<void> => void (await runTask({ type: 'checkpoint', file }));

/** Rejects with the SQLite error if the file is not a database. */
export const examineDatabaseInBackground = (file: string): Promise<DatabaseExamination> =>
  runTask<DatabaseExamination>({ type: 'examine', file });

/** Rejects with the error of SQLite or of the disk, and with a Problem `busy` after `signal` was aborted; the copy is incomplete then. */
export const copyDatabaseInBackground = (task: Omit<DatabaseCopyTask, 'type'>, signal?: AbortSignal): Promise<DatabaseCopy> =>
  runTask<DatabaseCopy>({ type: 'copy', ...task }, signal);

/** Settles when the thread has ended. `R` is the type that database-worker.ts posts for this task. */
function runTask<R>(task: DatabaseTask, signal?: AbortSignal): Promise<R> {
  const [own, all] = [new DatabaseTaskControl(), allTasks];
  const stop = (): void => own.stop();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  for (const control of [own, all]) control.markRunning();
  const worker = new Worker(workerScriptUrl(import.meta.url, { source: './database-worker.ts', built: 'checker.js' }), {
    workerData: { task, own: own.memory, all: all.memory } satisfies DatabaseTaskData,
  });
  return new Promise((resolve, reject) => {
    let outcome: DatabaseTaskOutcome = { failure: { message: 'the thread ended without a result', code: null } };
    worker.once('message', (posted: DatabaseTaskOutcome) => {
      outcome = posted;
    });
    worker.once('error', (error) => {
      outcome = { failure: { message: errorMessageOf(error), code: null } };
    });
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop);
      // The thread failed before it could mark the task as ended.
      if (own.isRunning()) all.markEnded();
      // The worker posts the result of the task with this name.
      if ('result' in outcome) resolve(outcome.result as R);
      else if ('problem' in outcome) reject(Problem.fromJSON(outcome.problem));
      else reject(Object.assign(new Error(outcome.failure.message), { code: outcome.failure.code }));
    });
  });
}
