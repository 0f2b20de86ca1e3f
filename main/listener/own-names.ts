/** Where a listener binds, and the names under which it may be asked: no other Host is ours, so no page can bind a name of its own to us. */
import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

const loopback = ['127.0.0.1', 'localhost', '::1'];
const everywhere = ['0.0.0.0', '::'];

/** `optional`: a machine may lack it. Without a host in so many words it is this machine alone. */
export const addressesOf = (host: string | undefined): { address: string; optional: boolean }[] =>
  host === undefined || host === 'localhost'
    ? [
        { address: '127.0.0.1', optional: false },
        { address: '::1', optional: true },
      ]
    : [{ address: bare(host), optional: false }];

export const urlOf = (host: string | undefined, port: number): string =>
  `http://${host === undefined || host === 'localhost' || everywhere.includes(bare(host)) ? '127.0.0.1' : inUrl(host)}:${port}`;

/** Tells of a Host header at a port whether it names us. The addresses of this machine count only where we listen on all of them. */
export function ownNames(host: string | undefined): (header: string, port: number) => boolean {
  const all = host !== undefined && everywhere.includes(bare(host));
  const names = [...loopback, ...(host === undefined ? [] : [host])];
  const known = new Map<number, Set<string>>();
  return (header, port) => {
    const name = header.toLowerCase();
    const here = known.get(port) ?? headersFor(names, port);
    known.set(port, here);
    return here.has(name) || (all && headersFor(machineNames(), port).has(name));
  };
}

/** A client leaves the port out where it is the usual one. */
const headersFor = (names: readonly string[], port: number): Set<string> =>
  new Set(names.map(inUrl).flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));

const machineNames = (): string[] => [
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
];

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
const inUrl = (host: string): string => (isIPv6(bare(host)) ? `[${bare(host)}]` : bare(host));
