/** The command line of the installed app: the same commands, without a window. Loaded only then, since it brings the parts with it. */

import { connectBackend } from '../app/connect-backend.ts';
import { createProcessTerminal } from './process-terminal.ts';
import { runCli } from './run-cli.ts';

/** Answers the exit code. */
export const runInElectron = (args: readonly string[]): Promise<number> => runCli(args, createProcessTerminal(connectBackend));
