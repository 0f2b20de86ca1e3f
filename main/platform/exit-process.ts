/**
 * Ends a process although a disk does not respond. `process.exit` waits for every operation that has begun, and a hanging one cannot be cancelled:
 * the process would stay until its disk responds.
 */
import { hasPendingOperation } from './time-limited-disk.ts';

export function exitProcess(code: number): never {
  if (hasPendingOperation() && process.platform !== 'win32') {
    // Replaces this process by one that ends with this code. Node warns that the function is experimental.
    process.removeAllListeners('warning');
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
    process.kill(process.pid, 'SIGKILL');
  }
  process.exit(code);
}
