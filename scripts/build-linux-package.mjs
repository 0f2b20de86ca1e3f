#!/usr/bin/env node
// Builds a .deb with dpkg-deb or an .rpm with rpmbuild from the arguments that electron-builder gives to fpm, where fpm's download host cannot be
// reached (CUSTOM_FPM_PATH). An option that it does not know is an error, so that nothing is left out silently.
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeDeb } from './debian-package.mjs';
import { isMainModule } from './paths.mjs';
import { writeRpm } from './rpm-package.mjs';

const text = /** @type {const} */ ({ type: 'string' });
const list = /** @type {const} */ ({ type: 'string', multiple: true });
const options = /** @type {const} */ ({
  s: { ...text, short: 's' },
  t: { ...text, short: 't' },
  force: { type: 'boolean' },
  d: { ...list, short: 'd' },
  'deb-recommends': list,
  'deb-compression': text,
  'deb-priority': text,
  'rpm-os': text,
  'rpm-compression': text,
  'rpm-summary': text,
  directories: list,
  architecture: text,
  'after-install': text,
  'after-remove': text,
  description: text,
  version: text,
  iteration: text,
  package: text,
  name: text,
  maintainer: text,
  vendor: text,
  url: text,
  category: text,
  license: text,
});

/**
 * @typedef {{ source: string, target: string }} PackagedPath a folder is meant by its contents
 * @typedef {object} LinuxPackage
 * @property {'deb' | 'rpm'} format
 * @property {string} name
 * @property {string} version
 * @property {string} architecture as the format calls it
 * @property {string} maintainer
 * @property {string} description
 * @property {string} file to write
 * @property {readonly PackagedPath[]} paths
 * @property {ReturnType<typeof parseOptions>['values']} values what only one format has, or what may be missing
 */

/** @param {readonly string[]} args */
const parseOptions = (args) => parseArgs({ args: [...args], options, allowPositionals: true });

/**
 * @param {readonly string[]} args as fpm takes them
 * @returns {LinuxPackage}
 */
export function readArguments(args) {
  const { values, positionals } = parseOptions(args);
  const { s: source, t: format, name, version, architecture, maintainer, description, package: file } = values;
  if (source !== 'dir' || (format !== 'deb' && format !== 'rpm'))
    throw new Error('only "-s dir -t deb" and "-s dir -t rpm" can be built without fpm');
  if (!name || !version || !architecture || !maintainer || !description || !file)
    throw new Error('a package needs a name, version, architecture, maintainer, description and file');
  return { format, name, version, architecture, maintainer, description, file, paths: positionals.map(parsePath), values };
}

/** @param {string} mapping `source=target` */
function parsePath(mapping) {
  const [, source, target] = /^(.+)=(\/[^=]+)$/.exec(mapping) ?? [];
  if (!source || !target) throw new Error(`"${mapping}" does not name a path and its place in the package`);
  return { source, target };
}

/** @param {LinuxPackage} contents */
function buildPackage(contents) {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-package-'));
  const root = join(folder, 'root');
  try {
    for (const { source, target } of contents.paths) {
      const place = join(root, target);
      mkdirSync(dirname(place), { recursive: true });
      cpSync(source, place, { recursive: true, verbatimSymlinks: true });
    }
    chmodSync(root, 0o755);
    normalizeModes(root);
    const write = contents.format === 'deb' ? writeDeb : writeRpm;
    write(contents, root, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Everybody may read everything, and run what its owner may run, whatever the umask of the build was.
 * @param {string} folder
 */
function normalizeModes(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644);
    if (stat.isDirectory()) normalizeModes(path);
  }
}

if (isMainModule(import.meta.url)) {
  const contents = readArguments(process.argv.slice(2));
  buildPackage(contents);
  console.log(`Built ${basename(contents.file)}`);
}
