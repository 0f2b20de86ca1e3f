/** Runs SQLite's integrity_check on a connection that only reads, and says what it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { check, openReadOnly } from './sqlite.ts';

const database = openReadOnly(String(workerData.file));
const found = check(database, 'integrity_check');
database.close();
parentPort?.postMessage(found);
