// Signs the feeds of a release (`latest*.yml`, written by electron-builder), so that installed programs accept them: docs/releasing.md.
//   node scripts/update-feed.mjs new-key FILE                       a new key pair: the private key in FILE, the public one in the program
//   node scripts/update-feed.mjs sign FOLDER [--notes F] [--rollout N]   signs every feed in FOLDER with the key in UPDATE_SIGNING_KEY

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, rejectCommandLine } from './command-line.mjs';
import { isMainModule, repoPath } from './paths.mjs';

const feedFile = repoPath('main', 'desktop', 'updates', 'update-feed.json');
const signatureStart = '# ed25519: ';

/**
 * The feed with its signature as its last line; one that it has is replaced.
 * @param {string} feed
 * @param {import('node:crypto').KeyObject} privateKey
 */
export function signFeed(feed, privateKey) {
  const unsigned = `${feed
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith(signatureStart))
    .join('\n')}\n`;
  return `${unsigned}${signatureStart}${sign(null, Buffer.from(unsigned), privateKey).toString('base64')}\n`;
}

/**
 * The feed with these notes and this percentage of users, in place of those that it has.
 * @param {string} feed
 * @param {{ notes?: string | undefined, rollout?: number | undefined }} options
 */
export function describeRelease(feed, { notes, rollout }) {
  const replaced = [...(notes === undefined ? [] : ['releaseNotes']), ...(rollout === undefined ? [] : ['stagingPercentage'])];
  // An entry reaches to the next line that is not indented.
  const kept = replaced.reduce(
    (text, key) => text.replace(new RegExp(`^${key}:.*\\n(?:[ \\t].*\\n|\\n)*`, 'm'), ''),
    `${feed.trimEnd()}\n`,
  );
  // A text in double quotes is the same in JSON and YAML.
  const added = [
    ...(notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(notes.trim())}\n`]),
    ...(rollout === undefined ? [] : [`stagingPercentage: ${rollout}\n`]),
  ];
  return kept + added.join('');
}

/** @param {import('node:crypto').KeyObject} key */
const encodePublicKey = (key) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const readFeedSettings = () => JSON.parse(readFileSync(feedFile, 'utf8'));

/** @param {string} file */
function createKey(file) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  const settings = readFeedSettings();
  settings.publicKeys = [encodePublicKey(publicKey), ...settings.publicKeys];
  writeFileSync(feedFile, `${JSON.stringify(settings, null, 2)}\n`);
  console.log(`The private key is in ${file}: keep it secret. The public key has been added to ${feedFile}.`);
}

/**
 * @param {string} folder
 * @param {{ notes?: string | undefined, rollout?: string | undefined }} options
 */
function signFeeds(folder, { notes, rollout }) {
  const key = createPrivateKey(process.env.UPDATE_SIGNING_KEY ?? '');
  if (!readFeedSettings().publicKeys.includes(encodePublicKey(createPublicKey(key))))
    throw new Error(
      `The key in UPDATE_SIGNING_KEY does not belong to a public key in ${feedFile}: no installed program would accept the feed.`,
    );
  const percentage = rollout === undefined ? undefined : Number(rollout);
  if (percentage !== undefined && !(Number.isInteger(percentage) && percentage >= 0 && percentage <= 100))
    throw new Error('--rollout takes a percentage: an integer from 0 to 100');
  const options = { notes: notes === undefined ? undefined : readFileSync(notes, 'utf8'), rollout: percentage };
  const feeds = readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name));
  if (feeds.length === 0) throw new Error(`${folder} contains no latest*.yml`);
  for (const name of feeds) {
    const file = join(folder, name);
    writeFileSync(file, signFeed(describeRelease(readFileSync(file, 'utf8'), options), key));
    console.log(`Signed: ${file}`);
  }
}

if (isMainModule(import.meta.url)) {
  const usage = 'node scripts/update-feed.mjs new-key FILE | sign FOLDER [--notes FILE] [--rollout PERCENT]';
  const { positionals, values } = readCommandLine(usage, {
    allowPositionals: true,
    options: { notes: { type: 'string' }, rollout: { type: 'string' } },
  });
  const [command, place] = positionals;
  try {
    if (command === 'new-key' && place) createKey(place);
    else if (command === 'sign' && place) signFeeds(place, values);
    else rejectCommandLine(usage, 'A command and its file or folder are needed.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
