/** Runs the command line and the browser shell. headless.ts calls this after it has checked the version of Node. */
import { join } from 'node:path';
import { connectBackend } from './app/backend/connect-backend.ts';
import { createBrowserCommand } from './browser-shell/browser-command.ts';
import { createProcessTerminal, type OutputStreams } from './cli/process-terminal.ts';
import { runCli } from './cli/run-cli.ts';

/** Resolves to the exit code. */
export const runHeadless = (args: readonly string[], streams: OutputStreams = process): Promise<number> =>
  runCli(args, createProcessTerminal(connectBackend, streams), [createBrowserCommand(rendererFolder())]);

/** The folder of the built window: `out/renderer`, next to the folder of this file in a build. */
function rendererFolder(): string {
  const folder = import.meta.dirname;
  const built = /^(.*[\\/]out)[\\/]main(?:[\\/]|$)/.exec(folder)?.[1] ?? join(folder, '..', 'out');
  return join(built, 'renderer');
}
