/** The worker thread that the parts live in, so that windows and menus never wait for a disk, an import or an export. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { keysAcross } from './desktop/keys-across.ts';
import { type FromWorker, fromWindow } from './desktop/worker-messages.ts';
import { reachParts } from './reach-parts.ts';

const { dataFolder } = z.object({ dataFolder: z.string().min(1) }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread');

const keys = keysAcross((asked) => port.postMessage(asked satisfies FromWorker));
const parts = reachParts(dataFolder, { stays: true, keys });
const say = (message: FromWorker): void => port.postMessage(message);

parts.onEvents((events) => say({ events }));
port.on('message', async (value: unknown) => {
  const message = fromWindow.parse(value);
  if ('key' in message) return keys.answered(message);
  if ('close' in message) {
    await parts.close();
    say({ closed: true });
    return port.close();
  }
  say({ id: message.id, answer: await parts.call(message.call, message.input) });
});
