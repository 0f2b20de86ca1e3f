/**
 * The command line of the installed app: the same commands, without a window, with the backend in a worker thread. A separate module, so
 * that it is only loaded for commands.
 */

import { connectInWorker } from './connect-in-worker.ts';
import { createProcessTerminal } from './process-terminal.ts';
import { runCli } from './run-cli.ts';

/** Resolves to the exit code. */
export const runInElectron = (args: readonly string[]): Promise<number> => runCli(args, createProcessTerminal(connectInWorker));
