/** Runs with each file of end-to-end tests. */
import { afterAll } from 'vitest';
import { killRunningProcesses } from './running-processes.ts';

// Registered before the file's own hooks, so that it runs after them.
afterAll(() => {
  const left = killRunningProcesses();
  if (left.length > 0) throw new Error(`The tests left programs running:\n${left.join('\n')}`);
});
