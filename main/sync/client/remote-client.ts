/**
 * The client of one remote ([Authentication], [Errors], [Limits]): sends requests below /api/v1 with the key, and turns their results into
 * what sync needs. Nothing is retried, redirects are never followed, responses have a maximum size, and no message contains the key. The only
 * file that sends requests.
 */

import { stat } from 'node:fs/promises';
import * as tls from 'node:tls';
import type { Dispatcher } from 'undici';
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { JsonTextError } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../../shared/problem.ts';
import { acceptedEncodings, DecompressionLimitError, decompress } from '../../platform/decompress.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { readFileBytes } from '../../platform/file-bytes.ts';
import { once } from '../../platform/once.ts';
import { parseJsonInSlices, storyJsonLimits } from '../../platform/parse-json-in-slices.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import { RemoteUnavailableError, retryTime } from '../protocol/remote-api.ts';
import { interceptionReason, type SendResult } from '../protocol/sync-request.ts';
import { chooseProxy, type ProxyAddress, type ResolveSystemProxy } from './proxy.ts';
import type { Urgency } from './request-queue.ts';

interface RemoteRequest {
  readonly method: string;
  /** The path below /api/v1. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** A form that is sent instead of JSON, with its headers. */
  readonly form?: MultipartBody | undefined;
  /** Milliseconds; longer than usual if the server needs time to process the request. */
  readonly headersTimeout?: number | undefined;
  /** Cancels the request. A form that was sent completely is not cancelled, because the remote may have applied it. */
  readonly signal?: AbortSignal | undefined;
}

interface RateLimitQuota {
  readonly limit: number;
  readonly remaining: number;
  /** Whether the response is to an export or import, so that its quota may be that of transfers or that of all requests. */
  readonly transfer: boolean;
}

/** A request that is about to be sent. */
interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly transfer: boolean;
  /** Overrides the urgency that follows from the path. */
  readonly urgency?: Urgency | undefined;
}

export interface RemoteClientOptions {
  readonly url: string;
  /** Called for every request. Undefined if there is no key at the moment; nothing is sent then. */
  readonly key: () => string | undefined;
  readonly clock: WaitClock;
  /**
   * Called before every request, with `transfer` for exports and imports ([Limits 2]). May delay the request; if it throws, nothing is
   * sent.
   */
  readonly beforeRequest?: (request: OutgoingRequest) => Promise<void> | void;
  /** Waits until a request was sent and its response begins. */
  readonly whileWaiting?: <T>(path: string, task: () => Promise<T>) => Promise<T>;
  /** [Limits 4] called with the quota with the fewest remaining requests, as each response reports it. */
  readonly onQuota?: (quota: RateLimitQuota) => void;
  /** Called for a 429, with `Retry-After` in seconds if the response contains it, and whether it is the response to an export or import. */
  readonly onLimited?: (retryAfter: number | undefined, transfer: boolean) => void;
  readonly timeouts?: RequestTimeouts;
  /** Without it, only the proxies of the environment are used. */
  readonly resolveSystemProxy?: ResolveSystemProxy | undefined;
}

type StreamingRequest = Pick<RemoteRequest, 'method' | 'path'> &
  Partial<Pick<TransportRequest, 'headers' | 'body' | 'headersTimeout' | 'signal'>> &
  Pick<OutgoingRequest, 'urgency'>;

export interface RemoteClient {
  readonly url: string;
  readonly clock: WaitClock;
  /** Sends a request. Never throws: every failure is a result. */
  send(request: RemoteRequest): Promise<SendResult>;
  /** The JSON of a 200. Throws a RemoteUnavailableError for every other result. */
  get(path: string, urgency?: Urgency): Promise<unknown>;
  /** Sends a request with any body. The caller must read or discard the body of the response. Never throws. */
  exchange(request: StreamingRequest): Promise<TransportResult>;
  /** The error for a response that a read cannot use. */
  errorFor(answer: TransportResponse): RemoteUnavailableError;
  close(): Promise<void>;
}

type TransportResponse = Extract<TransportResult, { type: 'response' }>;

/** The maximum number of bytes in a response to a command, and in one to a read. */
const maxCommandBytes = 16 * 1024 ** 2;
const maxReadBytes = 256 * 1024 ** 2;

