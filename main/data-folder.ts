/** Where projects are kept when nobody says otherwise: what Electron calls userData of an app named Taleport, also without Electron. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const name = 'Taleport';

export function dataFolder(asked?: string): string {
  if (asked) return resolve(asked);
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === 'win32') return join(APPDATA || join(homedir(), 'AppData', 'Roaming'), name);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), name);
}
