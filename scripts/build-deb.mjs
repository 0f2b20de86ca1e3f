#!/usr/bin/env node
// Builds a Debian package with dpkg-deb from the arguments that electron-builder gives to fpm, where fpm's download host cannot be reached
// (CUSTOM_FPM_PATH). An option that it does not know is an error, so that nothing is left out silently.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

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
 * @typedef {{ control: string, scripts: Record<string, string>, paths: PackagedPath[], compression: string, file: string }} DebPlan
 */

/**
 * @param {readonly string[]} args as fpm takes them
 * @returns {DebPlan}
 */
export function planDeb(args) {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (values.s !== 'dir' || values.t !== 'deb') throw new Error('only "-s dir -t deb" can be built without fpm');
  const { name, version, architecture, maintainer, description, package: file } = values;
  if (!name || !version || !architecture || !maintainer || !description || !file)
    throw new Error('a package needs a name, version, architecture, maintainer, description and file');
  return {
    control: formatControl([
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
    ]),
    scripts: {
      ...(values['after-install'] && { postinst: values['after-install'] }),
      ...(values['after-remove'] && { postrm: values['after-remove'] }),
    },
    paths: positionals.map(parsePath),
    compression: values['deb-compression'] ?? 'xz',
    file,
  };
}

/** @param {string} mapping `source=target` */
function parsePath(mapping) {
  const [, source, target] = /^(.+)=(\/[^=]+)$/.exec(mapping) ?? [];
  if (!source || !target) throw new Error(`"${mapping}" does not name a path and its place in the package`);
  return { source, target };
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

/** @param {DebPlan} plan */
function buildDeb({ control, scripts, paths, compression, file }) {
  const root = mkdtempSync(join(tmpdir(), 'taleport-deb-'));
  try {
    for (const { source, target } of paths) {
      const place = join(root, target);
      mkdirSync(dirname(place), { recursive: true });
      cpSync(source, place, { recursive: true, verbatimSymlinks: true });
    }
    const files = normalizeModes(root);
    const size = files.reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0);
    const admin = join(root, 'DEBIAN');
    mkdirSync(admin);
    writeFileSync(join(admin, 'control'), control.replace(/^Section: /m, `Installed-Size: ${size}\n$&`));
    writeFileSync(join(admin, 'md5sums'), files.map((path) => `${md5(path)}  ${path.slice(root.length + 1)}\n`).join(''));
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(join(admin, name), readFileSync(script));
      chmodSync(join(admin, name), 0o755);
    }
    for (const folder of [root, admin]) chmodSync(folder, 0o755);
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compressors.get(compression) ?? compression}`, '--build', root, file]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * Everybody may read everything, and run what its owner may run, whatever the umask of the build was.
 * @param {string} folder
 * @returns {string[]} the regular files
 */
function normalizeModes(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return [];
    chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644);
    return stat.isDirectory() ? normalizeModes(path) : [path];
  });
}

/** @param {string} path */
const md5 = (path) => createHash('md5').update(readFileSync(path)).digest('hex');

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const plan = planDeb(process.argv.slice(2));
  buildDeb(plan);
  console.log(`Built ${basename(plan.file)}`);
}