/** Throws a Problem `invalid` at `url` for an address that is malformed or unsafe. */
export function openRemoteClient(options: RemoteClientOptions): RemoteClient {
  const {
    key,
    clock,
    beforeRequest,
    whileWaiting = (_, task) => task(),
    onQuota,
    onLimited,
    timeouts = defaultTimeouts,
    resolveSystemProxy,
  } = options;
  const url = parseRemoteAddress(options.url);
  const wire = openHttpTransport(url, timeouts, resolveSystemProxy);

  const sendInTurn: RemoteClient['exchange'] = async ({ method, path, headers, urgency, ...rest }) => {
    try {
      await beforeRequest?.({ method, path, transfer: isTransferPath(path), urgency });
    } catch (error) {
      return { type: 'notSent', reason: error instanceof RemoteUnavailableError ? error.text : message('remote.unavailable.busy') };
    }
    if (rest.signal?.aborted) return { type: 'cancelled' };
    const bearer = key();
    if (bearer === undefined) return unauthorizedResponse;
    const requestHeaders = {
      authorization: `Bearer ${bearer}`,
      accept: 'application/json',
      'accept-encoding': acceptedEncodings,
      ...headers,
    };
    return wire.exchange({ method, url: `${url}/api/v1${path}`, headers: requestHeaders, ...rest });
  };

  const exchange: RemoteClient['exchange'] = async (request) => {
    const { path } = request;
    const answer = await whileWaiting(path, () => sendInTurn(request));
    if (answer.type !== 'response') return answer;
    const quota = parseQuota(answer.headers, isTransferPath(path));
    if (quota) onQuota?.(quota);
    if (answer.status === 429) onLimited?.(parseRetryAfter(answer.headers, clock.wallNow()), isTransferPath(path));
    if (answer.status < 300 || answer.status >= 400 || !isLoginRedirect(answer.headers.location)) return answer;
    answer.discard();
    return unauthorizedResponse;
  };

  const lost = (response: TransportResponse) => unavailableErrorFor(response, url, clock);

  return {
    url,
    clock,
    exchange,
    errorFor: lost,
    async send({ method, path, body, form, headersTimeout, signal }) {
      const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const content = form ? { headers: form.headers, body: form.body } : json;
      const answer = await exchange({ method, path, ...content, headersTimeout, signal: form ? signalUntilSent(form, signal) : signal });
      if (answer.type !== 'response') return { type: answer.type };
      const { status, headers } = answer;
      const { json: read = null, fault } = await readJson(answer, maxCommandBytes);
      // A write whose response was interrupted may have been applied, unless the status says otherwise.
      if (fault && status < 300) return { type: 'noResponse' };
      return {
        type: 'response',
        status,
        json: read,
        // (I44) The service answers in JSON: pages, plain text and nothing come from something in between.
        ...(read === null && !isJson(headers) && { isForeign: true as const }),
        ...(status === 429 && { retryAfter: parseRetryAfter(headers, clock.wallNow()) }),
      };
    },
    async get(path, urgency) {
      const answer = await exchange({ method: 'GET', path, urgency });
      if (answer.type === 'cancelled') throw new TransferCancelledError();
      if (answer.type !== 'response') throw new RemoteUnavailableError(answer.reason);
      if (answer.status === 200) {
        const { json: read, fault } = await readJson(answer, maxReadBytes);
        if (fault) throw new RemoteUnavailableError(unreadable[fault], { isPermanent: fault === 'tooLarge' });
        return read;
      }
      answer.discard();
      throw lost(answer);
    },
    close: () => wire.close(),
  };
}

/** Thrown where a transfer was cancelled, so that neither the remote nor the network has failed. */
export class TransferCancelledError extends Error {
  constructor() {
    super('TRANSFER_CANCELLED');
  }
}

/** A missing key has the same result as a wrong one ([Authentication 2]). */
const unauthorizedResponse: TransportResult = {
  type: 'response',
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: { async *[Symbol.asyncIterator]() {} },
  discard: () => undefined,
};

