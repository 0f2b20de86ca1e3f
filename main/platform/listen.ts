import type { ListenOptions, Server } from 'node:net';
import { describeError, errorCodeOf } from './errors.ts';

/** Milliseconds for which further errors with the same code are not logged. */
const repeatInterval = 60_000;

/**
 * Resolves when the server listens; rejects with the error of the system if it cannot. Later errors each concern one connection that could not be
 * accepted. They are logged, each code once a minute, because too many open files make every connection fail.
 */
export function listen(server: Server, options: ListenOptions, log: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      // Without a listener, an error would end the process.
      server.on('error', logOncePerInterval(log));
      resolve();
    });
  });
}

function logOncePerInterval(log: (line: string) => void): (error: Error) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    const code = errorCodeOf(error) ?? error.name;
    const now = performance.now();
    if (now - (loggedAt.get(code) ?? Number.NEGATIVE_INFINITY) < repeatInterval) return;
    loggedAt.set(code, now);
    log(`A connection could not be accepted: ${describeError(error)}`);
  };
}
