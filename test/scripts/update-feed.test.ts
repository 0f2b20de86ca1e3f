import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFeedSigned, releaseFeed } from '../../main/desktop/updates/update-feed.ts';
import { describeRelease, signFeed } from '../../scripts/update-feed.mjs';

const createKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, encoded: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') };
};
const [key, next] = [createKey(), createKey()];
/** As electron-builder writes it. */
const feed = `version: 1.3.0
files:
  - url: Taleport-1.3.0.AppImage
    sha512: abc==
    size: 10
path: Taleport-1.3.0.AppImage
releaseNotes: |-
  ### Old

  - notes
releaseDate: '2026-11-22T10:00:00.000Z'
`;

describe('a signed feed', () => {
  test('is accepted with any key of the program, and with no other', () => {
    const signed = signFeed(feed, key.privateKey);
    expect(isFeedSigned(signed, [key.encoded])).toBe(true);
    expect(isFeedSigned(signed, [next.encoded, key.encoded])).toBe(true);
    expect(isFeedSigned(signed, [next.encoded])).toBe(false);
    expect(isFeedSigned(signed, [])).toBe(false);
    expect(isFeedSigned(feed, [key.encoded])).toBe(false);
    expect(isFeedSigned('', [key.encoded])).toBe(false);
  });

  test('has nothing after its signature, and nothing changed before it', () => {
    const signed = signFeed(feed, key.privateKey);
    expect(isFeedSigned(`${signed}stagingPercentage: 100\n`, [key.encoded])).toBe(false);
    expect(isFeedSigned(signed.replace('1.3.0', '1.3.1'), [key.encoded])).toBe(false);
    expect(isFeedSigned(`extra: 1\n${signed}`, [key.encoded])).toBe(false);
  });

  test('can be signed again with another key', () => {
    const again = signFeed(signFeed(feed, key.privateKey), next.privateKey);
    expect(again).toBe(signFeed(feed, next.privateKey));
    expect(isFeedSigned(again, [next.encoded])).toBe(true);
  });

  test('gets the notes and the percentage of a release, in place of those that it had', () => {
    const once = describeRelease(feed, { notes: '### New\n\n- “Quotes”: kept\n', rollout: 10 });
    expect(once).toBe(
      `${feed.slice(0, feed.indexOf('releaseNotes'))}releaseDate: '2026-11-22T10:00:00.000Z'\nreleaseNotes: "### New\\n\\n- “Quotes”: kept"\nstagingPercentage: 10\n`,
    );
    expect(describeRelease(once, { rollout: 0 })).toBe(once.replace('Percentage: 10', 'Percentage: 0'));
    expect(describeRelease(feed, {})).toBe(feed);
  });
});

test('electron-builder and the program name the same address', () => {
  const [, address] =
    /^publish:\n {2}provider: generic\n {2}url: (.+)$/m.exec(
      readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8'),
    ) ?? [];
  expect(address).toBe(releaseFeed.url);
});
