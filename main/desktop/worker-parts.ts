/** The parts as the main thread sees them: in a worker, which is started again when it ends by itself. No Electron here. */
import { Worker } from 'node:worker_threads';
import type { Answer } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import type { KeyStore } from '../mirror/workspaces/keys.ts';
import type { Parts } from '../parts.ts';
import { answerKey } from './keys-across.ts';
import type { FromWindow, FromWorker } from './worker-messages.ts';

/** How often it may end by itself within so many milliseconds before it is left ended. */
const attempts = 3;
const within = 60_000;
/** Milliseconds that it has for closing. */
const patience = 8000;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, (answer: Answer) => void>;
  readonly ended: Promise<void>;
}

/** `file`: the built worker; `log` hears why it ended; `keys` is what the parts ask for keys. */
export function openWorkerParts(file: string, dataFolder: string, log: (line: string) => void, keys?: KeyStore): Parts {
  const listeners = new Set<(events: Event[]) => void>();
  const ends: number[] = [];
  let lastId = 0;
  let closing = false;
  let why = '';
  let running: Running | undefined = start();

  function start(): Running {
    const worker = new Worker(file, { workerData: { dataFolder } });
    const waiting = new Map<number, (answer: Answer) => void>();
    worker.on('message', (message: FromWorker) => {
      if ('events' in message) tell(message.events);
      else if ('key' in message) void answerKey(keys, message).then((answer) => worker.postMessage(answer satisfies FromWindow));
      else if ('id' in message) {
        waiting.get(message.id)?.(message.answer);
        waiting.delete(message.id);
      }
    });
    worker.on('error', (error) => {
      log(`The worker failed: ${error instanceof Error ? error.stack : String(error)}`);
      // A Problem keeps its name and its sentence on the way out of the worker.
      why = error instanceof Error && error.name === 'Problem' ? error.message : '';
    });
    const ended = new Promise<void>((resolve) =>
      worker.once('exit', (code) => {
        if (!closing) log(`The worker ended with ${code}`);
        for (const answer of waiting.values()) answer(failed(unsure()));
        resolve();
        if (!closing) restart();
      }),
    );
    return { worker, waiting, ended };
  }

  function restart(): void {
    const now = performance.now();
    ends.push(now);
    running = ends.filter((time) => now - time < within).length <= attempts ? start() : undefined;
    const message = running ? 'Something went wrong inside Taleport; it has started that part again.' : stuck(why).message;
    tell([{ event: 'notice', message }, { event: 'reconnected' }, { event: 'projects.changed' }]);
  }

  function tell(events: Event[]): void {
    for (const listener of listeners) listener(events);
  }

  return {
    call: (call, input) =>
      new Promise((resolve) => {
        if (!running || closing) return resolve(failed(closing ? beingClosed() : stuck(why)));
        const id = ++lastId;
        running.waiting.set(id, resolve);
        running.worker.postMessage({ id, call, input } satisfies FromWindow);
      }),
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      closing = true;
      if (!running) return;
      running.worker.postMessage({ close: true } satisfies FromWindow);
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([running.ended, new Promise((resolve) => (timer = setTimeout(resolve, patience)))]);
      clearTimeout(timer);
      await running.worker.terminate();
    },
  };
}

const failed = (problem: Problem): Answer => ({ ok: false, problem: problem.toJSON() });
const unsure = (): Problem =>
  new Problem('internal', 'Something went wrong inside Taleport before this was answered. Look whether it was done, then try again.');
const stuck = (why: string): Problem =>
  new Problem(
    'internal',
    `A part of Taleport fails again and again. ${why || 'Please restart Taleport; the log in its data folder says more.'}`,
  );
const beingClosed = (): Problem => new Problem('busy', 'Taleport is being closed.');
