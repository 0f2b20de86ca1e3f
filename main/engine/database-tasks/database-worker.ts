/** Runs one long task on a database file (run-database-task.ts) with a separate connection, and posts the outcome. */
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../../shared/problem.ts';
import { errorCodeOf, errorMessageOf } from '../../platform/errors.ts';
import { openDatabase } from '../storage/sqlite.ts';
import { copyDatabase } from './database-copy.ts';
import { createStopCheck, DatabaseTaskControl, type DatabaseTaskData, type DatabaseTaskOutcome } from './database-task.ts';
import { describeDatabaseDamage, examineDatabase } from './examine-database.ts';

// Only run-database-task.ts starts this worker.
const data = workerData as DatabaseTaskData;
const controls = [new DatabaseTaskControl(data.own), new DatabaseTaskControl(data.all)];

async function runTask(): Promise<DatabaseTaskOutcome> {
  try {
    return { result: await run(data) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.serialize() };
    return { failure: { message: errorMessageOf(error), code: errorCodeOf(error) } };
  } finally {
    // The database is closed, so nothing that follows runs inside SQLite.
    for (const control of controls) control.markEnded();
  }
}

async function run({ task }: DatabaseTaskData): Promise<unknown> {
  const throwIfStopped = createStopCheck(...controls);
  throwIfStopped();
  if (task.type === 'copy') return copyDatabase(task, throwIfStopped);
  if (task.type === 'checkpoint') return checkpointDatabase(task.file);
  const examination = examineDatabase(task.file, throwIfStopped);
  return task.type === 'examine' ? examination : describeDatabaseDamage(examination);
}

/** Copies what is complete in the log to the database. */
function checkpointDatabase(file: string): null {
  const database = openDatabase(file);
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
    return null;
  } finally {
    database.close();
  }
}

parentPort?.postMessage(await runTask());
