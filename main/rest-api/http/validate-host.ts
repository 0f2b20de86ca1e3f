/**
 * Who may ask at all, by Host and Origin alone. A page in a browser can send requests to this machine: the name it uses must be
 * ours (else a foreign name was bound to us), and a page is never the one to hold a key, so no Origin but our own is let in.
 */
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../../shared/problem.ts';

/** Nothing for a request that may go on. */
export function validateHostAndOrigin(incoming: IncomingMessage, isOurs: (host: string, port: number) => boolean): Problem | undefined {
  const { headers, rawHeaders, url, method, socket } = incoming;
  const { host, origin } = headers;
  if (host === undefined || countHostHeaders(rawHeaders) > 1)
    return new Problem('invalid', 'A request names its host, once, in the header Host.');
  if (!isOurs(host, socket.localPort ?? 0))
    return new Problem('forbidden', 'The header Host names another machine: this service answers to its own address only.');
  if (!url?.startsWith('/') && !(method === 'OPTIONS' && url === '*'))
    return new Problem('invalid', 'A request asks for a path that begins with /.');
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return new Problem('forbidden', 'Web pages may not use this service: keys do not belong into a browser.');
  return undefined;
}

/** Node keeps the first of several and says nothing. */
function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
