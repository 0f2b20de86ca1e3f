/**
 * Connects a command to the backend in a worker thread, for programs whose main thread has no limit for new objects
 * ([0401](../../docs/adr/0401-packed-commands-in-a-worker.md)). The thread has the same role as the main thread would have.
 */

import type { Worker } from 'node:worker_threads';
import { type CallResult, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Message } from '../../shared/messages/message-value.ts';
import { Problem } from '../../shared/problem.ts';
import type { CommandConnection, CommandOptions } from '../app/connect-backend.ts';
import { startBackendWorker } from '../app/start-backend-worker.ts';
import type { MainThreadMessage, WorkerMessage } from '../app/worker-messages.ts';
import { closingProblem } from '../platform/closing-problem.ts';
import { describeError } from '../platform/errors.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { workerScriptUrl } from '../platform/worker-script-url.ts';

/** Milliseconds that it has for closing, in addition to those in which calls of other processes may finish. */
const closeTimeout = 30_000;

/** `onFailure` is called if the thread ends by itself: an error that nothing has caught, or too little memory. The command cannot go on then. */
export function connectInWorker(
  folder: string,
  { longRunning, targets, sync }: CommandOptions,
  onFailure: (reason: string) => void = endProcess,
): CommandConnection {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  const waiting = new Map<number, (answer: CallResult) => void>();
  let lastId = 0;
  let closing = false;
  const command = {
    ...(longRunning !== undefined && { longRunning }),
    ...(targets !== undefined && { targets }),
    ...(sync !== undefined && { sync }),
  };
  const worker: Worker = startBackendWorker(workerScriptUrl(import.meta.url, { source: '../worker.ts', built: 'worker.js' }), {
    dataFolder: folder,
    command,
  });
  const send = (message: MainThreadMessage): void => worker.postMessage(message);
  const ask = (question: { call: string; input: unknown } | { connect: true } | { notices: true }): Promise<CallResult> =>
    new Promise((resolve) => {
      if (closing) return resolve(toFailedResult(closingProblem()));
      const id = ++lastId;
      waiting.set(id, resolve);
      send({ id, ...question });
    });

  worker.on('message', (message: WorkerMessage) => {
    if ('events' in message) for (const listener of listeners) listener(message.events);
    else if ('id' in message) {
      waiting.get(message.id)?.(message.answer);
      waiting.delete(message.id);
    }
  });
  let failure = '';
  worker.on('error', (error) => {
    // A Problem keeps its name and its sentence on the way out of the worker.
    failure = error instanceof Error && error.name === 'Problem' ? error.message : describeError(error);
  });
  const ended = new Promise<void>((resolve) =>
    worker.once('exit', (code) => {
      for (const answer of waiting.values()) answer(toFailedResult(closingProblem()));
      resolve();
      if (!closing || failure !== '') onFailure(failure || `worker: ${code}`);
    }),
  );

  return {
    call: (call, input) => ask({ call, input }),
    onEvents(listener) {
      if (listeners.size === 0) send({ listen: true });
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async connect() {
      const result = await ask({ connect: true });
      if (!result.ok) throw Problem.fromJSON(result.problem);
      return result.value === 'client' ? 'client' : 'owner';
    },
    async listNotices() {
      const result = await ask({ notices: true });
      if (!result.ok) throw Problem.fromJSON(result.problem);
      // The answer of `listNotices` of the worker's connection.
      return result.value as Message[];
    },
    async close(wait = 500) {
      closing = true;
      send({ close: true, wait });
      await waitWithTimeout(wait + closeTimeout, ended);
      await worker.terminate();
    },
  };
}

function endProcess(reason: string): void {
  console.error(reason);
  process.exit(1);
}
