// Writes a package for Fedora and openSUSE with rpmbuild (scripts/build-linux-package.mjs).
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {import('./build-linux-package.mjs').LinuxPackage} LinuxPackage */

/** The payload in rpmbuild's words, for the compressions of fpm. */
const payloads = new Map([
  ['none', 'w0.gzdio'],
  ['gzip', 'w9.gzdio'],
  ['xzmt', 'w9T.xzdio'],
]);

/**
 * electron-builder gives Debian's name, and fpm translates it.
 * @param {string} architecture
 */
export const rpmArchitecture = (architecture) => (architecture === 'amd64' ? 'x86_64' : architecture);

/**
 * @param {LinuxPackage} contents
 * @param {readonly string[]} files the lines of %files
 * @returns {string} a spec file, in which nothing is built and no dependency is guessed
 */
export function rpmSpec({ name, version, maintainer, description, values }, files) {
  const payload = payloads.get(values['rpm-compression'] ?? 'gzip');
  if (!payload) throw new Error(`the compression "${values['rpm-compression']}" is not known`);
  const [summary = ''] = description.split('\n');
  return [
    '%define debug_package %{nil}',
    '%define __os_install_post %{nil}',
    '%define _build_id_links none',
    `%define _binary_payload ${payload}`,
    '',
    ...[
      ['Name', name],
      ['Version', version],
      ['Release', values.iteration ?? '1'],
      ['Summary', values['rpm-summary'] ?? summary],
      ['License', values.license ?? 'unknown'],
      ['Vendor', values.vendor],
      ['URL', values.url],
      ['Packager', maintainer],
      ['Group', values.category],
      ['AutoReqProv', 'no'],
      ...(values.d ?? []).map((dependency) => ['Requires', dependency]),
    ]
      .filter(([, value]) => value)
      .map(([field, value]) => `${field}: ${escapeMacros(value ?? '')}`),
    '',
    '%description',
    escapeMacros(description),
    ...script('post', values['after-install']),
    ...script('postun', values['after-remove']),
    '',
    '%files',
    '%defattr(-,root,root,-)',
    ...files,
    '',
  ].join('\n');
}

/**
 * @param {string} section
 * @param {string | undefined} path of the script
 */
const script = (section, path) => (path ? ['', `%${section}`, escapeMacros(readFileSync(path, 'utf8'))] : []);

/** @param {string} value in which rpmbuild is to expand no macro */
const escapeMacros = (value) => value.replaceAll('%', '%%');

/**
 * @param {LinuxPackage} contents
 * @param {string} root of the files to install
 * @param {string} folder for what rpmbuild writes
 */
export function writeRpm(contents, root, folder) {
  const spec = join(folder, `${contents.name}.spec`);
  writeFileSync(spec, rpmSpec(contents, listFiles(root, contents.values.directories ?? [])));
  const output = join(folder, 'packages');
  execFileSync('rpmbuild', [
    ...[
      '-bb',
      '--quiet',
      '--target',
      `${rpmArchitecture(contents.architecture)}-unknown-${contents.values['rpm-os'] ?? 'linux'}`,
      '--buildroot',
      root,
    ],
    ...['--define', `_topdir ${folder}`, '--define', `_rpmdir ${output}`, '--define', '_rpmfilename package.rpm', spec],
  ]);
  copyFileSync(join(output, 'package.rpm'), contents.file);
}

/**
 * Of the folders only those that the package owns, as fpm does it: it leaves the others, such as /usr/bin, where they are.
 * @param {string} root
 * @param {readonly string[]} ownedFolders
 */
function listFiles(root, ownedFolders) {
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = `/${relative(root, join(entry.parentPath, entry.name))}`;
    if (!entry.isDirectory()) return [`"${escapeMacros(path)}"`];
    return ownedFolders.some((folder) => path === folder || path.startsWith(`${folder}/`)) ? [`%dir "${escapeMacros(path)}"`] : [];
  });
}
