/**
 * Sends one request and reports its outcome, with undici and our own time-outs, proxies and certificates. Nothing is retried and no
 * redirect is followed. The only file that uses undici, which is loaded at the first request so that the program starts faster.
 */

import * as tls from 'node:tls';
import type { Dispatcher } from 'undici';
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { errorCodeOf } from '../../platform/errors.ts';

/** Milliseconds. */
export interface RequestTimeouts {
  readonly connect: number;
  readonly headers: number;
  /** Between two chunks of a response. */
  readonly body: number;
}
export const defaultTimeouts: RequestTimeouts = { connect: 10_000, headers: 30_000, body: 30_000 };

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  /** Milliseconds until the headers of the response; longer than usual while the server checks a large file. */
  readonly headersTimeout?: number | undefined;
}

export type TransportResult =
  /** No byte was sent: resolving the name, the connection or the certificate failed. */
  | { readonly type: 'notSent'; readonly reason: Message }
  /** The request may have arrived. */
  | { readonly type: 'noResponse'; readonly reason: Message }
  | {
      readonly type: 'response';
      readonly status: number;
      /** Header values by lower-case name. */
      readonly headers: Readonly<Record<string, string>>;
      /** Must be read or discarded. Throws if the transfer is interrupted. */
      readonly body: AsyncIterable<Uint8Array>;
      /** Discards the rest of the body. */
      readonly discard: () => void;
    };

interface HttpTransport {
  /** Never rejects. */
  exchange(request: TransportRequest): Promise<TransportResult>;
  close(): Promise<void>;
}

export function openHttpTransport(address: string, timeouts: RequestTimeouts): HttpTransport {
  const { hostname } = new URL(address);
  const load = async () => {
    const { Agent, EnvHttpProxyAgent, request } = await import('undici');
    const tls = { timeout: timeouts.connect, ca: trustedCertificates() };
    const options = { headersTimeout: timeouts.headers, bodyTimeout: timeouts.body, pipelining: 1, connections: 8, connect: tls };
    // Requests to this computer do not use a proxy.
    if (isLoopbackHost(hostname)) return { agent: new Agent(options), request };
    try {
      return { agent: new EnvHttpProxyAgent({ ...options, requestTls: tls, proxyTls: tls }), request };
    } catch (error) {
      throw new ProxyAddressError({ cause: error });
    }
  };
  let loaded: ReturnType<typeof load> | undefined;
  let isClosed = false;
  return {
    async exchange({ method, url, headers, body, headersTimeout }) {
      if (isClosed) return { type: 'notSent', reason: connectionClosedMessage };
      let begun = false;
      try {
        loaded ??= load();
        const { agent, request } = await loaded;
        const dispatcher = agent.compose(
          (dispatch) => (opts, handler) =>
            dispatch(
              opts,
              new SendObserver(handler, () => {
                begun = true;
              }),
            ),
        );
        const answer = await request(url, {
          dispatcher,
          method,
          headers: { ...headers },
          // undici also sends async iterables, but its types do not include all of them.
          body: (body ?? null) as never,
          ...(headersTimeout !== undefined && { headersTimeout }),
        });
        const { body: pieces, statusCode: status } = answer;
        // A reader of the body receives the error. Without a reader, it must not end the process.
        pieces.on('error', () => undefined);
        return { type: 'response', status, headers: flattenHeaders(answer.headers), body: pieces, discard: () => pieces.destroy() };
      } catch (error) {
        return { type: begun ? 'noResponse' : 'notSent', reason: networkErrorMessage(error) };
      }
    },
    async close() {
      isClosed = true;
      await loaded?.then(
        ({ agent }) => agent.destroy(),
        () => undefined,
      );
    },
  };
}

function flattenHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Reports when a request gets a connection, because its bytes are sent from then on. Forwards all other calls. */
class SendObserver implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #emit: () => void;

  constructor(handler: Dispatcher.DispatchHandler, emit: () => void) {
    this.#handler = handler;
    this.#emit = emit;
  }

  onRequestStart(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>): void {
    this.#emit();
    this.#handler.onRequestStart?.(...given);
  }

  onRequestUpgrade(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestUpgrade']>>): void {
    this.#handler.onRequestUpgrade?.(...given);
  }

  onResponseStart(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    this.#handler.onResponseStart?.(...given);
  }

  onResponseData(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseData']>>): void {
    this.#handler.onResponseData?.(...given);
  }

  onResponseEnd(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.#handler.onResponseEnd?.(...given);
  }

  onResponseError(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseError']>>): void {
    this.#handler.onResponseError?.(...given);
  }
}

/**
 * The reason why a request received no response, from the error codes of undici, Node and OpenSSL. Contains neither the key nor the
 * address.
 */
const messagesByCode: Readonly<Record<string, Message>> = {
  ENOTFOUND: message('remote.network.unknownHost'),
  EAI_AGAIN: message('remote.network.nameLookupFailed'),
  ECONNREFUSED: message('remote.network.refused'),
  ECONNRESET: message('remote.network.interrupted'),
  EPIPE: message('remote.network.interrupted'),
  ENETUNREACH: message('remote.network.offline'),
  ENETDOWN: message('remote.network.offline'),
  EHOSTUNREACH: message('remote.network.unreachable'),
  ETIMEDOUT: message('remote.network.noResponse'),
  UND_ERR_CONNECT_TIMEOUT: message('remote.network.noResponse'),
  UND_ERR_HEADERS_TIMEOUT: message('remote.network.slow'),
  UND_ERR_BODY_TIMEOUT: message('remote.network.responseInterrupted'),
  UND_ERR_SOCKET: message('remote.network.interrupted'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: message('remote.network.responseInterrupted'),
  PROXY_ADDRESS: message('remote.network.proxyAddress'),
  UND_ERR_RESPONSE: message('remote.network.proxy'),
  UND_ERR_ABORTED: message('remote.network.aborted'),
  CERT_HAS_EXPIRED: message('remote.network.certificateExpired'),
  ERR_TLS_CERT_ALTNAME_INVALID: message('remote.network.certificateName'),
  DEPTH_ZERO_SELF_SIGNED_CERT: message('remote.network.certificateUntrusted'),
  SELF_SIGNED_CERT_IN_CHAIN: message('remote.network.certificateUntrusted'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: message('remote.network.certificateUntrusted'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: message('remote.network.certificateUntrusted'),
  ERR_SSL_WRONG_VERSION_NUMBER: message('remote.network.notHttps'),
  EPROTO: message('remote.network.notHttps'),
};

/** HTTP_PROXY or HTTPS_PROXY is not the address of a proxy. An address without a scheme is accepted, as by curl. */
class ProxyAddressError extends Error {
  readonly code = 'PROXY_ADDRESS';

  constructor(options: ErrorOptions) {
    super('PROXY_ADDRESS', options);
  }
}

/** The code of an error or of its cause. Of several attempts (IPv4 and IPv6), the first one counts. */
function networkErrorCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof AggregateError && at.errors.length > 0) return networkErrorCode(at.errors[0]);
    const code = errorCodeOf(at);
    if (code !== null) return code;
  }
  return '';
}

/** For requests after the client was closed. */
const connectionClosedMessage = message('remote.network.closed');

function networkErrorMessage(error: unknown): Message {
  const code = networkErrorCode(error);
  if (code === '') return message('remote.network.unknownReason');
  return messagesByCode[code] ?? message('remote.network.unknown', { code });
}

let cachedCertificates: string[] | undefined;

/**
 * The certificates that connections to a remote trust: those of Node, of NODE_EXTRA_CA_CERTS, and of the operating system. Undefined if Node
 * has no API for this and uses its own. Read once, because some systems are slow.
 */
function trustedCertificates(): string[] | undefined {
  if (!('getCACertificates' in tls)) return undefined;
  cachedCertificates ??= [...new Set([...tls.getCACertificates('default'), ...systemCertificates()])];
  return cachedCertificates;
}

/** If the system's certificates cannot be read, those of Node are still trusted. */
function systemCertificates(): string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return [];
  }
}
