// The packages that test/e2e/packed.desktop.test.ts unpacks: archives, the .rpm, and an AppImage whose runtime is a script.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePackages } from './make-packages.mjs';
import { repoPath } from './paths.mjs';
import { findCommand } from './run-process.mjs';

const debianPackages = 'binutils desktop-file-utils p7zip-full rpm squashfs-tools';
const requiredCommands = ['7za', 'desktop-file-validate', 'mksquashfs', 'objdump', 'rpm', 'rpmbuild', 'unsquashfs'];

/**
 * @param {string} folder of the packed app
 * @returns {Promise<{ files: string[] } | { reason: string }>}
 */
export async function makeTestArchives(folder) {
  for (const command of requiredCommands)
    if (!(await findCommand(command))) return { reason: `there is no ${command} (Debian: apt-get install ${debianPackages})` };
  const output = repoPath('dist', 'test-archives');
  return makePackages(folder, ['tar.xz', 'zip', 'rpm', 'AppImage'], {
    output,
    compression: 'least',
    env: { APPIMAGE_TOOLS_PATH: writeAppImageTools(`${output}-tools`) },
  });
}

/** Bytes before the file system in the AppImage. */
const runtimeSize = 4096;

/** In place of the runtime that electron-builder would download: unpacks the file system behind itself, and runs what an AppImage runs of it. */
const runtime = `#!/bin/sh
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unsquashfs -quiet -no-progress -offset ${runtimeSize} -dest "$folder/app" "$0" >/dev/null
export APPDIR="$folder/app" APPIMAGE="$(readlink -f "$0")"
"$APPDIR/AppRun" "$@"
exit
`;

/**
 * What electron-builder expects of its toolset, of the tools of this system.
 * @param {string} folder
 */
function writeAppImageTools(folder) {
  for (const name of ['runtimes', 'lib/x64']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'mksquashfs'), '#!/bin/sh\nexec mksquashfs "$@"\n', { mode: 0o755 });
  writeFileSync(join(folder, 'desktop-file-validate'), '#!/bin/sh\nexec desktop-file-validate "$@"\n', { mode: 0o755 });
  writeFileSync(join(folder, 'runtimes', 'runtime-x64'), runtime.padEnd(runtimeSize, '\n'));
  return folder;
}
