/** Whether Taleport is opened when the user logs in: through the system on Windows and macOS, through an autostart file on Linux. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { App } from 'electron';
import { replaceFile } from '../platform/atomic-file.ts';

export interface LoginItem {
  isOn(): Promise<boolean>;
  set(on: boolean): Promise<void>;
}

export const createSystemLoginItem = (app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>): LoginItem => ({
  isOn: async () => app.getLoginItemSettings().openAtLogin,
  set: async (on) => app.setLoginItemSettings({ openAtLogin: on }),
});

/** `configFolder` is the folder in which the desktop environment looks for `autostart`. */
export function createAutostartFile(executable: string, configFolder: string): LoginItem {
  const file = join(configFolder, 'autostart', 'taleport.desktop');
  return {
    isOn: async () => (await stat(file).catch(() => null)) !== null,
    async set(on) {
      if (!on) return rm(file, { force: true });
      await mkdir(dirname(file), { recursive: true });
      await replaceFile(file, formatAutostartEntry(executable));
    },
  };
}

export const userConfigFolder = (): string => process.env.XDG_CONFIG_HOME || join(homedir(), '.config');

/**
 * In the Exec key, the program is in double quotes, with a backslash before characters that a shell would expand; `%` begins a field code.
 * TryExec is the plain path, so that the entry is ignored once the program has been removed.
 */
export function formatAutostartEntry(executable: string): string {
  const quoted = executable
    .replace(/[\\"`$]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  const plain = executable.replaceAll('\\', '\\\\');
  const group = 'Desktop Entry';
  return `[${group}]\nType=Application\nName=Taleport\nTryExec=${plain}\nExec="${quoted}"\nIcon=taleport\nX-GNOME-Autostart-enabled=true\n`;
}
