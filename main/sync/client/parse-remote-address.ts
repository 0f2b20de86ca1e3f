/** Normalizes the address of a remote that a user entered to the base URL of requests. */
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { invalidFieldProblem } from '../../../shared/problem.ts';

/** The address before `/api/v1`, without a slash at its end. Throws an `invalid` at `url`, with what is wrong. */
export function parseRemoteAddress(text: string): string {
  const written = text.trim();
  if (!URL.canParse(written))
    throw invalidFieldProblem('url', 'is not an address: it begins with https:// and goes on with the name of the server');
  const url = new URL(written);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalidFieldProblem('url', 'must begin with https://');
  if (url.username !== '' || url.password !== '')
    throw invalidFieldProblem('url', 'must not hold a name or password: the key says who you are');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw invalidFieldProblem(
      'url',
      'must begin with https://, else anybody on the way could read the key; http:// is only for this very machine',
    );
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '');
  return `${url.origin}${path}`;
}
