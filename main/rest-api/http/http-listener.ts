/**
 * Listens for HTTP requests: on loopback only, unless a host is given explicitly. When it closes, requests that have arrived are answered
 * before the remaining connections are closed.
 */

import type { Server } from 'node:http';
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { listen } from '../../platform/listen.ts';
import { ActiveRequests } from './active-requests.ts';
import type { HttpLimits, HttpServerOptions } from './http-server.ts';
import { bindAddresses, createHostMatcher, listenerUrl } from './local-addresses.ts';

/** Milliseconds in which open requests may end when a listener closes: a process that receives SIGTERM has five seconds. */
const closeTimeout = 3000;
const maxBindAttempts = 10;

export interface HttpListener {
  readonly url: string;
  readonly port: number;
  close(wait?: number): Promise<void>;
}

export interface HttpListenerOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host?: string | undefined;
  readonly handle: HttpServerOptions['handle'];
  readonly log: (line: string) => void;
  readonly limits?: Partial<HttpLimits>;
}

/** Throws a Problem: `busy` if the port is in use, `invalid` if the host is not an address of this machine. */
export async function startHttpListener({ port, host, handle, log, limits }: HttpListenerOptions): Promise<HttpListener> {
  // Loaded on demand, because most users never start the server.
  const { createHttpServer, defaultHttpLimits } = await import('./http-server.ts');
  const activeRequests = new ActiveRequests();
  const line: HttpServerOptions = {
    handle,
    activeRequests,
    log,
    isOwnHost: createHostMatcher(host),
    limits: { ...defaultHttpLimits, ...limits },
  };
  const { servers, port: boundPort } = await bindAll({ host, port, log }, () => createHttpServer(line));
  const url = listenerUrl(host, boundPort);
  log(`The service listens on ${url}.`);
  if (host !== undefined && !isLoopbackHost(host))
    log(`WARNING: the service listens on ${host}: other machines can reach it, and what they send is not encrypted.`);
  return {
    url,
    port: boundPort,
    async close(wait = closeTimeout) {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      await activeRequests.drain(wait);
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
      log(`The service no longer listens on ${url}.`);
    },
  };
}

/** Binds the same port on all addresses. A port that is chosen automatically must be free on all of them. */
async function bindAll(
  { host, port, log }: Pick<HttpListenerOptions, 'host' | 'port' | 'log'>,
  make: () => Server,
): Promise<{ servers: Server[]; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    let boundPort = port;
    try {
      for (const { address, optional } of bindAddresses(host)) {
        const server = await bind(make(), { address, port: boundPort, optional, log });
        if (!server) continue;
        servers.push(server);
        boundPort = portOf(server);
      }
      return { servers, port: boundPort };
    } catch (error) {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      const code = errorCodeOf(error) ?? '';
      if (code !== 'EADDRINUSE' || port !== 0 || attempt === maxBindAttempts) throw toBindProblem(error, code, host, boundPort);
    }
  }
}

/** Undefined if an optional address does not exist on this machine. */
async function bind(
  server: Server,
  { address, port, optional, log }: { address: string; port: number; optional: boolean; log: HttpListenerOptions['log'] },
): Promise<Server | undefined> {
  try {
    await listen(server, { port, host: address, exclusive: true }, log);
    return server;
  } catch (error) {
    if (optional && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** The port of a server that is listening. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

function toBindProblem(cause: unknown, code: string, host: string | undefined, port: number): unknown {
  if (code === 'EADDRINUSE') return new Problem('busy', message('problem.rest.portTaken', { port }), { cause });
  if (code === 'EACCES') return new Problem('busy', message('problem.rest.portNotPermitted', { port }), { cause });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new Problem('invalid', message('problem.rest.noSuchAddress', { host: String(host) }), {
      errors: { host: message('fault.host') },
      cause,
    });
  return cause;
}
