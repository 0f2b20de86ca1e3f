// The Debian package in two versions for test/e2e/deb.desktop.test.ts, which installs and removes them: only where that is possible, and where no
// Taleport is installed.
import { existsSync } from 'node:fs';
import { makePackages } from './make-packages.mjs';
import { repoPath } from './paths.mjs';
import { runProcess } from './run-process.mjs';

const debianPackages = 'desktop-file-utils libglib2.0-bin shared-mime-info x11-utils';
const requiredCommands = ['dpkg-deb', 'apt-get', 'setpriv', 'desktop-file-validate', 'gio', 'update-mime-database', 'xwininfo'];

/**
 * @param {string} folder of the packed app
 * @returns {Promise<{ files: string[] } | { reason: string }>} the lower version first
 */
export async function makeTestDebs(folder) {
  const reason = await installProblem();
  if (reason) return { reason };
  const files = [];
  for (const version of ['0.1.0', '0.2.0']) {
    const made = await makePackages(folder, ['deb'], { output: repoPath('dist', `test-deb-${version}`), version, compression: 'least' });
    if ('reason' in made) return made;
    files.push(...made.files);
  }
  return { files };
}

/** @returns {Promise<string | undefined>} why no package can be installed */
async function installProblem() {
  for (const command of requiredCommands)
    if ((await runProcess('which', [command], { quiet: true })).code !== 0)
      return `there is no ${command} (Debian: apt-get install ${debianPackages})`;
  if (process.getuid?.() !== 0 && (await runProcess('sudo', ['-n', 'true'], { quiet: true })).code !== 0)
    return 'only root can install it (or sudo without a password)';
  if (existsSync('/opt/Taleport')) return 'Taleport is installed on this computer';
  return undefined;
}
