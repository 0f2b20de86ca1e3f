/** Normalizes the address of a remote that a user has entered to the base URL of requests. */
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../../shared/problem.ts';

/** The address before `/api/v1`, without a trailing slash. Throws a Problem `invalid` at `url`. */
export function parseRemoteAddress(text: string): string {
  const written = text.trim();
  if (!URL.canParse(written)) throw invalidFieldProblem('url', message('problem.remote.notAddress'));
  const url = new URL(written);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalidFieldProblem('url', message('problem.remote.notHttps'));
  if (url.username !== '' || url.password !== '') throw invalidFieldProblem('url', message('problem.remote.addressWithLogin'));
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw invalidFieldProblem('url', message('problem.remote.insecureAddress'));
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api(\/v1)?$/, '');
  return `${url.origin}${path}`;
}
