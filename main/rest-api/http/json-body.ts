/** The body of a request as a JSON object, read up to a limit ([Limits 7], G9). It is not validated yet. */
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';

const mebibyte = 1024 * 1024;

/** `values` counts the entries of lists and objects on all levels. Without this limit a few megabytes of `{}` would need gigabytes of memory. */
export interface JsonBodyLimit {
  readonly maxBytes: number;
  readonly maxValues: number;
}
export const jsonBodyLimit: JsonBodyLimit = { maxBytes: 64 * mebibyte, maxValues: 100_000 };
export const importBodyLimit: JsonBodyLimit = { maxBytes: 512 * mebibyte, maxValues: Number.POSITIVE_INFINITY };

/** No valid request is nested this deeply. */
const maxDepth = 200;

/** An empty body counts as an empty object. Throws a 400 for anything but a JSON object, and a 413 above the limit. */
export async function readJsonObject(request: Request, limit: JsonBodyLimit): Promise<Record<string, unknown>> {
  const text = await readBodyText(request, limit.maxBytes);
  if (text === '') return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) throw invalidFieldProblem('Content-Type', 'must be application/json');
  assertJsonSize(text, limit);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidFieldProblem('body', 'must be a JSON object');
  return value as Record<string, unknown>;
}

async function readBodyText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) throw bodyTooLargeProblem(limit);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    // A body cannot exceed its announced length, and reading it at once is several times faster.
    if (announced !== null) return decoder.decode(await request.arrayBuffer());
    return await readBodyInChunks(request, decoder, limit);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalidFieldProblem('body', error instanceof TypeError ? 'must be UTF-8' : 'did not arrive as a whole');
  }
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
    throw invalidFieldProblem('body', `is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
}

/** Counts brackets and commas outside of strings before the text is parsed. */
function assertJsonSize(text: string, { maxValues }: JsonBodyLimit): void {
  let depth = 0;
  let counted = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === comma) counted++;
    else if (code === openList || code === openObject) {
      counted++;
      if (++depth > maxDepth) throw invalidFieldProblem('body', `must not be nested deeper than ${maxDepth}`);
    } else if (code === closeList || code === closeObject) depth--;
  }
  if (counted > maxValues) throw tooManyValuesProblem(maxValues);
}

const [quote, backslash, openList, closeList, openObject, closeObject, comma] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c];

const bodyTooLargeProblem = (limit: number): Problem =>
  new Problem('tooLarge', message('problem.rest.bodyTooLarge', { megabytes: limit / mebibyte }), {
    errors: { body: `may have at most ${limit} bytes` },
  });

const tooManyValuesProblem = (values: number): Problem =>
  new Problem('tooLarge', message('problem.rest.bodyTooManyValues', { values }), { errors: { body: `may have at most ${values} values` } });
