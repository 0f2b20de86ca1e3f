/** The terminal of this process: its streams, its signals, and the parts that a command reaches for. */

import { type BackendOptions, createInvoke } from '../app/backend.ts';
import type { BackendConnection } from '../instance/backend-connection.ts';
import { resolveDataFolder } from '../platform/data-folder.ts';
import { version } from '../platform/version.ts';
import type { Terminal } from './run-cli.ts';

/** Milliseconds for which a command that is done goes on serving calls that other processes have given it. */
const lingerTime = 60_000;

export function createProcessTerminal(reach: (folder: string, manner: BackendOptions) => BackendConnection): Terminal {
  let reached: BackendConnection | undefined;
  let wait = lingerTime;
  let stop: () => void = () => undefined;

  function waitForStop(): Promise<void> {
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
    print: (text) => write(process.stdout, text),
    printError: (text) => write(process.stderr, text),
    openSession({ data, json, ...manner }) {
      const folder = resolveDataFolder(data);
      const parts = reach(folder, manner);
      reached = parts;
      return {
        invoke: createInvoke(parts),
        call: parts.call,
        dataFolder: folder,
        json,
        onEvents: parts.onEvents,
        connect: parts.connect,
        print: (text) => void write(process.stdout, text),
        warn: (text) => void write(process.stderr, text),
        waitForStop,
      };
    },
    closeSession: async () => reached?.close(wait),
  };
}