function unavailableErrorFor({ status, headers }: TransportResponse, url: string, clock: WaitClock): RemoteUnavailableError {
  if (status === 429) {
    const retryAt = retryTime(clock.now(), parseRetryAfter(headers, clock.wallNow()));
    return new RemoteUnavailableError(message('remote.unavailable.limit'), { retryAt, status });
  }
  // (I44) Neither a firewall nor a proxy knows the key, so that its refusal says nothing about it.
  if ((status === 401 || status === 403) && !isJson(headers))
    return new RemoteUnavailableError(interceptionReason(status), { isForeign: true });
  if (status >= 300 && status < 400) return new RemoteUnavailableError(redirectMessage(headers.location, url), { status });
  return new RemoteUnavailableError(statusMessages[status] ?? message('remote.unavailable.status', { status }), { status });
}

/** Names the address that the user would enter for the place to which the server redirects. */
function redirectMessage(location: string | undefined, url: string): Message {
  const target = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (!target || !/^https?:$/.test(target.protocol)) return message('remote.unavailable.redirect');
  return message('remote.unavailable.redirectTo', { address: target.origin + workspacePath(target.pathname) });
}

const statusMessages: Readonly<Record<number, Message>> = {
  401: message('remote.unavailable.keyRejected'),
  403: message('remote.unavailable.forbidden'),
  404: message('remote.unavailable.projectMissing'),
};

/** Why a body could not be used. `tooLarge`: it has more bytes, values or levels than any project; reading it again would be no better. */
const unreadable = { interrupted: message('remote.unavailable.notJson'), tooLarge: message('remote.unavailable.tooLarge') };

type ReadBody = { readonly json: unknown; readonly fault?: never } | { readonly json?: never; readonly fault: keyof typeof unreadable };

/** Parsed within limits that no project reaches, because memory for a few million brackets would end the program. */
async function readJson({ headers, body, discard }: TransportResponse, maxBytes: number): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of decompress(body, headers['content-encoding'])) {
      bytes += piece.length;
      if (bytes > maxBytes) {
        discard();
        return { fault: 'tooLarge' };
      }
      pieces.push(piece);
    }
    return { json: await parseJsonInSlices(Buffer.concat(pieces), storyJsonLimits(bytes)) };
  } catch (error) {
    discard();
    const isTooLarge = error instanceof DecompressionLimitError || (error instanceof JsonTextError && error.fault !== 'encoding');
    return { fault: isTooLarge ? 'tooLarge' : 'interrupted' };
  }
}

const isJson = (headers: TransportResponse['headers']): boolean => /^application\/(\S+\+)?json\b/i.test(headers['content-type'] ?? '');

/** [Authentication 2] without a session, web pages redirect to the login page. */
const isLoginRedirect = (location: string | undefined): boolean => /\/login\/?($|[?#])/.test(location ?? '');

const isTransferPath = (path: string): boolean => /^\/[^/]+\/(json|unity|unreal|godot)($|\?)|^\/workspace\/projects\/import$/.test(path);

function parseQuota(headers: Readonly<Record<string, string>>, transfer: boolean): RateLimitQuota | undefined {
  const [limit, remaining] = [parseWholeNumber(headers['x-ratelimit-limit']), parseWholeNumber(headers['x-ratelimit-remaining'])];
  return limit === undefined || remaining === undefined ? undefined : { limit, remaining, transfer };
}

/** [Limits 5] in seconds. RFC 9110 also allows a date; without the header, the time of the reset applies. */
function parseRetryAfter(headers: Readonly<Record<string, string>>, wallTime: number): number | undefined {
  const given = headers['retry-after'];
  const seconds = parseWholeNumber(given);
  if (seconds !== undefined) return seconds;
  const at = given === undefined ? Number.NaN : Date.parse(given);
  const reset = parseWholeNumber(headers['x-ratelimit-reset']);
  const resetAt = reset === undefined ? undefined : reset * 1000;
  const until = Number.isNaN(at) ? resetAt : at;
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - wallTime) / 1000));
}

const parseWholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : undefined;

