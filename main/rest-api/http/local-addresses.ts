/** The addresses to which a listener binds, and the Host names that it accepts: any other Host may be DNS rebinding by a web page. */

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

const loopbackNames = ['127.0.0.1', 'localhost', '::1'];
const wildcardAddresses = ['0.0.0.0', '::'];

/** `optional`: the machine may lack the address. Without an explicit host, only loopback addresses are bound. */
export const bindAddresses = (host: string | undefined): { address: string; optional: boolean }[] =>
  host === undefined || host === 'localhost'
    ? [
        { address: '127.0.0.1', optional: false },
        { address: '::1', optional: true },
      ]
    : [{ address: withoutBrackets(host), optional: false }];

export const listenerUrl = (host: string | undefined, port: number): string =>
  `http://${host === undefined || host === 'localhost' || wildcardAddresses.includes(withoutBrackets(host)) ? '127.0.0.1' : toUrlHost(host)}:${port}`;

/**
 * Returns a function that checks whether a Host header refers to this listener. The machine's addresses are only accepted if it listens on
 * all of them.
 */
export function createHostMatcher(host: string | undefined): (header: string, port: number) => boolean {
  const all = host !== undefined && wildcardAddresses.includes(withoutBrackets(host));
  const names = [...loopbackNames, ...(host === undefined ? [] : [host])];
  const known = new Map<number, Set<string>>();
  return (header, port) => {
    const name = header.toLowerCase();
    const hostHeaders = known.get(port) ?? hostHeadersFor(names, port);
    known.set(port, hostHeaders);
    return hostHeaders.has(name) || (all && hostHeadersFor(machineNames(), port).has(name));
  };
}

/** Clients omit the default port. */
const hostHeadersFor = (names: readonly string[], port: number): Set<string> =>
  new Set(names.map(toUrlHost).flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));

const machineNames = (): string[] => [
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
];

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
const toUrlHost = (host: string): string => (isIPv6(withoutBrackets(host)) ? `[${withoutBrackets(host)}]` : withoutBrackets(host));

/** The Problem of a request that must be rejected; undefined if it is accepted. */
export function validateHostAndOrigin(incoming: IncomingMessage, isOurs: (host: string, port: number) => boolean): Problem | undefined {
  const { headers, rawHeaders, url, method, socket } = incoming;
  const { host, origin } = headers;
  if (host === undefined || countHostHeaders(rawHeaders) > 1) return new Problem('invalid', message('problem.rest.hostNeeded'));
  if (!isOurs(host, socket.localPort ?? 0)) return new Problem('forbidden', message('problem.rest.foreignHost'));
  if (!url?.startsWith('/') && !(method === 'OPTIONS' && url === '*')) return new Problem('invalid', message('problem.rest.pathNeeded'));
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return new Problem('forbidden', message('problem.rest.webPage'));
  return undefined;
}

/** Counted because Node silently uses the first of several Host headers. */
function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
