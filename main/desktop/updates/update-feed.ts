/**
 * The address of updates, and the keys that sign their feed. A program that is not packed has none, unless a file for testing them is configured.
 */

import { createPublicKey, verify } from 'node:crypto';
import { readJsonFileSync } from '../../platform/untrusted-file.ts';
import ownFeed from './update-feed.json' with { type: 'json' };

export interface UpdateFeed {
  readonly url: string;
  /** The page with packages that the user installs manually. */
  readonly downloadPage: string;
  /** SPKI DER as base64. If it is empty, nothing can be verified, so there are no checks. */
  readonly publicKeys: readonly string[];
}

/** The feed of this program's releases. */
export const releaseFeed: UpdateFeed = ownFeed;

/** Reads a file like update-feed.json, which TALEPORT_UPDATE_FEED names in development. Missing fields have the values of a release. */
export const readDevelopmentFeed = (file: string): UpdateFeed => ({ ...releaseFeed, ...Object(readJsonFileSync(file)) });

const signatureLine = /^# ed25519: ([A-Za-z0-9+/]{86}==)\n?$/;

/**
 * Verifies the signature of a release feed (`latest*.yml`): its last line, a YAML comment, which signs all bytes before that line. The feed
 * contains the SHA-512 of each file of the release, so one signature covers them all; scripts/update-feed.mjs signs. `publicKeys` are in SPKI
 * DER as base64. Any of them may have signed, so that a key can be replaced by another one.
 */
export function isFeedSigned(feed: string, publicKeys: readonly string[]): boolean {
  const start = feed.trimEnd().lastIndexOf('\n') + 1;
  const [, signature] = signatureLine.exec(feed.slice(start)) ?? [];
  if (signature === undefined) return false;
  const signed = Buffer.from(feed.slice(0, start), 'utf8');
  return publicKeys.some((key) =>
    verify(
      null,
      signed,
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64'),
    ),
  );
}
