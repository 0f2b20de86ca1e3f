/** Responses of the service: JSON values, and Problems as service.md's error object ([Errors 2], G4). */
import { Problem } from '../../shared/problem.ts';

export type Headers = Readonly<Record<string, string>>;

const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const jsonType = { 'content-type': 'application/json; charset=utf-8' };

export const jsonAnswer = (value: unknown, status = 200, headers: Headers = {}): Response =>
  textAnswer(JSON.stringify(value), status, headers);

/** A text that is JSON already. */
export function textAnswer(json: string, status = 200, headers: Headers = {}): Response {
  const length = String(Buffer.byteLength(json));
  return new Response(json, { status, headers: { ...always, ...jsonType, 'content-length': length, ...headers } });
}

/** A long text that is JSON already, in pieces that go out one by one. */
export function chunkedAnswer(chunks: readonly Uint8Array[], headers: Headers): Response {
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const left = chunks.values();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body, { headers: { ...always, ...jsonType, 'content-length': String(length), ...headers } });
}

export function problemAnswer(error: unknown, headers: Headers = {}): Response {
  // [Errors 3] a conflict tells what it is about; the others have the object of [Errors 2] alone.
  const { context, ...json } = Problem.from(error).json;
  return jsonAnswer(json.status === 409 && context ? { ...json, context } : json, json.status, headers);
}

/** [Authentication 2] the object with only `error`; without the Accept header, the way to a page for people (G14). */
export function unauthenticated(accept: string | null): Response {
  if (/\bapplication\/json\b/i.test(accept ?? '')) return jsonAnswer({ error: 'Unauthenticated.' }, 401, { 'www-authenticate': 'Bearer' });
  return new Response(null, { status: 302, headers: { ...always, location: '/login' } });
}

/** The same status and headers without a body ([Exports] HEAD, G15). */
export async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

/** Adds headers to a response that is made already. */
export function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
