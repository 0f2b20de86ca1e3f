/** Restarts the program after it has ended. */
import { app } from 'electron';
import { withDataFolder } from './app-arguments.ts';
import { findOwnAppImage } from './own-app-image.ts';

/** Restarts with the same arguments but this data folder; null is the one that is opened without `--data`. */
export function relaunchWith(dataFolder: string | null): void {
  const execPath = findOwnAppImage(process.env, process.execPath);
  app.relaunch({ args: withDataFolder(process.argv, app.isPackaged, dataFolder), ...(execPath !== undefined && { execPath }) });
}
