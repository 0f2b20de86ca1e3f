/**
 * The secret of the page in the browser shell. Cookies do not distinguish ports, so another server on this computer can receive the cookie of
 * the session. It never receives this secret: calls contain it in a header, and addresses that only an element can load (`<img>`, `<audio>`) are
 * signed with it for a short time (signed-address.ts). See docs/adr/0180-secret-of-the-page.md.
 */

/** The header of each request that the page sends by `fetch`. */
export const pageSecretHeader = 'x-taleport-page';

/** The secret is given in the fragment of an address, which browsers do not send to any server. */
export const formatPageSecretFragment = (secret: string): string => `#page-secret=${secret}`;

/** The secret in the fragment of an address; null in any other fragment. */
export const parsePageSecretFragment = (fragment: string): string | null => /^#page-secret=([\w-]+)$/.exec(fragment)?.[1] ?? null;
