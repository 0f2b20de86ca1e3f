/** The programs that the tests of a file have started. One that is left running would keep the whole run from ending. */
import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Remembers the program until it ends. */
export function trackProcess<T extends ChildProcess>(child: T): T {
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Kills what still runs, and returns the command lines. */
export function killRunningProcesses(): string[] {
  const left = [...running];
  for (const child of left) child.kill('SIGKILL');
  return left.map(({ spawnargs }) => spawnargs.join(' '));
}
