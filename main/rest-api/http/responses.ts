/** Responses of the API: JSON values, and Problems as service.md's error object ([Errors 2], G4). */

import { Problem } from '../../../shared/problem.ts';

type ResponseHeaders = Readonly<Record<string, string>>;

const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const jsonContentType = { 'content-type': 'application/json; charset=utf-8' };

export const jsonResponse = (value: unknown, status = 200, headers: ResponseHeaders = {}): Response =>
  jsonTextResponse(JSON.stringify(value), status, headers);

/** A response whose body is already JSON text. */
function jsonTextResponse(json: string, status = 200, headers: ResponseHeaders = {}): Response {
  const length = String(Buffer.byteLength(json));
  const response = new Response(json, {
    status,
    headers: { ...commonHeaders, ...jsonContentType, 'content-length': length, ...headers },
  });
  completeResponses.add(response);
  return response;
}

/** Whether the whole body was known when the response was created. Its headers and its body are not looked at, because the listener then copies both. */
export const isCompleteResponse = (response: Response): boolean => completeResponses.has(response);
const completeResponses = new WeakSet<Response>();

/** A response with a long JSON text, which is sent in chunks. */
export function chunkedJsonResponse(chunks: readonly Uint8Array[], headers: ResponseHeaders): Response {
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const remaining = chunks.values();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = remaining.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body, { headers: { ...commonHeaders, ...jsonContentType, 'content-length': String(length), ...headers } });
}

export function problemResponse(error: unknown, headers: ResponseHeaders = {}): Response {
  // [Errors 3] a conflict has a context; all others only have the object of [Errors 2].
  const { context, ...json } = Problem.from(error).json;
  return jsonResponse(json.status === 409 && context ? { ...json, context } : json, json.status, headers);
}

/** [Authentication 2] the object with only `error`; without the Accept header, a redirect to a page for people (G14). */
export function unauthenticatedResponse(accept: string | null): Response {
  if (/\bapplication\/json\b/i.test(accept ?? ''))
    return jsonResponse({ error: 'Unauthenticated.' }, 401, { 'www-authenticate': 'Bearer' });
  return new Response(null, { status: 302, headers: { ...commonHeaders, location: '/login' } });
}

/** The same status and headers without a body ([Exports] HEAD, G15). */
export async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

/** Adds headers to an existing response. A response of JSON text gets them when it is created, because the listener sends that in half of the time. */
export function withHeaders(response: Response, headers: ResponseHeaders): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
