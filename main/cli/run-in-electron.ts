/**
 * The command line of the installed app: the same commands, without a window. A module of its own, loaded only for commands. The
 * backend runs in a thread.
 */

import { connectInWorker } from './connect-in-worker.ts';
import { createProcessTerminal } from './process-terminal.ts';
import { runCli } from './run-cli.ts';

/** Resolves to the exit code. */
export const runInElectron = (args: readonly string[]): Promise<number> => runCli(args, createProcessTerminal(connectInWorker));
