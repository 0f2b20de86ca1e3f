// The notices of third-party software: which packages are in the built app, and the text of each one's licence. A plugin of the build collects
// the packages of the three bundles and writes one file, which the window shows and the package contains.
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repoPath } from './paths.mjs';

/** @typedef {{ name: string, version: string, license: string, text: string }} Notice */

const noticesFileName = 'third-party-notices.txt';

/** Electron is the runtime; Vite and Rolldown add helpers of their own to each bundle, which have no path in node_modules. */
const toolsInTheApp = ['electron', 'rolldown', 'vite'];

/** Licences (SPDX) that allow shipping with nothing more than the notice. A licence that is not listed fails the build. */
const shippable = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Whether the app may be shipped under one choice that an SPDX expression offers: `A OR B` needs one of them, `A AND B` both. `WITH` and
 * anything that is not an expression are rejected.
 * @param {string} expression
 * @returns {boolean}
 */
export function isShippable(expression) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  /** @returns {boolean} */
  const readTerm = () => {
    if (tokens[at] !== '(') return shippable.has(tokens[at++] ?? '');
    at += 1;
    const isGroupShippable = readAlternatives();
    return tokens[at++] === ')' && isGroupShippable;
  };
  /** @returns {boolean} */
  const readConjunction = () => {
    let all = readTerm();
    while (tokens[at] === 'AND') {
      at += 1;
      all = readTerm() && all;
    }
    return all;
  };
  /** @returns {boolean} */
  const readAlternatives = () => {
    let any = readConjunction();
    while (tokens[at] === 'OR') {
      at += 1;
      any = readConjunction() || any;
    }
    return any;
  };
  const result = readAlternatives();
  return result && at === tokens.length;
}

/**
 * The folder of the package that a module belongs to; undefined for modules of the app.
 * @param {string} id of a module, as Rolldown names it
 * @returns {string | undefined}
 */
export function packageFolderOf(id) {
  const path = id.replaceAll('\\', '/');
  const [, inModules] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(path) ?? [];
  return inModules;
}

/**
 * The folders of the packages that electron-builder packs: those of `dependencies`, and what these depend on.
 * @returns {string[]}
 */
function packedPackageFolders() {
  const lock = JSON.parse(readFileSync(repoPath('package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .map(([path]) => repoPath(path))
    .filter((folder) => existsSync(folder));
}

/**
 * Throws where the licence is unknown, has no text, or does not allow shipping.
 * @param {string} folder of a package
 * @returns {Notice}
 */
function readNotice(folder) {
  const { name = basename(folder), version, license: stated, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // The form of old packages: a list to choose from.
  const license = stated ?? (Array.isArray(licenses) ? licenses.map(({ type }) => type).join(' OR ') : undefined);
  if (typeof license !== 'string' || !isShippable(license))
    throw new Error(`${name} ${version} cannot be shipped: its licence is ${JSON.stringify(license) ?? 'not stated'}.`);
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
  const added = repoPath('build', 'licenses', `${name.replace('/', '__')}.txt`);
  if (texts.length === 0 && existsSync(added)) texts.push(readFileSync(added, 'utf8'));
  if (texts.length === 0) throw new Error(`${name} ${version} contains no licence text: add ${added}.`);
  return { name, version, license, text: texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n') };
}

/**
 * The notices by name, each version once. Throws with all faults.
 * @param {readonly string[]} folders
 * @returns {Notice[]}
 */
export function readNotices(folders) {
  /** @type {Map<string, Notice>} */
  const notices = new Map();
  const faults = [];
  for (const folder of folders) {
    try {
      const notice = readNotice(folder);
      notices.set(`${notice.name} ${notice.version}`, notice);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return [...notices.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice);
}

/**
 * @param {readonly Notice[]} notices
 * @returns {string}
 */
export function renderNotices(notices) {
  const line = '-'.repeat(80);
  const sections = notices.map(({ name, version, license, text }) => `${line}\n${name} ${version} (${license})\n${line}\n\n${text}\n`);
  return `Taleport contains the following third-party software.\n\nThe notices of Chromium are in the file LICENSES.chromium.html next to the program.\n\n${sections.join('\n')}`;
}

/**
 * The plugin for one of the bundles. They are built one after the other in one process: the last one, which says so, writes the file, once for
 * the window and once for beside the program. electron-builder puts a file into one of the two places only.
 * @returns {(options?: { writes: true }) => import('vite').Plugin}
 */
export function collectNotices() {
  const folders = new Set([...toolsInTheApp.map((name) => repoPath('node_modules', name)), ...packedPackageFolders()]);
  return (options) => ({
    name: 'third-party-notices',
    apply: 'build',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const folder = packageFolderOf(id);
        if (folder !== undefined) folders.add(folder);
      }
      if (!options?.writes) return;
      this.emitFile({ type: 'asset', fileName: noticesFileName, source: renderNotices(readNotices([...folders])) });
    },
    writeBundle({ dir }) {
      if (options?.writes && dir) copyFileSync(join(dir, noticesFileName), join(dir, '..', noticesFileName));
    },
  });
}
