/** Keeps the compiled code of the program, so that a later command does not compile it again: a seventh of its start. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from './version.ts';

/**
 * The default folder of Node is in that for temporary files, where another user could place code before us. This one is the user's own. Where it
 * cannot be written, nothing is kept.
 */
export function keepCompiledCode(folder = cacheFolder()): void {
  // The user, or a test, has chosen another one, which Node uses by itself.
  if (process.env.NODE_COMPILE_CACHE) return;
  const current = `compiled-${version}`;
  try {
    if (!existsSync(join(folder, current))) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) if (/^compiled-\d/.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
    }
    enableCompileCache(join(folder, current));
  } catch {
    // The program starts without it, only later.
  }
}

/** A folder for what can be made again, by the conventions of the system. */
function cacheFolder(): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Taleport', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Taleport');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'taleport');
}
