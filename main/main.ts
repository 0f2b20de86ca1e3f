/** The start in Electron: the window, or, when a command of the command line is the first argument, that. */
import { join } from 'node:path';
import { app } from 'electron';
import { isCommandName } from './cli/is-command-name.ts';
import { appArguments, dataFolderArgument } from './desktop/app-arguments.ts';
import { startDesktop } from './desktop/start-desktop.ts';
import { resolveDataFolder } from './platform/data-folder.ts';

const args = appArguments(process.argv, app.isPackaged);
const outFolder = join(import.meta.dirname, '..');

if (isCommandName(args[0])) {
  app.exit(await runCommandLineMode());
} else {
  startDesktop({
    dataFolder: resolveDataFolder(dataFolderArgument(args)),
    worker: join(outFolder, 'main', 'worker.js'),
    preload: join(outFolder, 'preload', 'preload.cjs'),
    rendererFolder: join(outFolder, 'renderer'),
  });
}

/** Loaded only when it is wanted, since it brings the parts with it; on a Node that these cannot run on, that fails with a sentence. */
async function runCommandLineMode(): Promise<number> {
  try {
    const { runInElectron } = await import('./cli/run-in-electron.ts');
    return await runInElectron(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
