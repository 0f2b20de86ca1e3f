/**
 * Verifies the signature of a release feed (`latest*.yml`): its last line, a YAML comment, which signs all bytes before that line. The feed
 * contains the SHA-512 of each file of the release, so one signature covers them all. scripts/update-feed.mjs signs.
 */
import { createPublicKey, verify } from 'node:crypto';

const signatureLine = /^# ed25519: ([A-Za-z0-9+/]{86}==)\n?$/;

/** `publicKeys` are in SPKI DER as base64. Any of them may have signed, so that a key can be replaced by another one. */
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
