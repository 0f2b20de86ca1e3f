/** What headless.ts starts once it knows that this Node will do. */
import { join } from 'node:path';
import { connectBackend } from './app/connect-backend.ts';
import { createBrowserCommand } from './browser-shell/browser-command.ts';
import { createProcessTerminal } from './cli/process-terminal.ts';
import { runCli } from './cli/run-cli.ts';

/** Answers the exit code. */
export const runHeadless = (args: readonly string[]): Promise<number> =>
  runCli(args, createProcessTerminal(connectBackend), [createBrowserCommand(rendererFolder())]);

/** The built screen: from source in out/, in the build beside the folder of this file (or of its chunks). */
function rendererFolder(): string {
  const here = import.meta.dirname;
  const built = /^(.*[\\/]out)[\\/]main(?:[\\/]|$)/.exec(here)?.[1] ?? join(here, '..', 'out');
  return join(built, 'renderer');
}
