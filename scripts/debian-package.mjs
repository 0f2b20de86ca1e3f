// Writes a Debian package with dpkg-deb (scripts/build-linux-package.mjs).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {import('./build-linux-package.mjs').LinuxPackage} LinuxPackage */

/** @param {LinuxPackage} contents */
export function debianControl({ name, version, architecture, maintainer, description, values }) {
  return formatControl([
    ['Package', name],
    ['Version', values.iteration ? `${version}-${values.iteration}` : version],
    ['Architecture', architecture],
    ['Maintainer', maintainer],
    ['Vendor', values.vendor],
    ['License', values.license],
    ['Depends', values.d?.join(', ')],
    ['Recommends', values['deb-recommends']?.join(', ')],
    ['Section', values.category],
    ['Priority', values['deb-priority']],
    ['Homepage', values.url],
    ['Description', formatDescription(description)],
  ]);
}

/** @param {[string, string | undefined][]} fields */
const formatControl = (fields) =>
  fields
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${name === 'Description' ? value : value?.replaceAll(/\s+/g, ' ')}\n`)
    .join('');

/**
 * The first line is the synopsis; the others are indented, and an empty one is a dot.
 * @param {string} description
 */
function formatDescription(description) {
  const [synopsis = '', ...lines] = description.split('\n').map((line) => line.trim());
  return [synopsis, ...lines.map((line) => ` ${line || '.'}`)].join('\n');
}

/** What fpm and dpkg-deb call differently. */
const compressors = new Map([
  ['gz', 'gzip'],
  ['zst', 'zstd'],
]);

/**
 * @param {LinuxPackage} contents
 * @param {string} root of the files to install; gets the folder DEBIAN
 */
export function writeDeb(contents, root) {
  const files = listFiles(root);
  const size = files.reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0);
  const { 'after-install': postinst, 'after-remove': postrm, 'deb-compression': compression = 'xz' } = contents.values;
  const admin = join(root, 'DEBIAN');
  mkdirSync(admin);
  writeFileSync(join(admin, 'control'), debianControl(contents).replace(/^Section: /m, `Installed-Size: ${size}\n$&`));
  writeFileSync(join(admin, 'md5sums'), files.map((path) => `${md5(path)}  ${relative(root, path)}\n`).join(''));
  for (const [name, script] of Object.entries({ postinst, postrm })) {
    if (script === undefined) continue;
    writeFileSync(join(admin, name), readFileSync(script));
    chmodSync(join(admin, name), 0o755);
  }
  chmodSync(admin, 0o755);
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compressors.get(compression) ?? compression}`, '--build', root, contents.file]);
}

/**
 * @param {string} root
 * @returns {string[]} the paths of the regular files
 */
const listFiles = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** @param {string} path */
const md5 = (path) => createHash('md5').update(readFileSync(path)).digest('hex');
