/** What headless.ts starts once it knows that this Node will do. */
import { join } from 'node:path';
import { browserCommand } from './browser-command.ts';
import { runCommandLine } from './command-line/run-command-line.ts';
import { reachParts } from './reach-parts.ts';
import { openTerminal } from './terminal.ts';

/** Answers the exit code. */
export const runHeadless = (args: readonly string[]): Promise<number> =>
  runCommandLine(args, openTerminal(reachParts), [browserCommand(screenFolder())]);

/** The built screen: from source in out/, in the build beside the folder of this file (or of its chunks). */
function screenFolder(): string {
  const here = import.meta.dirname;
  const built = /^(.*[\\/]out)[\\/]main(?:[\\/]|$)/.exec(here)?.[1] ?? join(here, '..', 'out');
  return join(built, 'renderer');
}
