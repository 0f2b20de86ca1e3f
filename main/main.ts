/** The start in Electron: the window, or, when a command of the command line is the first argument, that. */
import { join } from 'node:path';
import { app } from 'electron';
import { isCommandWord } from './command-line/command-word.ts';
import { dataFolder } from './data-folder.ts';
import { dataArgument, ownArguments } from './desktop/own-arguments.ts';
import { startDesktop } from './desktop/start-desktop.ts';

const args = ownArguments(process.argv, app.isPackaged);
const out = join(import.meta.dirname, '..');

if (isCommandWord(args[0])) {
  app.exit(await commandLine());
} else {
  startDesktop({
    dataFolder: dataFolder(dataArgument(args)),
    worker: join(out, 'main', 'worker.js'),
    preload: join(out, 'preload', 'preload.cjs'),
    screen: join(out, 'renderer'),
  });
}

/** Loaded only when it is wanted, since it brings the parts with it; on a Node that these cannot run on, that fails with a sentence. */
async function commandLine(): Promise<number> {
  try {
    const { runInElectron } = await import('./run-in-electron.ts');
    return await runInElectron(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
