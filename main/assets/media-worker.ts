/** The thread that reads media (media-thread.ts). */
import { parentPort } from 'node:worker_threads';
import { errorCodeOf, errorMessageOf } from '../platform/errors.ts';
import type { MediaReply } from './media-thread.ts';
import { readMedia } from './read-media.ts';

const reply = (message: MediaReply): void => parentPort?.postMessage(message);

parentPort?.on('message', (path: string) => {
  void readMedia(path, (detected) => reply({ detected })).then(
    (reading) => reply({ reading }),
    (error: unknown) => reply({ failure: { message: errorMessageOf(error), code: errorCodeOf(error) } }),
  );
});
// The packages are loaded: from here on, time is limited.
reply({ isReady: true });
