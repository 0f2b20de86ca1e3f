/**
 * The secret of the page in the browser shell. Cookies do not distinguish ports, so another server on this computer can receive the cookie of
 * the session. It never receives this secret: the connection of the page contains it in its handshake (page-connection.ts), requests contain it in
 * a header, and addresses that only an element can load (`<img>`, `<audio>`) are signed with it for a short time (signed-address.ts). See
 * docs/adr/0180-secret-of-the-page.md.
 */

/** The header of each request that the page sends by `fetch`. */
export const pageSecretHeader = 'x-taleport-page';

/** Where a tab keeps its secret in `sessionStorage`, so that a reload works. The page that a printed address opens puts it there. */
export const pageSecretStorageKey = 'taleport.pageSecret';
