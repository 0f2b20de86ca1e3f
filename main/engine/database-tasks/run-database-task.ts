/** Runs long tasks on a database file, each in a thread and with a separate connection, so that other work continues. */
import { Worker } from 'node:worker_threads';
import { errorCodeOf } from '../../platform/errors.ts';
import { workerScriptUrl } from '../../platform/worker-script-url.ts';
import type { DatabaseCopy, DatabaseCopyTask } from './database-copy.ts';
import type { DatabaseExamination } from './database-examination.ts';
import type { DatabaseTask, DatabaseTaskOutcome } from './database-task.ts';

/**
 * Resolves to `ok` or a description of the damage. Rejects if the check could not run, which says nothing about the file. Cannot be
 * stopped: terminating a thread inside SQLite can crash the whole process. So the file must not be closed before this has ended.
 */
export async function checkIntegrityInBackground(file: string): Promise<string> {
  try {
    return await runTask<string>({ type: 'check', file });
  } catch (error) {
    if (error instanceof Error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCodeOf(error) ?? '')) return error.message;
    throw error;
  }
}

/** Rejects with the SQLite error if the file is not a database. Cannot be stopped, for the same reason. */
export const examineDatabaseInBackground = (file: string): Promise<DatabaseExamination> =>
  runTask<DatabaseExamination>({ type: 'examine', file });

/** Rejects with the error of SQLite or of the disk; the copy is incomplete then. Cannot be stopped, for the same reason. */
export const copyDatabaseInBackground = (task: Omit<DatabaseCopyTask, 'type'>): Promise<DatabaseCopy> =>
  runTask<DatabaseCopy>({ type: 'copy', ...task });

/** Resolves when the thread has ended. `R` is the type that database-worker.ts posts for this task. */
function runTask<R>(task: DatabaseTask): Promise<R> {
  const worker = new Worker(workerScriptUrl(import.meta.url, { source: './database-worker.ts', built: 'checker.js' }), {
    workerData: task,
  });
  return new Promise((resolve, reject) => {
    let outcome: DatabaseTaskOutcome = { failure: { message: 'the thread ended without a result', code: null } };
    worker.once('message', (posted: DatabaseTaskOutcome) => {
      outcome = posted;
    });
    worker.once('error', (error) => {
      outcome = { failure: { message: error instanceof Error ? error.message : String(error), code: null } };
    });
    worker.once('exit', () => {
      // The worker posts the result of the task with this name.
      if ('result' in outcome) resolve(outcome.result as R);
      else reject(Object.assign(new Error(outcome.failure.message), { code: outcome.failure.code }));
    });
  });
}
