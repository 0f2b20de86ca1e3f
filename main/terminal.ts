/** The terminal of this process: its streams, its signals, and the parts that a command reaches for. */

import type { Terminal } from './command-line/run-command-line.ts';
import { dataFolder } from './data-folder.ts';
import type { Reached } from './owner/open-or-join.ts';
import { askOf, type Manner } from './parts.ts';
import { version } from './version.ts';

/** Milliseconds for which a command that is done goes on serving calls that other processes have given it. */
const forOthers = 60_000;

export function openTerminal(reach: (folder: string, manner: Manner) => Reached): Terminal {
  let reached: Reached | undefined;
  let wait = forOthers;
  let stop: () => void = () => undefined;

  function stopped(): Promise<void> {
    // What ends on a signal does not let anybody wait.
    wait = 300;
    return new Promise((resolve) => {
      stop = resolve;
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
  }

  function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
    return new Promise((resolve) => void stream.write(`${text}\n`, () => resolve()));
  }

  // A reader that has heard enough (`| head`) is no error, but a reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop());

  return {
    version,
    out: (text) => write(process.stdout, text),
    err: (text) => write(process.stderr, text),
    openSession({ data, json, ...manner }) {
      const folder = dataFolder(data);
      const parts = reach(folder, manner);
      reached = parts;
      return {
        ask: askOf(parts),
        call: parts.call,
        dataFolder: folder,
        json,
        onEvents: parts.onEvents,
        ready: parts.ready,
        print: (text) => void write(process.stdout, text),
        warn: (text) => void write(process.stderr, text),
        stopped,
      };
    },
    closeSession: async () => reached?.close(wait),
  };
}
