/** Which AppImage this program runs from. Whatever is started in the terminal of another AppImage inherits the variables of that one. */
import { existsSync, realpathSync } from 'node:fs';
import { isWithin } from '../platform/data-folder.ts';
import type { EnvironmentVariables } from './updates/update-policy.ts';

/** The file of the AppImage; undefined unless `executable` is in the folder where it is mounted. The mounted program is gone once it has ended. */
export function findOwnAppImage({ APPIMAGE, APPDIR }: EnvironmentVariables, executable: string): string | undefined {
  if (!APPIMAGE || !APPDIR) return undefined;
  return isWithin(APPDIR, existsSync(executable) ? realpathSync(executable) : executable) ? APPIMAGE : undefined;
}
