/**
 * The service on the network: on this machine alone, unless a host is given in so many words. Closing it lets the requests that
 * have come be answered, then cuts what is left.
 */
import type { Server } from 'node:http';
import { isLoopback } from '../../shared/loopback.ts';
import { Problem } from '../../shared/problem.ts';
import type { Limits, Line } from './http-server.ts';
import { addressesOf, ownNames, urlOf } from './own-names.ts';
import { Traffic } from './traffic.ts';

/** Milliseconds that requests have for being answered while a listener closes: a process that is told to end has five seconds. */
const patience = 3000;
const attempts = 10;

export interface Listener {
  readonly url: string;
  readonly port: number;
  close(wait?: number): Promise<void>;
}

export interface ListenOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly host?: string | undefined;
  readonly handle: Line['handle'];
  readonly log: (line: string) => void;
  readonly limits?: Partial<Limits>;
}

/** Throws a Problem `busy` where the port is taken, `invalid` where the host is none of this machine. */
export async function listen({ port, host, handle, log, limits }: ListenOptions): Promise<Listener> {
  // Most who write stories never open it: not loaded at the start.
  const { httpServer, usualLimits } = await import('./http-server.ts');
  const traffic = new Traffic();
  const line: Line = {
    handle,
    traffic,
    log,
    isOurs: ownNames(host),
    limits: { ...usualLimits, ...limits },
  };
  const { servers, port: given } = await bindAll(host, port, () => httpServer(line));
  const url = urlOf(host, given);
  log(`The service listens on ${url}.`);
  if (host !== undefined && !isLoopback(host))
    log(`WARNING: the service listens on ${host}: other machines can reach it, and what they send is not encrypted.`);
  return {
    url,
    port: given,
    async close(wait = patience) {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      await traffic.end(wait);
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
      log(`The service no longer listens on ${url}.`);
    },
  };
}

/** The same port on all addresses; a free one is free on all of them. */
async function bindAll(host: string | undefined, port: number, make: () => Server): Promise<{ servers: Server[]; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    let given = port;
    try {
      for (const { address, optional } of addressesOf(host)) {
        const server = await bind(make(), address, given, optional);
        if (!server) continue;
        servers.push(server);
        given = portOf(server);
      }
      return { servers, port: given };
    } catch (error) {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code !== 'EADDRINUSE' || port !== 0 || attempt === attempts) throw problemOf(error, code, host, given);
    }
  }
}

/** Nothing where an address that need not be there is not. */
function bind(server: Server, address: string, port: number, optional: boolean): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (optional && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')) resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host: address, exclusive: true }, () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

function problemOf(cause: unknown, code: string, host: string | undefined, port: number): unknown {
  if (code === 'EADDRINUSE') return new Problem('busy', `Port ${port} is taken by another program. Please choose another one.`, { cause });
  if (code === 'EACCES') return new Problem('busy', `This user may not use port ${port}. Please choose one from 1024 up.`, { cause });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new Problem('invalid', `This machine has no address ${host}.`, { errors: { host: 'is no address of this machine' }, cause });
  return cause;
}
