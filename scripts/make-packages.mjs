// Makes packages for this computer of a folder that is packed already. Archives take 7za, and a Debian package takes dpkg-deb: what
// electron-builder would download for them is not needed then. Everything else downloads its tools (docs/releasing.md).
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repoPath } from './paths.mjs';
import { runProcess } from './run-process.mjs';

/**
 * @param {string} folder
 * @param {readonly string[]} targets as electron-builder calls them, such as deb
 * @param {{ output?: string, version?: string, compression?: 'least' }} [options] another version than that of package.json; `least` for tests: it
 *   takes seconds instead of minutes
 * @returns {Promise<{ files: string[] } | { reason: string }>}
 */
export async function makePackages(folder, targets, { output = repoPath('dist', 'packages'), version, compression } = {}) {
  rmSync(output, { recursive: true, force: true });
  const made = await runProcess(
    process.execPath,
    [
      repoPath('node_modules', 'electron-builder', 'cli.js'),
      ...[platformOption(), ...targets, '--prepackaged', folder, '--publish', 'never', `--config.directories.output=${output}`],
      ...(version ? [`--config.extraMetadata.version=${version}`] : []),
      // As options of fpm: electron-builder does not know this compression, the fastest. These replace those in electron-builder.yml.
      ...(compression ? [`--config.deb.fpm=${wrapperMapping}`, '--config.deb.fpm=--deb-compression=zst'] : []),
    ],
    {
      cwd: repoPath(),
      quiet: true,
      env: { ...(await localTools()), ...(compression && { ELECTRON_BUILDER_COMPRESSION_LEVEL: '1' }), ...process.env },
    },
  );
  if (made.code !== 0) return { reason: `the packages could not be made:\n${made.output.trim().split('\n').slice(-15).join('\n')}` };
  return {
    files: readdirSync(output)
      .filter((name) => /\.(deb|rpm|AppImage|gz|zip|dmg|exe)$/.test(name))
      .map((name) => join(output, name)),
  };
}

const wrapperMapping = 'build/linux/taleport=/usr/bin/taleport';

function platformOption() {
  if (process.platform === 'win32') return '--win';
  return process.platform === 'darwin' ? '--mac' : '--linux';
}

/** @returns {Promise<NodeJS.ProcessEnv>} the tools of this system that electron-builder is to use; those named in the environment come first */
async function localTools() {
  const archiver = await findCommand('7za');
  const hasDpkg = (await findCommand('dpkg-deb')) !== undefined;
  return {
    ...(archiver && { ELECTRON_BUILDER_7ZIP_PATH: archiver }),
    ...(hasDpkg && { CUSTOM_FPM_PATH: repoPath('scripts', 'build-deb.mjs') }),
  };
}

/** @param {string} name */
async function findCommand(name) {
  if (process.platform === 'win32') return undefined;
  const { code, output } = await runProcess('which', [name], { quiet: true });
  return code === 0 ? output.trim() : undefined;
}
