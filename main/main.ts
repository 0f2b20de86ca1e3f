/** The start in Electron: the window, or, when a command of the command line is the first argument, that. */
import { join } from 'node:path';
import { app } from 'electron';
import { isCommandWord } from './command-line/commands.ts';
import { dataFolder } from './data-folder.ts';
import { dataArgument, ownArguments } from './desktop/own-arguments.ts';
import { startDesktop } from './desktop/start-desktop.ts';

const args = ownArguments(process.argv, app.isPackaged);
const out = join(import.meta.dirname, '..');

if (isCommandWord(args[0])) {
  const { runInElectron } = await import('./run-in-electron.ts');
  app.exit(await runInElectron(args));
} else {
  startDesktop({
    dataFolder: dataFolder(dataArgument(args)),
    worker: join(out, 'main', 'worker.js'),
    preload: join(out, 'preload', 'preload.cjs'),
    screen: join(out, 'renderer'),
  });
}
