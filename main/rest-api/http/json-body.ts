/** The body of a request as a JSON object, read up to a limit ([Limits 7], G9). It is not validated yet. */
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import { maxStoryDepth, maxStoryValues, measureJson } from '../../platform/measure-json.ts';

const mebibyte = 1024 * 1024;

export interface JsonBodyLimit {
  readonly maxBytes: number;
  /** Entries of lists and objects on all levels, by the length of the text. */
  readonly maxValues: (length: number) => number;
}
export const jsonBodyLimit: JsonBodyLimit = { maxBytes: 64 * mebibyte, maxValues: () => 100_000 };
export const importBodyLimit: JsonBodyLimit = { maxBytes: 512 * mebibyte, maxValues: maxStoryValues };

/** Decoding them takes about 10 ms. */
const bytesPerSlice = 4 * mebibyte;

/** No valid request is nested this deeply. */
const maxDepth = maxStoryDepth;

/** An empty body counts as an empty object. Throws a 400 for anything but a JSON object, and a 413 above the limit. */
export async function readJsonObject(request: Request, limit: JsonBodyLimit): Promise<Record<string, unknown>> {
  const text = await readBodyText(request, limit.maxBytes);
  if (text === '') return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw invalidFieldProblem('Content-Type', message('fault.request.contentType'));
  await assertJsonSize(text, limit);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidFieldProblem('body', message('fault.request.object'));
  // An object that is no array, as checked above.
  return value as Record<string, unknown>;
}

async function readBodyText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) throw bodyTooLargeProblem(limit);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    // A body cannot exceed its announced length, and reading it at once is several times faster.
    if (announced !== null) return await decodeInSlices(new Uint8Array(await request.arrayBuffer()), decoder);
    return await readBodyInChunks(request, decoder, limit);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalidFieldProblem('body', error instanceof TypeError ? message('fault.request.utf8') : message('fault.request.incomplete'));
  }
}

/** Other work may run between two slices. */
async function decodeInSlices(bytes: Uint8Array, decoder: TextDecoder): Promise<string> {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesPerSlice) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    pieces.push(decoder.decode(bytes.subarray(at, at + bytesPerSlice), { stream: true }));
  }
  pieces.push(decoder.decode());
  return pieces.join('');
}

async function readBodyInChunks(request: Request, decoder: TextDecoder, limit: number): Promise<string> {
  const pieces: string[] = [];
  let bytes = 0;
  if (request.body)
    for await (const chunk of request.body) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw bodyTooLargeProblem(limit);
      pieces.push(decoder.decode(chunk, { stream: true }));
    }
  pieces.push(decoder.decode());
  return pieces.join('');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidFieldProblem('body', message('fault.request.notJson', { reason: error instanceof Error ? error.message : String(error) }));
  }
}

async function assertJsonSize(text: string, { maxValues }: JsonBodyLimit): Promise<void> {
  const limits = { values: maxValues(text.length), depth: maxDepth };
  const { values, depth } = await measureJson(text, limits);
  if (depth > limits.depth) throw invalidFieldProblem('body', message('fault.request.tooDeep', { depth: maxDepth }));
  if (values > limits.values) throw tooManyValuesProblem(limits.values);
}

const bodyTooLargeProblem = (limit: number): Problem =>
  new Problem('tooLarge', message('problem.rest.bodyTooLarge', { megabytes: limit / mebibyte }), {
    errors: { body: message('fault.request.tooManyBytes', { limit }) },
  });

const tooManyValuesProblem = (values: number): Problem =>
  new Problem('tooLarge', message('problem.rest.bodyTooManyValues', { values }), {
    errors: { body: message('fault.request.tooManyValues', { values }) },
  });
