/** Reads the body of a request as a JSON object, up to a limit ([Limits 7], G9). It is not validated. */
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { type JsonLimits, maxStoryDepth, maxStoryValues } from '../../platform/json-limits.ts';
import { JsonSyntaxError, JsonTextError } from '../../platform/json-text-error.ts';
import { parseJsonInSlices, withoutByteOrderMark } from '../../platform/parse-json-in-slices.ts';
import { releaseBuffer } from '../../platform/release-buffer.ts';

const mebibyte = 1024 * 1024;

export interface JsonBodyLimit {
  readonly maxBytes: number;
  /** The maximum number of entries of lists and objects on all levels, depending on the number of bytes. */
  readonly maxValues: (bytes: number) => number;
}
export const jsonBodyLimit: JsonBodyLimit = { maxBytes: 64 * mebibyte, maxValues: () => 100_000 };
export const importBodyLimit: JsonBodyLimit = { maxBytes: 512 * mebibyte, maxValues: maxStoryValues };

/** No valid request is nested this deeply. */
const maxDepth = maxStoryDepth;

/** An empty body counts as an empty object. Throws a 400 for anything that is not a JSON object, and a 413 above the limit. */
export async function readJsonObject(request: Request, limit: JsonBodyLimit): Promise<JsonObject> {
  const bytes = withoutByteOrderMark(await readBodyBytes(request, limit.maxBytes));
  if (bytes.length === 0) return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw invalidFieldProblem('Content-Type', message('fault.request.contentType'));
  const value = await parseJson(bytes, { values: limit.maxValues(bytes.length), depth: maxDepth });
  if (!isJsonObject(value)) throw invalidFieldProblem('body', message('fault.request.object'));
  return value;
}

async function readBodyBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) throw bodyTooLargeProblem(limit);
  try {
    // A body cannot be longer than announced, and reading it at once is several times faster.
    if (announced !== null && Number(announced) <= mebibyte) return new Uint8Array(await request.arrayBuffer());
    return await readBodyInChunks(request, limit);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalidFieldProblem('body', message('fault.request.incomplete'));
  }
}

async function readBodyInChunks(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (request.body)
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > limit) throw bodyTooLargeProblem(limit);
      chunks.push(chunk);
    }
  return joinInSlices(chunks, length);
}

/** Yields in between, because joining 500 MB at once takes half a second. */
async function joinInSlices(chunks: readonly Uint8Array[], length: number): Promise<Uint8Array> {
  const yielder = new CooperativeYielder();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
    await yielder.yieldIfNeeded();
  }
  return bytes;
}

/** Parses the bytes, which must not be used afterwards. */
async function parseJson(bytes: Uint8Array, limits: JsonLimits): Promise<unknown> {
  try {
    return await parseJsonInSlices(bytes, limits);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw invalidFieldProblem('body', message('fault.request.notJson', { reason: await error.describe() }));
    if (!(error instanceof JsonTextError)) throw error;
    if (error.fault === 'values') throw tooManyValuesProblem(limits.values);
    throw invalidFieldProblem(
      'body',
      error.fault === 'depth' ? message('fault.request.tooDeep', { depth: maxDepth }) : message('fault.request.utf8'),
    );
  } finally {
    releaseBuffer(bytes);
  }
}

const bodyTooLargeProblem = (limit: number): Problem =>
  new Problem('tooLarge', message('problem.rest.bodyTooLarge', { megabytes: limit / mebibyte }), {
    errors: { body: message('fault.request.tooManyBytes', { limit }) },
  });

const tooManyValuesProblem = (values: number): Problem =>
  new Problem('tooLarge', message('problem.rest.bodyTooManyValues', { values }), {
    errors: { body: message('fault.request.tooManyValues', { values }) },
  });
