// `npm run pack`: packs the app into dist/test as a folder that can be started, in the test flavour: like a release, but open to
// Playwright, and on the Electron that scripts/provide-electron.mjs provides. `npm run pack -- release` packs it into dist/release-folder with
// the fuses of a release, and `npm run pack -- deb tar.xz zip` makes packages for this computer of that folder (scripts/make-packages.mjs).

import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { readCommandLine } from './command-line.mjs';
import { makePackages } from './make-packages.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { electronBuilderProgram, isMainModule, repoPath } from './paths.mjs';
import { provideElectron } from './provide-electron.mjs';
import { lastLines, runProcess } from './run-process.mjs';

/**
 * @param {import('./provide-electron.mjs').Electron} electron
 * @param {'test' | 'release'} [flavour]
 * @returns {Promise<{ folder: string, executable: string } | { reason: string }>}
 */
export async function packApp(electron, flavour = 'test') {
  const output = repoPath('dist', flavour === 'test' ? 'test' : 'release-folder');
  const wrong = await buildIfStale();
  if (wrong) return { reason: wrong };
  rmSync(output, { recursive: true, force: true });
  const overrides = [
    `--config.electronVersion=${electron.version}`,
    `--config.electronDist=${electron.path}`,
    `--config.directories.output=${output}`,
    ...(flavour === 'test' ? ['--config.electronFuses.enableNodeCliInspectArguments=true'] : []),
    // The fuse for snapshots keeps its value: enabling it in an Electron that lacks the feature makes it crash on start.
    ...(electron.source === 'fallback' ? ['--config.electronFuses.loadBrowserProcessSpecificV8Snapshot=false'] : []),
  ];
  const packed = await runProcess(process.execPath, [electronBuilderProgram, '--dir', '--publish', 'never', ...overrides], {
    cwd: repoPath(),
    quiet: true,
  });
  const folder = packed.code === 0 ? findPackedFolder(output) : undefined;
  if (!folder) return { reason: `the app could not be packed:\n${lastLines(packed.output)}` };
  const resources = process.platform === 'darwin' ? join(folder, 'Taleport.app', 'Contents', 'Resources') : join(folder, 'resources');
  rmSync(join(resources, 'app'), { recursive: true, force: true });
  if (electron.sqliteBinding) copyFileSync(electron.sqliteBinding, sqlitePath(resources));
  // A snapshot of 115 MB that is in the fallback only, and that no fuse enables.
  rmSync(join(folder, 'browser_v8_context_snapshot.bin'), { force: true });
  return { folder, executable: executablePath(folder) };
}

/** @param {string} place */
function findPackedFolder(place) {
  const name = readdirSync(place).find((entry) => /^(linux|win|mac)(-\w+)?-?(unpacked)?$/.test(entry));
  return name && existsSync(executablePath(join(place, name))) ? join(place, name) : undefined;
}

/** @param {string} folder */
function executablePath(folder) {
  if (process.platform === 'win32') return join(folder, 'Taleport.exe');
  if (process.platform === 'darwin') return join(folder, 'Taleport.app', 'Contents', 'MacOS', 'Taleport');
  return join(folder, 'taleport');
}

/** @param {string} resources */
function sqlitePath(resources) {
  return join(resources, 'app.asar.unpacked', 'node_modules', 'better-sqlite3', 'prebuilds', `${process.platform}-${process.arch}.node`);
}

if (isMainModule(import.meta.url)) {
  exitOnOldNode();
  const {
    positionals: [first = 'test', ...rest],
  } = readCommandLine('npm run pack -- [test | release] [deb | rpm | tar.xz | zip]...', { allowPositionals: true });
  const targets = first === 'test' || first === 'release' ? rest : [first, ...rest];
  const electron = await provideElectron({ allowFallback: true });
  const packed = 'reason' in electron ? electron : await packApp(electron, first === 'test' ? 'test' : 'release');
  console.log('reason' in packed ? `Not packed: ${packed.reason}` : `Packed: ${packed.executable}`);
  const made = 'folder' in packed && targets.length > 0 ? await makePackages(packed.folder, targets) : { files: [] };
  if ('reason' in made) console.log(`Not made: ${made.reason}`);
  else for (const file of made.files) console.log(`Made: ${file}`);
  process.exit('reason' in packed || 'reason' in made ? 1 : 0);
}
