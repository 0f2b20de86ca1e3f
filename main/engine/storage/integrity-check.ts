/** The full check of the data file, in a thread of its own with a connection of its own, while everyone works on. */
import { Worker } from 'node:worker_threads';

/**
 * Answers `ok` or what is wrong; never rejects. It runs to its end: a thread that is stopped inside SQLite can take the
 * whole process with it, so whoever closes the file waits for this first.
 */
export function checkIntegrityInBackground(file: string): Promise<string> {
  const worker = new Worker(workerScriptUrl(import.meta.url), { workerData: { file } });
  return new Promise((resolve) => {
    let found = 'the check ended without a word';
    worker.once('message', (said) => {
      found = String(said);
    });
    worker.once('error', (error) => {
      found = `the check could not run: ${error.message}`;
    });
    worker.once('exit', () => resolve(found));
  });
}

/** From source the worker lies beside this file; in the build it is `checker.js` beside the entries. */
function workerScriptUrl(here: string): URL {
  if (here.endsWith('.ts')) return new URL('./integrity-worker.ts', here);
  return new URL(here.includes('/chunks/') ? '../checker.js' : './checker.js', here);
}
