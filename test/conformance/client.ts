/**
 * A client of the service that checks every response for what is true of all of them: the body is JSON, errors have the form of the error
 * object, and responses that passed the rate limiter carry its headers.
 */
import { expect } from 'vitest';
import type { ServiceAt } from './place.ts';

/** A response; `body` is the parsed JSON, cast to the type that the test expects. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what may be anything, and fails where it is not what it expects.
  readonly body: any;
}

export interface Client {
  readonly service: ServiceAt;
  /** Paths start after `/api/v1`. A body other than FormData or a string is sent as JSON. */
  get(path: string): Promise<Answer>;
  head(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a request unchanged, with a path from the root on. */
  raw(path: string, init: RequestInit): Promise<Response>;
  /** The same client with another key. */
  as(key: string): Client;
  /** The same client with additional headers. */
  with(headers: Record<string, string>): Client;
  /** The same client with another prefix than `/api/v1`. */
  under(prefix: string): Client;
}

interface Manner {
  readonly key: string;
  readonly prefix: string;
  readonly headers: Record<string, string>;
}

export const openClient = (service: ServiceAt): Client => clientWith(service, { key: service.key, prefix: '/api/v1', headers: {} });

function clientWith(service: ServiceAt, manner: Manner): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const init = requestInit(method, manner, body);
    for (;;) {
      const response = await service.fetch(`${manner.prefix}${path}`, init);
      const wait = Number(response.headers.get('retry-after'));
      if (!service.waits || response.status !== 429) return noted(await answerOf(response, `${method} ${path}`), path, service);
      await response.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, (wait + 1) * 1000));
    }
  };
  return {
    service,
    send,
    get: (path) => send('GET', path),
    head: (path) => send('HEAD', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    remove: (path) => send('DELETE', path),
    raw: (path, init) => service.fetch(path, init),
    as: (key) => clientWith(service, { ...manner, key }),
    with: (headers) => clientWith(service, { ...manner, headers: { ...manner.headers, ...headers } }),
    under: (prefix) => clientWith(service, { ...manner, prefix }),
  };
}

/** Projects created by the suite, so that it can delete them from another service's workspace. */
function noted(answer: Answer, path: string, { made }: ServiceAt): Answer {
  if (answer.status === 201 && path.startsWith('/workspace/projects')) made.push(answer.body.hash);
  return answer;
}

function requestInit(method: string, { key, headers }: Manner, body: unknown): RequestInit {
  const asIs = body instanceof FormData || typeof body === 'string';
  return {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: asIs ? body : JSON.stringify(body) }),
  };
}

async function answerOf(response: Response, what: string): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.startsWith('application/json');
  const body = isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : bytes;
  const { status, headers } = response;
  if (![401, 302, 429].includes(status)) {
    expect(headers.get('x-ratelimit-limit'), `${what} (${status}) has no X-RateLimit-Limit`).toMatch(/^\d+$/);
    expect(headers.get('x-ratelimit-remaining'), `${what} (${status}) has no X-RateLimit-Remaining`).toMatch(/^\d+$/);
  }
  if (status >= 400 && status !== 401 && !what.startsWith('HEAD')) expectFault(body, status, what);
  return { status, headers, body };
}

/** [Errors 3] additional fields that a conflict may have. */
const ofConflict = ['type', 'conflictType', 'context'];
const always = ['title', 'status', 'detail', 'errors', 'errorCode'];

/** [Errors 2] the object of every error but a 401. */
function expectFault(body: unknown, status: number, what: string): void {
  const responseText = `${what} (${status}) ${JSON.stringify(body)}`;
  expect(body, responseText).toMatchObject({ title: expect.any(String), status, errorCode: expect.any(Number), errors: expect.anything() });
  const { detail, errors, errorCode } = body as { detail: unknown; errors: unknown; errorCode: number };
  expect(detail === null || typeof detail === 'string', responseText).toBe(true);
  expect(Number.isInteger(errorCode), responseText).toBe(true);
  const known = status === 409 ? [...always, ...ofConflict] : always;
  expect(
    Object.keys(body as object).filter((name) => !known.includes(name)),
    responseText,
  ).toEqual([]);
  if (Array.isArray(errors)) expect(errors, responseText).toEqual([]);
  else for (const message of Object.values(errors as object)) expect(message, responseText).toEqual(expect.any(String));
}