/** The address of a remote as a user has entered it, before `/api/v1` and without a trailing slash. Throws a Problem `invalid` at `url`. */
function parseRemoteAddress(text: string): string {
  const written = text.trim();
  if (!URL.canParse(written)) throw invalidFieldProblem('url', message('problem.remote.notAddress'));
  const url = new URL(written);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalidFieldProblem('url', message('problem.remote.notHttps'));
  if (url.username !== '' || url.password !== '') throw invalidFieldProblem('url', message('problem.remote.addressWithLogin'));
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw invalidFieldProblem('url', message('problem.remote.insecureAddress'));
  return url.origin + workspacePath(url.pathname.replace(/(?<!\/)\/+$/, ''));
}

/** The part of a path before the API. */
const workspacePath = (path: string): string => path.replace(/\/api(\/v1(\/.*)?)?$/, '').replace(/\/$/, '');

/** The capabilities of a remote, which are detected once and stored: which export contains positions, and how files are uploaded (G1). */
export interface RemoteCapabilities {
  /** `lists`: no export contains positions, but the lists of the boards do. */
  readonly positions?: 'json' | 'unreal' | 'lists';
  readonly upload?: 'two-step' | 'single';
}

/** (I42) Whether the status says that there is no such route, or that it accepts no such request. */
export const isRefusedRoute = (status = 0): boolean => [403, 404, 405, 410, 415, 501].includes(status);

/** Stores the capabilities. */
export interface CapabilityStore {
  readonly capabilities: RemoteCapabilities;
  update(more: RemoteCapabilities): void;
  /** (I42) The remote has refused what it could do before, so that it is detected again. */
  forget(capability: keyof RemoteCapabilities): void;
}

/** Milliseconds. */
interface RequestTimeouts {
  readonly connect: number;
  readonly headers: number;
  /** Between two chunks of a response. */
  readonly body: number;
}
const defaultTimeouts: RequestTimeouts = { connect: 10_000, headers: 30_000, body: 30_000 };

interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  /** Milliseconds until the headers of the response; longer than usual while the server checks a large file. */
  readonly headersTimeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type TransportResult =
  /** By the caller. The remote cannot have applied it. */
  | { readonly type: 'cancelled' }
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

/**
 * Sends one request and reports its outcome, with undici and our own time-outs, proxies and certificates. undici is loaded at the first
 * request, so that the program starts faster.
 */
function openHttpTransport(address: string, timeouts: RequestTimeouts, resolveSystemProxy?: ResolveSystemProxy): HttpTransport {
  const target = new URL(address);
  const load = async () => {
    const { Agent, ProxyAgent, request } = await import('undici');
    const tls = { timeout: timeouts.connect, ca: trustedCertificates() };
    const options = { headersTimeout: timeouts.headers, bodyTimeout: timeouts.body, pipelining: 1, connections: 8, connect: tls };
    // Requests to this computer do not use a proxy.
    if (isLoopbackHost(target.hostname)) return { agent: new Agent(options), request, proxy: undefined };
    const choice = await chooseProxy(target, (name) => process.env[name], resolveSystemProxy);
    if (choice.type === 'unusable') throw new UnusableProxyError(choice.reason);
    if (choice.type === 'direct') return { agent: new Agent(options), request, proxy: undefined };
    const { proxy } = choice;
    return { agent: new ProxyAgent({ ...options, uri: proxy.url, requestTls: tls, proxyTls: tls }), request, proxy };
  };
  let loaded: ReturnType<typeof load> | undefined;
  let isClosed = false;
  /** The user may have changed the proxy, or is in another network: the next request looks again. */
  const forgetProxy = (used: typeof loaded) => {
    // Otherwise another request that failed at the same time, or the closing of the client, has ended the agent.
    if (loaded !== used || isClosed) return;
    loaded = undefined;
    // Nothing can be closed if the proxy could not be chosen.
    void used?.then(({ agent }) => agent.close()).catch(() => undefined);
  };
  return {
    async exchange({ method, url, headers, body, headersTimeout, signal }) {
      if (isClosed) return { type: 'notSent', reason: connectionClosedMessage };
      let begun = false;
      let proxy: ProxyAddress | undefined;
      loaded ??= load();
      const used = loaded;
      try {
        const { agent, request, ...how } = await used;
        ({ proxy } = how);
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
          ...(signal && { signal }),
        });
        const { body: pieces, statusCode: status } = answer;
        // A reader of the body receives the error. Without a reader, it must not end the process.
        pieces.on('error', () => undefined);
        return { type: 'response', status, headers: flattenHeaders(answer.headers), body: pieces, discard: () => pieces.destroy() };
      } catch (error) {
        if (signal?.aborted) return { type: 'cancelled' };
        if (begun) return { type: 'noResponse', reason: networkErrorMessage(error) };
        forgetProxy(used);
        return { type: 'notSent', reason: proxy ? proxyErrorMessage(error, proxy) : networkErrorMessage(error) };
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

/** The proxy of the environment or of the system cannot be used. */
class UnusableProxyError extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super('UNUSABLE_PROXY');
    this.reason = reason;
  }
}

