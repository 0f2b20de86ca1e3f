// Paths of the repository, of what npm installed, and of the cache folder outside of the repository.
// Debian's Node runs this before `npm ci` (find-chromium.mjs).
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repoRoot = fileURLToPath(new URL('..', import.meta.url));

/** @param {string[]} path inside the repository */
export const repoPath = (...path) => join(repoRoot, ...path);

/** Programs of installed packages, to be run by this Node. */
export const electronViteProgram = repoPath('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
export const electronBuilderProgram = repoPath('node_modules', 'electron-builder', 'cli.js');
export const vitestProgram = repoPath('node_modules', 'vitest', 'vitest.mjs');

/**
 * Whether this process was started with a module, rather than that another module imports it.
 * @param {string} url its `import.meta.url`, in which symbolic links are resolved
 */
export function isMainModule(url) {
  const [, started] = process.argv;
  return started !== undefined && existsSync(started) && url === pathToFileURL(realpathSync(started)).href;
}

/** The folder for downloads and compiled files, shared by all clones of the repository. */
export function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'taleport', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'taleport');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'taleport');
}

/**
 * Creates a folder of the cache once. It is filled under a temporary name and then moved, so that it is either complete or absent.
 * @param {string} name
 * @param {(folder: string) => Promise<void>} fill
 */
export async function provideCached(name, fill) {
  const place = join(cacheFolder(), name);
  if (existsSync(place)) return place;
  mkdirSync(cacheFolder(), { recursive: true });
  const draft = mkdtempSync(join(cacheFolder(), 'making-'));
  try {
    await fill(draft);
    if (!existsSync(place)) renameSync(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return place;
}
