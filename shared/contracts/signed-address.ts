/** Addresses that were signed with the secret of the page (page-secret.ts), each for one path and a short time. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** In milliseconds. A signed address stays the same for this period, so that the browser can cache what it loads, and is valid for at most twice as long. */
export const signedAddressPeriod = 60 * 60 * 1000;

/** `path` is encoded as in an address; `now` is in milliseconds. */
export function createSignedAddress(secret: string, path: string, now: number): string {
  const expires = String((Math.floor(now / signedAddressPeriod) + 2) * signedAddressPeriod);
  return `${path}?${new URLSearchParams({ expires, signature: signPath(secret, path, expires) })}`;
}

/** `expires` as it is in the address, in milliseconds. */
export const signPath = (secret: string, path: string, expires: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`${expires} ${path}`)));
