/** The full check of the data file, in a thread of its own with a connection of its own, while everyone works on. */
import { Worker } from 'node:worker_threads';

/** Answers `ok` or what is wrong; never rejects. */
export function checkInBackground(file: string): { done: Promise<string>; stop(): void } {
  const worker = new Worker(script(import.meta.url), { workerData: { file } });
  worker.unref();
  const done = new Promise<string>((resolve) => {
    worker.once('message', (found) => resolve(String(found)));
    worker.once('error', (error) => resolve(`the check could not run: ${error.message}`));
    worker.once('exit', () => resolve('the check was stopped'));
  });
  return { done, stop: () => void worker.terminate() };
}

/** From source the worker lies beside this file; in the build it is `checker.js` beside the entries. */
function script(here: string): URL {
  if (here.endsWith('.ts')) return new URL('./integrity-worker.ts', here);
  return new URL(here.includes('/chunks/') ? '../checker.js' : './checker.js', here);
}
