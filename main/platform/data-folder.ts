/** The default data folder: what Electron calls `userData` for an app named Taleport, also without Electron. */
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

const appFolderName = 'Taleport';

export function resolveDataFolder(requested?: string): string {
  if (requested) return resolve(requested);
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === 'win32') return join(APPDATA || join(homedir(), 'AppData', 'Roaming'), appFolderName);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', appFolderName);
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), appFolderName);
}

/** Whether a path is a folder or lies in it. Links in the path of the folder are followed, `path` must be a real one. */
export function isWithin(folder: string, path: string): boolean {
  const inside = relative(existsSync(folder) ? realpathSync(folder) : resolve(folder), path);
  return inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside));
}
