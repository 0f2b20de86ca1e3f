/**
 * One request on the wire, and how far it came: undici's agents with our time-outs, proxies and certificates. It repeats nothing and
 * follows nothing. The only file that speaks to undici, which is loaded for the first request: the program starts without it.
 */
import type { Dispatcher } from 'undici';
import { isLoopback } from '../../../shared/loopback.ts';
import { closedHere, whyNoAnswer } from './network-words.ts';
import { trusted } from './trust.ts';

/** Milliseconds. */
export interface Patience {
  readonly connect: number;
  readonly headers: number;
  /** Between two pieces of an answer. */
  readonly gap: number;
}
export const usualPatience: Patience = { connect: 10_000, headers: 30_000, gap: 30_000 };

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  /** Longer than usual: who has sent a large file waits until it was looked at. */
  readonly headersTimeout?: number | undefined;
}

export type WireAnswer =
  /** No byte of it left: there was no name, no connection, no trust. */
  | { readonly is: 'not sent'; readonly why: string }
  /** It may have arrived. */
  | { readonly is: 'lost'; readonly why: string }
  | {
      readonly is: 'answer';
      readonly status: number;
      /** By lower-case names. */
      readonly headers: Readonly<Record<string, string>>;
      /** Must be read or dropped. Throws where it is cut. */
      readonly body: AsyncIterable<Uint8Array>;
      /** Nobody wants the rest of it. */
      readonly drop: () => void;
    };

export interface Wire {
  exchange(asked: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

export function openWire(address: string, patience: Patience): Wire {
  const { hostname } = new URL(address);
  const load = async () => {
    const { Agent, EnvHttpProxyAgent, request } = await import('undici');
    const tls = { timeout: patience.connect, ca: trusted() };
    const options = { headersTimeout: patience.headers, bodyTimeout: patience.gap, pipelining: 1, connections: 8, connect: tls };
    // A proxy must not see what never leaves this machine.
    const agent = isLoopback(hostname) ? new Agent(options) : new EnvHttpProxyAgent({ ...options, requestTls: tls, proxyTls: tls });
    return { agent, request };
  };
  let loaded: ReturnType<typeof load> | undefined;
  let isClosed = false;
  return {
    async exchange({ method, url, headers, body, headersTimeout }) {
      if (isClosed) return { is: 'not sent', why: closedHere };
      loaded ??= load();
      const { agent, request } = await loaded;
      let begun = false;
      const dispatcher = agent.compose(
        (dispatch) => (opts, handler) =>
          dispatch(
            opts,
            new Begun(handler, () => {
              begun = true;
            }),
          ),
      );
      try {
        const answer = await request(url, {
          dispatcher,
          method: method as Dispatcher.HttpMethod,
          headers: { ...headers },
          body: (body ?? null) as never,
          ...(headersTimeout !== undefined && { headersTimeout }),
        });
        const { body: pieces, statusCode: status } = answer;
        // Who reads it hears of what goes wrong; where nobody does, nobody need.
        pieces.on('error', () => undefined);
        return { is: 'answer', status, headers: plain(answer.headers), body: pieces, drop: () => pieces.destroy() };
      } catch (error) {
        return { is: begun ? 'lost' : 'not sent', why: whyNoAnswer(error) };
      }
    },
    async close() {
      isClosed = true;
      await (await loaded)?.agent.destroy();
    },
  };
}

function plain(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Tells when a request gets a connection: its bytes leave from then on. Everything else goes through. */
class Begun implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #tell: () => void;

  constructor(handler: Dispatcher.DispatchHandler, tell: () => void) {
    this.#handler = handler;
    this.#tell = tell;
  }

  onRequestStart(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>): void {
    this.#tell();
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
