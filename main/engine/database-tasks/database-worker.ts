/** Runs one long task on a database file (run-database-task.ts) with a separate connection, and posts the outcome. */
import { parentPort, workerData } from 'node:worker_threads';
import { errorCodeOf } from '../../platform/errors.ts';
import { copyDatabase } from './database-copy.ts';
import { describeDatabaseDamage } from './database-examination.ts';
import type { DatabaseTask, DatabaseTaskOutcome } from './database-task.ts';
import { examineDatabase } from './examine-database.ts';

// Only run-database-task.ts starts this worker.
const task = workerData as DatabaseTask;

async function runTask(): Promise<DatabaseTaskOutcome> {
  try {
    return { result: await run(task) };
  } catch (error) {
    return { failure: { message: error instanceof Error ? error.message : String(error), code: errorCodeOf(error) } };
  }
}

async function run(databaseTask: DatabaseTask): Promise<unknown> {
  if (databaseTask.type === 'copy') return copyDatabase(databaseTask);
  const examination = examineDatabase(databaseTask.file);
  return databaseTask.type === 'examine' ? examination : describeDatabaseDamage(examination);
}

parentPort?.postMessage(await runTask());
