/** Where projects are kept when nobody says otherwise: what Electron calls userData of an app named Taleport, also without Electron. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const appFolderName = 'Taleport';

export function resolveDataFolder(asked?: string): string {
  if (asked) return resolve(asked);
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === 'win32') return join(APPDATA || join(homedir(), 'AppData', 'Roaming'), appFolderName);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', appFolderName);
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), appFolderName);
}
