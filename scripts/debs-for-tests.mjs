// The Debian package in two versions for test/e2e/deb.desktop.test.ts, which installs and removes them: only where that is possible, and where no
// Taleport is installed.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { makePackages } from './make-packages.mjs';
import { repoPath } from './paths.mjs';
import { findCommand, runProcess } from './run-process.mjs';

const debianPackages = 'desktop-file-utils libglib2.0-bin shared-mime-info x11-utils';
const requiredCommands = ['dpkg-deb', 'apt-get', 'setpriv', 'desktop-file-validate', 'gio', 'update-mime-database', 'xwininfo'];

/**
 * @param {string} folder of the packed app
 * @returns {Promise<{ files: string[] } | { reason: string }>} this version, and the next one
 */
export async function makeTestDebs(folder) {
  const reason = await installProblem();
  if (reason) return { reason };
  const { version } = JSON.parse(readFileSync(repoPath('package.json'), 'utf8'));
  const [major, minor] = version.split('.');
  const next = `${major}.${Number(minor) + 1}.0`;
  const files = [];
  for (const [of, packed] of [
    [version, folder],
    [next, await packAsVersion(folder, version, next)],
  ]) {
    const made = await makePackages(packed, ['deb'], { output: repoPath('dist', `test-deb-${of}`), version: of, compression: 'least' });
    if ('reason' in made) return made;
    files.push(...made.files);
  }
  return { files };
}

/**
 * The packed app as another version, which the program itself says to be. Changed in its archive: building it again would take a minute.
 * @param {string} folder
 * @param {string} version
 * @param {string} next
 * @returns {Promise<string>} its folder
 */
async function packAsVersion(folder, version, next) {
  const copy = `${folder}-${next}`;
  rmSync(copy, { recursive: true, force: true });
  await runProcess('cp', ['--archive', '--link', folder, copy], { quiet: true });
  const archive = join(copy, 'resources', 'app.asar');
  const content = mkdtempSync(join(tmpdir(), 'taleport-version-'));
  try {
    extractAll(archive, content);
    changeVersion(content, version, next);
    // Otherwise the files of the other folder would change: they are the same ones.
    rmSync(archive);
    rmSync(`${archive}.unpacked`, { recursive: true });
    await createPackageWithOptions(content, archive, { unpack: '**/*.node' });
  } finally {
    rmSync(content, { recursive: true });
  }
  return copy;
}

/**
 * @param {string} content of the archive
 * @param {string} version
 * @param {string} next
 */
function changeVersion(content, version, next) {
  const entry = `"version":"${version}",`; // of package.json, in the one module that the bundler makes of it
  const chunks = readdirSync(join(content, 'out', 'main'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(content, 'out', 'main', name))
    .filter((file) => readFileSync(file, 'utf8').includes(entry));
  const [chunk, ...others] = chunks;
  if (chunk === undefined || others.length > 0) throw new Error(`The version is in ${chunks.length} files of the program instead of one`);
  writeFileSync(chunk, readFileSync(chunk, 'utf8').replace(entry, `"version":"${next}",`));
  const manifest = join(content, 'package.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version: next }));
}

/** @returns {Promise<string | undefined>} why no package can be installed */
async function installProblem() {
  for (const command of requiredCommands)
    if (!(await findCommand(command))) return `there is no ${command} (Debian: apt-get install ${debianPackages})`;
  if (process.getuid?.() !== 0 && (await runProcess('sudo', ['-n', 'true'], { quiet: true })).code !== 0)
    return 'only root can install it (or sudo without a password)';
  if (existsSync('/opt/Taleport')) return 'Taleport is installed on this computer';
  return undefined;
}
