/** The backend for the main thread: it runs in a worker thread, which is restarted if it ends unexpectedly. Does not import Electron. */

import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { type BackendWorker, PendingRequests, startBackendWorker } from '../app/backend/start-backend-worker.ts';
import type { MainThreadMessage, WorkerMessage } from '../app/backend/worker-messages.ts';
import { closingProblem } from '../platform/closing-problem.ts';
import { describeError } from '../platform/errors.ts';
import type { ResolveSystemProxy } from '../sync/client/proxy.ts';
import type { KeyStore } from '../sync/client/remote-keys.ts';
import { answerKeyRequest } from './worker-key-store.ts';
import { answerProxyRequest } from './worker-system-proxy.ts';

/** How often the worker may end unexpectedly within this time (in milliseconds) before it is no longer restarted. */
const maxRestarts = 3;
const restartPeriod = 60_000;
/** Milliseconds that the worker has for closing. */
const closeTimeout = 8000;

interface RunningWorker {
  readonly backend: BackendWorker;
  readonly requests: PendingRequests;
}

/** What only the main thread has. */
interface MainThreadServices {
  /** Stores the keys that the backend needs. */
  readonly keys?: KeyStore;
  readonly resolveProxy?: ResolveSystemProxy;
}

/** `file` is the script of the built worker. The reasons why the worker ends are logged. */
export function openWorkerBackend(
  file: string,
  dataFolder: string,
  log: (line: string) => void,
  { keys, resolveProxy }: MainThreadServices = {},
): Backend {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  const ends: number[] = [];
  let isClosing = false;
  /** Why the running worker has failed, if a Problem says so. */
  let reason = '';
  let running: RunningWorker | undefined = start();

  function start(): RunningWorker {
    reason = '';
    const backend = startBackendWorker(file, { dataFolder });
    const { worker } = backend;
    const requests = new PendingRequests();
    worker.on('message', (message: WorkerMessage) => {
      if ('events' in message) emit(message.events);
      else if ('key' in message)
        void answerKeyRequest(keys, message).then((answer) => worker.postMessage(answer satisfies MainThreadMessage));
      else if ('proxy' in message)
        void answerProxyRequest(resolveProxy, message).then((answer) => worker.postMessage(answer satisfies MainThreadMessage));
      else if ('id' in message) requests.answer(message.id, message.answer);
    });
    worker.on('error', (error) => {
      log(`The worker failed: ${describeError(error)}`);
      // A Problem keeps its name and sentence when it leaves the worker.
      reason = error instanceof Error && error.name === 'Problem' ? error.message : '';
    });
    worker.once('exit', (code) => {
      if (!isClosing) log(`The worker ended with ${code}`);
      requests.answerAll(toFailedResult(unknownOutcomeProblem()));
      if (!isClosing) restart();
    });
    return { backend, requests };
  }

  function restart(): void {
    const now = performance.now();
    ends.push(now);
    running = ends.filter((time) => now - time < restartPeriod).length <= maxRestarts ? start() : undefined;
    const notice = running ? message('desktop.restarted') : repeatedFailureProblem(reason).text;
    emit([{ event: 'notice', message: notice }, { event: 'reconnected' }, { event: 'projects.changed' }]);
  }

  function emit(events: BackendEvent[]): void {
    for (const listener of listeners) listener(events);
  }

  return {
    async call(call, input) {
      if (!running || isClosing) return toFailedResult(isClosing ? closingProblem() : repeatedFailureProblem(reason));
      const { id, answered } = running.requests.add();
      running.backend.worker.postMessage({ id, call, input } satisfies MainThreadMessage);
      return answered;
    },
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosing = true;
      await running?.backend.close({ timeout: closeTimeout, log });
    },
  };
}

const unknownOutcomeProblem = (): Problem => new Problem('internal', message('problem.app.unansweredCall'), { reason: 'unanswered' });
const repeatedFailureProblem = (reason: string): Problem =>
  new Problem('internal', message('problem.app.workerFailing', { reason: reason || message('desktop.seeLog') }));
