/** The entry point in Electron: opens the window, or runs the command line if the arguments contain one of its commands. */
import { join } from 'node:path';
import { app } from 'electron';
import { isCommandLine } from './cli/is-command-line.ts';
import { appArguments, dataFolderArgument } from './desktop/app-arguments.ts';
import { announceOwnProgram } from './desktop/own-program.ts';
import { isDisplayMissing, reportMissingDisplay, startDesktop } from './desktop/start-desktop.ts';
import { chooseDataFolder } from './platform/data-folder.ts';
import { errorMessageOf } from './platform/errors.ts';
import { reserveDiskThreads } from './platform/time-limited-disk.ts';

reserveDiskThreads();

const args = appArguments(process.argv, app.isPackaged);
const data = chooseDataFolder(dataFolderArgument(args));
const outFolder = join(import.meta.dirname, '..');

if (isCommandLine(args)) {
  app.exit(await runCommandLineMode());
} else if (isDisplayMissing(process.platform, process.env)) {
  await reportMissingDisplay();
  app.exit(1);
} else {
  startDesktop({
    args,
    data,
    worker: join(outFolder, 'main', 'worker.js'),
    preload: join(outFolder, 'preload', 'preload.cjs'),
    rendererFolder: join(outFolder, 'renderer'),
  });
}

/**
 * The command line is imported on demand, because it loads the whole backend. If this version of Node is too old, that fails with a
 * message.
 */
async function runCommandLineMode(): Promise<number> {
  try {
    const { runInElectron } = await import('./cli/run-in-electron.ts');
    const withdraw = await announceOwnProgram(data.folder);
    return await runInElectron(args).finally(withdraw);
  } catch (error) {
    console.error(errorMessageOf(error));
    return 1;
  }
}
