/** This program as it is installed: its path, a record that it is running, so that updates by its other processes wait for it, and restarting it. */

import { app } from 'electron';
import { type RestartOptions, restartArguments } from './app-arguments.ts';
import { detectPackageKind, findOwnAppImage } from './updates/package-kind.ts';

/**
 * The path is the same for all processes of an installed program. The processes of an AppImage run from different folders, so for them it
 * is the path of the AppImage.
 */
export const ownProgramFile = (): string => findOwnAppImage(process.env, process.execPath) ?? process.execPath;

/**
 * Returns a function that removes the record, which otherwise disappears with the process. Packages that do not replace themselves need no
 * record.
 */
export async function announceOwnProgram(dataFolder: string): Promise<() => void> {
  if (detectPackageKind(process.platform, process.env, process.execPath) === 'manual') return () => undefined;
  try {
    const { announceProgram } = await import('../instance/running-programs.ts');
    return announceProgram({ program: ownProgramFile(), dataFolder });
  } catch {
    // Only updates depend on the record. Without it, they only wait for processes that use the same data folder.
    return () => undefined;
  }
}

/** Starts the program again when this process ends. */
export function relaunch(options: RestartOptions): void {
  const execPath = findOwnAppImage(process.env, process.execPath);
  app.relaunch({ args: restartArguments(process.argv, app.isPackaged, options), ...(execPath !== undefined && { execPath }) });
}
