/** The worker thread of the backend, so that windows and menus never wait for the disk, an import or an export. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CallResult, toFailedResult } from '../shared/contracts/ipc/call-types.ts';
import { Problem } from '../shared/problem.ts';
import { connectBackend } from './app/backend/connect-backend.ts';
import { backendWorkerData, type MainThreadMessage, mainThreadMessage, type WorkerMessage } from './app/backend/worker-messages.ts';
import { createWorkerKeyStore } from './desktop/worker-key-store.ts';
import { createWorkerProxyResolver } from './desktop/worker-system-proxy.ts';
import { DatabaseTaskControl } from './engine/database-tasks/database-task.ts';
import { controlDatabaseTasks } from './engine/database-tasks/run-database-task.ts';

const { dataFolder, databaseTasks, command } = backendWorkerData.parse(workerData);
controlDatabaseTasks(new DatabaseTaskControl(databaseTasks));
const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread');

const keyStore = createWorkerKeyStore((request) => port.postMessage(request satisfies WorkerMessage));
const systemProxy = createWorkerProxyResolver((request) => port.postMessage(request satisfies WorkerMessage));
const backend = connectBackend(dataFolder, command ?? { longRunning: true, keyStore, resolveSystemProxy: systemProxy.resolve });
const sendMessage = (message: WorkerMessage): void => port.postMessage(message);
const toResult = (value: Promise<unknown>): Promise<CallResult> =>
  value.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => toFailedResult(Problem.from(error)),
  );

function answer(question: Extract<MainThreadMessage, { id: number }>): Promise<CallResult> {
  if ('connect' in question) return toResult(backend.connect());
  if ('notices' in question) return toResult(backend.listNotices());
  return backend.call(question.call, question.input);
}

const sendEvents = (): (() => void) => backend.onEvents((events) => sendMessage({ events }));
// A command that does not subscribe to events must not open the data folder before its first call.
let stopSendingEvents = command ? undefined : sendEvents();
port.on('message', async (value: unknown) => {
  const message = mainThreadMessage.parse(value);
  if ('key' in message) return keyStore.handleAnswer(message);
  if ('proxy' in message) return systemProxy.handleAnswer(message);
  if ('listen' in message) {
    stopSendingEvents?.();
    stopSendingEvents = message.listen ? sendEvents() : undefined;
    return;
  }
  if ('close' in message) {
    await backend.close(message.wait);
    return port.close();
  }
  sendMessage({ id: message.id, answer: await answer(message) });
});
