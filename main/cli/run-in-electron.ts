/**
 * The command line of the installed app: the same commands, without a window, with the backend in a worker thread. A separate module, so
 * that it is only loaded for commands.
 */

import { type CallResult, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import type { Message } from '../../shared/messages/message-value.ts';
import { Problem } from '../../shared/problem.ts';
import type { CommandConnection, CommandOptions } from '../app/backend/connect-backend.ts';
import { PendingRequests, startBackendWorker } from '../app/backend/start-backend-worker.ts';
import type { MainThreadMessage, WorkerMessage } from '../app/backend/worker-messages.ts';
import { closingProblem } from '../platform/closing-problem.ts';
import { describeError, errorCodeOf, errorMessageOf } from '../platform/errors.ts';
import { openLog } from '../platform/log.ts';
import { workerScriptUrl } from '../platform/worker-script-url.ts';
import { DetailedProblem } from './define-command.ts';
import { createProcessTerminal } from './process-terminal.ts';
import { runCli } from './run-cli.ts';

/** Resolves to the exit code. */
export const runInElectron = (args: readonly string[]): Promise<number> => runCli(args, createProcessTerminal(connectInWorker));

/** Milliseconds that the worker has for closing, in addition to the time in which calls of other processes may finish. */
const closeTimeout = 30_000;

/**
 * Connects a command to a backend in a worker thread, for programs whose main thread does not limit the memory for new objects
 * ([0401](../../docs/adr/0401-packed-commands-in-a-worker.md)). Like a main thread would, the worker either opens the data folder or connects to
 * the process that owns it.
 *
 * `onFailure` is called once if the thread ends by itself, because of an uncaught error or too little memory. All calls then fail with the
 * same Problem. If it happens while the connection is being closed, `close` throws the Problem.
 */
export function connectInWorker(
  folder: string,
  { longRunning, targets, folders, sync }: CommandOptions,
  onFailure: (problem: Problem) => void = () => undefined,
): CommandConnection {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  const requests = new PendingRequests();
  let isClosing = false;
  let failure: Problem | undefined;
  const backend = startBackendWorker(workerScriptUrl(import.meta.url, { source: '../worker.ts', built: 'worker.js' }), {
    dataFolder: folder,
    command: {
      ...(longRunning !== undefined && { longRunning }),
      ...(targets !== undefined && { targets }),
      ...(folders !== undefined && { folders }),
      ...(sync !== undefined && { sync }),
    },
  });
  const { worker } = backend;
  const send = (sent: MainThreadMessage): void => worker.postMessage(sent);
  const noAnswer = (): CallResult => toFailedResult(failure ?? closingProblem());
  const ask = async (request: WorkerRequest): Promise<CallResult> => {
    if (failure || isClosing) return noAnswer();
    const { id, answered } = requests.add();
    send({ id, ...request });
    return answered;
  };

  worker.on('message', (received: WorkerMessage) => {
    if ('events' in received) for (const listener of listeners) listener(received.events);
    else if ('id' in received) requests.answer(received.id, received.answer);
  });
  worker.on('error', (error) => (failure = toProblem(error)));
  worker.once('exit', (code) => {
    if (!isClosing) failure ??= toProblem(new Error(`exit code ${code}`));
    if (failure && !isClosing) onFailure(failure);
    requests.answerAll(noAnswer());
  });

  return {
    call: (call, input) => ask({ call, input }),
    onEvents(listener) {
      if (listeners.size === 0) send({ listen: true });
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) send({ listen: false });
      };
    },
    connect: async () => (requireValue(await ask({ connect: true })) === 'client' ? 'client' : 'owner'),
    // The worker answers with the result of `listNotices` of its own connection.
    listNotices: async () => requireValue(await ask({ notices: true })) as Message[],
    async close(wait) {
      const hadFailed = failure !== undefined;
      isClosing = true;
      await backend.close({ ...(wait !== undefined && { wait }), timeout: closeTimeout, log: (line) => openLog(folder, 'taleport')(line) });
      if (failure && !hadFailed) throw failure;
    },
  };
}

type WorkerRequest = { readonly call: string; readonly input: unknown } | { readonly connect: true } | { readonly notices: true };

function requireValue(result: CallResult): unknown {
  if (!result.ok) throw Problem.fromJSON(result.problem);
  return result.value;
}

/** The reason why the thread has ended, as a Problem. If it was an error, which is a bug, its stack is shown below the sentence. */
function toProblem(error: unknown): Problem {
  if (errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Problem('internal', message('problem.app.outOfMemory'), { cause: error });
  const reason = errorMessageOf(error);
  const problem = new Problem('internal', message('problem.app.workerEnded', { reason }), { cause: error });
  // A Problem keeps its name and sentence when it leaves the worker.
  return error instanceof Error && error.name === 'Problem' ? problem : new DetailedProblem(problem, describeError(error));
}
