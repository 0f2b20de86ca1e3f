/** Where a listener binds, and the names under which it may be asked: no other Host is ours, so no page can bind a name of its own to us. */
import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

const loopbackNames = ['127.0.0.1', 'localhost', '::1'];
const wildcardAddresses = ['0.0.0.0', '::'];

/** `optional`: a machine may lack it. Without a host in so many words it is this machine alone. */
export const bindAddresses = (host: string | undefined): { address: string; optional: boolean }[] =>
  host === undefined || host === 'localhost'
    ? [
        { address: '127.0.0.1', optional: false },
        { address: '::1', optional: true },
      ]
    : [{ address: withoutBrackets(host), optional: false }];

export const listenerUrl = (host: string | undefined, port: number): string =>
  `http://${host === undefined || host === 'localhost' || wildcardAddresses.includes(withoutBrackets(host)) ? '127.0.0.1' : toUrlHost(host)}:${port}`;

/** Tells of a Host header at a port whether it names us. The addresses of this machine count only where we listen on all of them. */
export function createHostMatcher(host: string | undefined): (header: string, port: number) => boolean {
  const all = host !== undefined && wildcardAddresses.includes(withoutBrackets(host));
  const names = [...loopbackNames, ...(host === undefined ? [] : [host])];
  const known = new Map<number, Set<string>>();
  return (header, port) => {
    const name = header.toLowerCase();
    const here = known.get(port) ?? hostHeadersFor(names, port);
    known.set(port, here);
    return here.has(name) || (all && hostHeadersFor(machineNames(), port).has(name));
  };
}

/** A client leaves the port out where it is the usual one. */
const hostHeadersFor = (names: readonly string[], port: number): Set<string> =>
  new Set(names.map(toUrlHost).flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));

const machineNames = (): string[] => [
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
];

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
const toUrlHost = (host: string): string => (isIPv6(withoutBrackets(host)) ? `[${withoutBrackets(host)}]` : withoutBrackets(host));
