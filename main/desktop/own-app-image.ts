/**
 * Finds the AppImage that this program runs from. The environment variables alone do not prove it: a program that is started in the
 * terminal of another AppImage inherits that one's variables.
 */
import { existsSync, realpathSync } from 'node:fs';
import { isWithin } from '../platform/data-folder.ts';
import type { EnvironmentVariables } from './updates/update-policy.ts';

/**
 * The path of the AppImage; undefined unless `executable` is in the folder where it is mounted. The mount is removed when the program ends.
 */
export function findOwnAppImage({ APPIMAGE, APPDIR }: EnvironmentVariables, executable: string): string | undefined {
  if (!APPIMAGE || !APPDIR) return undefined;
  return isWithin(APPDIR, existsSync(executable) ? realpathSync(executable) : executable) ? APPIMAGE : undefined;
}
