/** The worker thread of the backend, so that windows and menus never wait for the disk, an import or an export. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { connectBackend } from './app/connect-backend.ts';
import { createWorkerKeyStore } from './desktop/worker-key-store.ts';
import { mainThreadMessage, type WorkerMessage } from './desktop/worker-messages.ts';

const { dataFolder } = z.object({ dataFolder: z.string().min(1) }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread');

const keyStore = createWorkerKeyStore((request) => port.postMessage(request satisfies WorkerMessage));
const backend = connectBackend(dataFolder, { longRunning: true, keyStore });
const sendMessage = (message: WorkerMessage): void => port.postMessage(message);

backend.onEvents((events) => sendMessage({ events }));
port.on('message', async (value: unknown) => {
  const message = mainThreadMessage.parse(value);
  if ('key' in message) return keyStore.handleAnswer(message);
  if ('close' in message) {
    await backend.close();
    return port.close();
  }
  sendMessage({ id: message.id, answer: await backend.call(message.call, message.input) });
});
