import type { ListenOptions, Server } from 'node:net';

/**
 * Resolves when the server listens; rejects with the error of the system if it cannot. Later errors each concern one connection that could not be
 * accepted. They are ignored, because without a listener they would end the process.
 */
export function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(options, resolve);
  });
}
