/** Installs `taleport` on the PATH, if the package of the app did not do so: a small script that starts this program. */
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { replaceFile } from '../platform/atomic-file.ts';

export interface CommandLineTool {
  /** The path of the script, whether or not it is installed. */
  readonly path: string;
  isInstalled(): Promise<boolean>;
  /** Replaces any other file with the same name. Rejects with an error of the disk. */
  install(): Promise<void>;
}

export function createCommandLineTool(platform: NodeJS.Platform, executable: string, home: string = homedir()): CommandLineTool {
  const path = toolPathFor(platform, home);
  const script = formatToolScript(platform, executable);
  return {
    path,
    isInstalled: async () => (await readFile(path, 'utf8').catch(() => null)) === script,
    async install() {
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, script, { mode: 0o755 });
    },
  };
}

/** A folder that the user can write to and that is on the PATH: always on Windows, in most shells on other systems. */
function toolPathFor(platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32')
    return join(process.env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Microsoft', 'WindowsApps', 'taleport.cmd');
  return join(home, '.local', 'bin', 'taleport');
}

export function formatToolScript(platform: NodeJS.Platform, executable: string): string {
  // Without `--`, Electron ends at once, and silently, if a word with a scheme (https://…, Act:One) is followed by another word.
  if (platform === 'win32') return `@"${executable.replaceAll('%', '%%')}" -- %*\r\n`;
  return `#!/bin/sh\nexec '${executable.replaceAll("'", `'\\''`)}' --log-level=3 "$@"\n`;
}
