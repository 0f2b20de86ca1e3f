/** The command line of the installed app: the same commands, without a window. Loaded only then, since it brings the parts with it. */
import { runCommandLine } from './command-line/run-command-line.ts';
import { reachParts } from './reach-parts.ts';
import { openTerminal } from './terminal.ts';

/** Answers the exit code. */
export const runInElectron = (args: readonly string[]): Promise<number> => runCommandLine(args, openTerminal(reachParts));
