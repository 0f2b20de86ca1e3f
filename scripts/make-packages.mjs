// Makes packages for this computer of a folder that is packed already. Archives take 7za, a Debian package dpkg-deb and an .rpm rpmbuild: what
// electron-builder would download for them is not needed then. Everything else downloads its tools (docs/releasing.md).
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { electronBuilderProgram, repoPath } from './paths.mjs';
import { findCommand, lastLines, runProcess } from './run-process.mjs';

/**
 * @param {string} folder
 * @param {readonly string[]} targets as electron-builder calls them, such as deb
 * @param {{ output?: string, version?: string, compression?: 'least', env?: NodeJS.ProcessEnv }} [options] another version than that of package.json;
 *   `least` for tests: it takes seconds instead of minutes; tools for electron-builder
 * @returns {Promise<{ files: string[] } | { reason: string }>}
 */
export async function makePackages(folder, targets, { output = repoPath('dist', 'packages'), version, compression, env } = {}) {
  rmSync(output, { recursive: true, force: true });
  const made = await runProcess(
    process.execPath,
    [
      electronBuilderProgram,
      ...[platformOption(), ...targets, '--prepackaged', folder, '--publish', 'never', `--config.directories.output=${output}`],
      ...(version ? [`--config.extraMetadata.version=${version}`] : []),
      // As options of fpm: electron-builder does not know this compression, the fastest. These replace those in electron-builder.yml.
      ...(compression
        ? ['deb.fpm=--deb-compression=zst', 'rpm.fpm=--rpm-compression=none', 'rpm.fpm=--directories=/opt/Taleport']
            .concat(['deb', 'rpm'].map((format) => `${format}.fpm=build/linux/taleport=/usr/bin/taleport`))
            .map((setting) => `--config.${setting}`)
        : []),
    ],
    {
      cwd: repoPath(),
      quiet: true,
      env: { ...(await localTools(targets)), ...(compression && { ELECTRON_BUILDER_COMPRESSION_LEVEL: '1' }), ...env, ...process.env },
    },
  );
  if (made.code !== 0) return { reason: `the packages could not be made:\n${lastLines(made.output)}` };
  return {
    files: readdirSync(output)
      .filter((name) => /\.(deb|rpm|AppImage|gz|xz|zip|dmg|exe)$/.test(name))
      .map((name) => join(output, name)),
  };
}

function platformOption() {
  if (process.platform === 'win32') return '--win';
  return process.platform === 'darwin' ? '--mac' : '--linux';
}

/** The command that builds a package in place of fpm. */
const packageBuilders = new Map([
  ['deb', 'dpkg-deb'],
  ['rpm', 'rpmbuild'],
]);

/**
 * @param {readonly string[]} targets
 * @returns {Promise<NodeJS.ProcessEnv>} the tools of this system that electron-builder is to use; those named in the environment come first
 */
async function localTools(targets) {
  const archiver = await findCommand('7za');
  const builders = targets.flatMap((target) => packageBuilders.get(target) ?? []);
  const found = await Promise.all(builders.map(findCommand));
  return {
    ...(archiver && { ELECTRON_BUILDER_7ZIP_PATH: archiver }),
    ...(found.length > 0 && found.every(Boolean) && { CUSTOM_FPM_PATH: repoPath('scripts', 'build-linux-package.mjs') }),
  };
}
