/** Runs SQLite's integrity_check on a connection that only reads, and says what it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkDatabase, openReadOnlyDatabase } from './sqlite.ts';

const database = openReadOnlyDatabase(String(workerData.file));
const result = checkDatabase(database, 'integrity_check');
database.close();
parentPort?.postMessage(result);
