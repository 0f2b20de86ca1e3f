/**
 * Validates Host and Origin. Web pages can send requests to this machine: the Host must be one of our names (else it is DNS rebinding), and no
 * Origin but our own is accepted, because a page must never hold a key.
 */
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../../shared/problem.ts';

/** undefined for a request that is accepted. */
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

/** Node silently keeps the first of several Host headers. */
function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
