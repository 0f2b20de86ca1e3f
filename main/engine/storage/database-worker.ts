/** Runs one long task on a database file (run-database-task.ts) with a connection of its own, and posts the outcome. */
import { parentPort, workerData } from 'node:worker_threads';
import { errorCodeOf } from '../../platform/errors.ts';
import { copyDatabase } from './database-copy.ts';
import type { DatabaseTask, DatabaseTaskOutcome } from './database-task.ts';
import { checkDatabase, openReadOnlyDatabase } from './sqlite.ts';

// Only run-database-task.ts starts this worker.
const task = workerData as DatabaseTask;

async function runTask(): Promise<DatabaseTaskOutcome> {
  try {
    return { result: task.type === 'check' ? checkIntegrity(task.file) : await copyDatabase(task) };
  } catch (error) {
    return { failure: { message: error instanceof Error ? error.message : String(error), code: errorCodeOf(error) } };
  }
}

function checkIntegrity(file: string): string {
  const database = openReadOnlyDatabase(file);
  try {
    return checkDatabase(database, 'integrity_check');
  } finally {
    database.close();
  }
}

parentPort?.postMessage(await runTask());
