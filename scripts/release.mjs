// The steps of .github/workflows/release.yml between electron-builder and the draft (docs/releasing.md).
//   node scripts/release.mjs check-tag TAG         the tag has to be the version in package.json, which CHANGELOG.md describes, and there has to be a key
//                                                  for updates: what would stop the release at its end, or users for ever, stops it at its beginning
//   node scripts/release.mjs collect FROM TO       moves the packages and feeds; one that is too large to be downloaded is an error
//   node scripts/release.mjs notes TAG FILE        writes the section of this version in CHANGELOG.md
//   node scripts/release.mjs checksums FOLDER FILE lists the SHA-256 of each file, but not of the feeds: they are signed, and change with the rollout

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, rejectCommandLine } from './command-line.mjs';
import { repoPath } from './paths.mjs';

/** Of each download; docs/performance.md has the sizes. */
const maxPackageBytes = 110e6;

const feedName = /^latest[\w-]*\.yml$/;
const packageName = /\.(exe|zip|dmg|deb|rpm|AppImage|tar\.xz|blockmap)$/;

/** @param {string} tag */
function checkTag(tag) {
  const { version } = JSON.parse(readFileSync(repoPath('package.json'), 'utf8'));
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not the version ${version} of package.json.`);
  readNotes(tag);
  const { publicKeys } = JSON.parse(readFileSync(repoPath('main', 'desktop', 'updates', 'update-feed.json'), 'utf8'));
  if (publicKeys.length === 0)
    throw new Error(
      'The program has no key for updates, so what is released could never be updated: node scripts/update-feed.mjs new-key (docs/releasing.md).',
    );
}

/**
 * @param {string} from
 * @param {string} to
 */
function collect(from, to) {
  const names = readdirSync(from).filter((name) => packageName.test(name) || feedName.test(name));
  if (!names.some((name) => feedName.test(name))) throw new Error(`${from} contains no update feed.`);
  const tooLarge = names
    .map((name) => ({ name, bytes: statSync(join(from, name)).size }))
    .filter(({ bytes }) => bytes > maxPackageBytes)
    .map(({ name, bytes }) => `${name} (${(bytes / 1e6).toFixed(1)} MB)`);
  if (tooLarge.length > 0) throw new Error(`Larger than ${maxPackageBytes / 1e6} MB: ${tooLarge.join(', ')}`);
  mkdirSync(to, { recursive: true });
  for (const name of names) renameSync(join(from, name), join(to, name));
  console.log(`Collected: ${names.sort().join(', ')}`);
}

/** @param {string} tag */
function readNotes(tag) {
  const version = tag.replace(/^v/, '');
  const sections = readFileSync(repoPath('CHANGELOG.md'), 'utf8').split(/^(?=## \[)/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`));
  if (!section) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return section;
}

/**
 * @param {string} tag
 * @param {string} file
 */
const writeNotes = (tag, file) => writeFileSync(file, readNotes(tag));

/**
 * @param {string} folder
 * @param {string} file
 */
function writeChecksums(folder, file) {
  const names = readdirSync(folder).filter((name) => !feedName.test(name));
  const lines = names.sort().map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return `${hash}  ${name}\n`;
  });
  writeFileSync(file, lines.join(''));
}

const steps = { 'check-tag': checkTag, collect, notes: writeNotes, checksums: writeChecksums };

const usage = 'node scripts/release.mjs check-tag TAG | collect FROM TO | notes TAG FILE | checksums FOLDER FILE';
const {
  positionals: [name = '', first = '', second = ''],
} = readCommandLine(usage, { allowPositionals: true });
const step = Object.entries(steps).find(([command]) => command === name)?.[1];
if (!step || !first || (second === '' && step !== checkTag)) rejectCommandLine(usage, 'A step and its arguments are needed.');
try {
  step(first, second);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