/** The errors of a connection that did not reach the proxy. Others are about the server behind it. */
const unreachableCodes: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** The reason why a request got no connection through a proxy. Contains neither its name nor its password. */
function proxyErrorMessage(error: unknown, { host: proxy }: ProxyAddress): Message {
  // undici reports the response of a proxy to CONNECT only in the text of the error.
  const status = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (status === '407') return message('remote.network.proxyLogin', { proxy });
  if (status !== undefined) return message('remote.network.proxyRefused', { proxy, status });
  return unreachableCodes.has(networkErrorCode(error)) ? message('remote.network.proxyUnreachable', { proxy }) : networkErrorMessage(error);
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
  if (error instanceof UnusableProxyError) return error.reason;
  const code = networkErrorCode(error);
  if (code === '') return message('remote.network.unknownReason');
  return messagesByCode[code] ?? message('remote.network.unknown', { code });
}

/**
 * The certificates that connections to a remote trust: those of Node, of NODE_EXTRA_CA_CERTS, and of the operating system. Undefined if Node
 * has no API for this and uses its own. Read once, because some systems are slow.
 */
const trustedCertificates = once((): string[] | undefined =>
  'getCACertificates' in tls ? [...new Set([...tls.getCACertificates('default'), ...systemCertificates()])] : undefined,
);

/** If the system's certificates cannot be read, those of Node are still trusted. */
function systemCertificates(): string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return [];
  }
}

/** A form with one file ([Authentication 1]): its length is known in advance, and its bytes are read from the disk in chunks. */
export interface UploadSource {
  readonly path: string;
  /** The name that the user gave the file. */
  readonly name: string;
  readonly mime: string;
}

interface MultipartBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Whether its end was taken, without which no server can apply the request. */
  readonly isSent: () => boolean;
}

/** Aborted with the given one, but only as long as the form is incomplete. */
function signalUntilSent(form: MultipartBody, signal: AbortSignal | undefined): AbortSignal | undefined {
  if (!signal) return undefined;
  const cancellation = new AbortController();
  const cancel = () => {
    if (!form.isSent()) cancellation.abort();
  };
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return cancellation.signal;
}

/** `boundary` must not occur in the file, so it is a new id. `onProgress` receives the number of bytes read so far. */
export async function createMultipartForm(
  fields: Readonly<Record<string, string>>,
  file: UploadSource,
  boundary: string,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<MultipartBody> {
  const { size } = await stat(file.path);
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `content-disposition: form-data; name="file"; filename="${escapeQuoted(file.name)}"`;
  const head = Buffer.from(`${parts.join('')}--${boundary}\r\n${disposition}\r\ncontent-type: ${file.mime}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  let isSent = false;
  const markSent = () => {
    isSent = true;
  };
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(head.length + size + tail.length) },
    body: multipartChunks(head, file.path, tail, onProgress, markSent),
    isSent: () => isSent,
  };
}

/** Escapes a name in the same way as browsers do in forms. */
const escapeQuoted = (name: string): string => name.replace(/["\r\n]/g, (sign) => ({ '"': '%22', '\r': '%0D', '\n': '%0A' })[sign] ?? '');

async function* multipartChunks(
  head: Uint8Array,
  path: string,
  tail: Uint8Array,
  onProgress: (bytes: number) => void,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  yield head;
  for await (const piece of readFileBytes(path)) {
    bytes += piece.length;
    onProgress(bytes);
    yield piece;
  }
  onEnd();
  yield tail;
}
