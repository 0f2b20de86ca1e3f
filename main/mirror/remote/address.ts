/** The address of a remote: what people write, as what requests begin with. */
import { isLoopback } from '../../../shared/loopback.ts';
import { invalid } from '../../../shared/problem.ts';

/** The address before `/api/v1`, without a slash at its end. Throws an `invalid` at `url`, with what is wrong. */
export function remoteAddress(text: string): string {
  const written = text.trim();
  if (!URL.canParse(written)) throw invalid('url', 'is not an address: it begins with https:// and goes on with the name of the server');
  const url = new URL(written);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('url', 'must begin with https://');
  if (url.username !== '' || url.password !== '') throw invalid('url', 'must not hold a name or password: the key says who you are');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw invalid('url', 'must begin with https://, else anybody on the way could read the key; http:// is only for this very machine');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '');
  return `${url.origin}${path}`;
}
