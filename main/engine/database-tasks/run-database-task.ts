/** Long tasks on a database file, each in a thread and with a connection of its own, so that work continues meanwhile. */
import { Worker } from 'node:worker_threads';
import { errorCodeOf } from '../../platform/errors.ts';
import { workerScriptUrl } from '../../platform/worker-script-url.ts';
import type { DatabaseCopy, DatabaseCopyTask } from './database-copy.ts';
import type { DatabaseExamination } from './database-examination.ts';
import type { DatabaseTask, DatabaseTaskOutcome } from './database-task.ts';

/**
 * Resolves to `ok` or a description of the damage; rejects if the check could not run, which says nothing about the file. It cannot be stopped: terminating
 * a thread inside SQLite can crash the whole process, so the file must not be closed before it has ended.
 */
export async function checkIntegrityInBackground(file: string): Promise<string> {
  try {
    return await runTask<string>({ type: 'check', file });
  } catch (error) {
    if (error instanceof Error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCodeOf(error) ?? '')) return error.message;
    throw error;
  }
}

/** Rejects with the error of SQLite if the file is no database. Cannot be stopped, for the same reason. */
export const examineDatabaseInBackground = (file: string): Promise<DatabaseExamination> =>
  runTask<DatabaseExamination>({ type: 'examine', file });

/** Rejects with the error of SQLite or of the disk; the copy is then incomplete. Cannot be stopped, for the same reason. */
export const copyDatabaseInBackground = (task: Omit<DatabaseCopyTask, 'type'>): Promise<DatabaseCopy> =>
  runTask<DatabaseCopy>({ type: 'copy', ...task });

/** Resolves when the thread has ended. `R` is what database-worker.ts posts for this task. */
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
      // The worker posts what the task of this name returns.
      if ('result' in outcome) resolve(outcome.result as R);
      else reject(Object.assign(new Error(outcome.failure.message), { code: outcome.failure.code }));
    });
  });
}
