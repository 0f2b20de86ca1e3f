/**
 * Sends one request and reports its outcome, with undici and our own time-outs, proxies and certificates. Nothing is retried and no
 * redirect is followed. The only file that uses undici, which is loaded at the first request so that the program starts faster.
 */
import type { Dispatcher } from 'undici';
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { connectionClosedMessage, networkErrorMessage, ProxyAddressError } from './network-errors.ts';
import { trustedCertificates } from './trusted-certificates.ts';

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
