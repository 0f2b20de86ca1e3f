/**
 * The client of one remote ([Authentication], [Errors], [Limits]): sends requests below /api/v1 with the key, and turns their results into
 * what sync needs. Redirects are never followed, responses have a maximum size, and no message contains the key.
 */

import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { JsonTextError } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../../shared/problem.ts';
import { parseJsonInSlices, storyJsonLimits } from '../../platform/parse-json-in-slices.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import { RemoteUnavailableError, retryTime } from '../protocol/remote-api.ts';
import type { SendResult } from '../protocol/write-outcome.ts';
import type { MultipartBody } from './files/multipart-form.ts';
import { defaultTimeouts, openHttpTransport, type RequestTimeouts, type TransportRequest, type TransportResult } from './http-transport.ts';
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
  /** [Limits 4] called with the quota with the fewest remaining requests, as each response reports it. */
  readonly onQuota?: (quota: RateLimitQuota) => void;
  /** Called for a 429, with `Retry-After` in seconds if the response contains it. */
  readonly onLimited?: (retryAfter: number | undefined) => void;
  readonly timeouts?: RequestTimeouts;
}

type StreamingRequest = Pick<RemoteRequest, 'method' | 'path'> &
  Partial<Pick<TransportRequest, 'headers' | 'body' | 'headersTimeout'>> &
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
  const { key, clock, beforeRequest, onQuota, onLimited, timeouts = defaultTimeouts } = options;
  const url = parseRemoteAddress(options.url);
  const wire = openHttpTransport(url, timeouts);

  const exchange: RemoteClient['exchange'] = async ({ method, path, headers, urgency, ...rest }) => {
    try {
      await beforeRequest?.({ method, path, transfer: isTransferPath(path), urgency });
    } catch (error) {
      return { type: 'notSent', reason: error instanceof RemoteUnavailableError ? error.text : message('remote.unavailable.busy') };
    }
    const bearer = key();
    if (bearer === undefined) return unauthorizedResponse;
    const requestHeaders = { authorization: `Bearer ${bearer}`, accept: 'application/json', ...headers };
    const answer = await wire.exchange({ method, url: `${url}/api/v1${path}`, headers: requestHeaders, ...rest });
    if (answer.type !== 'response') return answer;
    const quota = parseQuota(answer.headers, isTransferPath(path));
    if (quota) onQuota?.(quota);
    if (answer.status === 429) onLimited?.(parseRetryAfter(answer.headers, clock.wallNow()));
    return answer.status >= 300 && answer.status < 400 && isLoginRedirect(answer.headers.location) ? { ...answer, status: 401 } : answer;
  };

  const lost = ({ status, headers }: TransportResponse) =>
    unavailableErrorFor(status, parseRetryAfter(headers, clock.wallNow()), clock.now());

  return {
    url,
    clock,
    exchange,
    errorFor: lost,
    async send({ method, path, body, form, headersTimeout }) {
      const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await exchange({ method, path, ...(form ?? json), headersTimeout });
      if (answer.type !== 'response') return { type: answer.type };
      const { status, headers } = answer;
      const { json: read = null, fault } = await readJson(answer, maxCommandBytes);
      // A write whose response was interrupted may have been applied, unless the status says otherwise.
      if (fault && status < 300) return { type: 'noResponse' };
      return {
        type: 'response',
        status,
        json: read,
        ...(status === 429 && { retryAfter: parseRetryAfter(headers, clock.wallNow()) }),
      };
    },
    async get(path, urgency) {
      const answer = await exchange({ method: 'GET', path, urgency });
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

/** A missing key has the same result as a wrong one. */
const unauthorizedResponse: TransportResult = {
  type: 'response',
  status: 401,
  headers: {},
  body: { async *[Symbol.asyncIterator]() {} },
  discard: () => undefined,
};

function unavailableErrorFor(status: number, retryAfter: number | undefined, now: number): RemoteUnavailableError {
  if (status === 429)
    return new RemoteUnavailableError(message('remote.unavailable.limit'), { retryAt: retryTime(now, retryAfter), status });
  if (status >= 300 && status < 400) return new RemoteUnavailableError(message('remote.unavailable.redirect'), { status });
  return new RemoteUnavailableError(statusMessages[status] ?? message('remote.unavailable.status', { status }), { status });
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
async function readJson({ body, discard }: TransportResponse, maxBytes: number): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > maxBytes) {
        discard();
        return { fault: 'tooLarge' };
      }
      pieces.push(piece);
    }
    return { json: await parseJsonInSlices(Buffer.concat(pieces), storyJsonLimits(bytes)) };
  } catch (error) {
    return { fault: error instanceof JsonTextError && error.fault !== 'encoding' ? 'tooLarge' : 'interrupted' };
  }
}

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
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api(\/v1)?$/, '');
  return `${url.origin}${path}`;
}

/** The capabilities of a remote, which are detected once and stored: which export contains positions, and how files are uploaded (G1). */
export interface RemoteCapabilities {
  /** `lists`: no export contains positions, but the lists of the boards do. */
  readonly positions?: 'json' | 'unreal' | 'lists';
  readonly upload?: 'two-step' | 'single';
}

/** Stores the capabilities. */
export interface CapabilityStore {
  readonly capabilities: RemoteCapabilities;
  update(more: RemoteCapabilities): void;
}
