/** Reads the body of a request, up to a limit: as a JSON object, or as a multipart form with one file. */

import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { isJsonObject, type JsonLimits, type JsonObject, JsonTextError } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type FieldErrors, invalidFieldProblem, invalidInputProblem, Problem } from '../../../shared/problem.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import {
  JsonSyntaxError,
  maxStoryDepth,
  maxStoryValues,
  parseJsonInSlices,
  releaseBuffer,
  withoutByteOrderMark,
} from '../../platform/parse-json-in-slices.ts';

/** [G9] the maximum number of bytes of a whole form. */
const maxVariantBytes = 1024 ** 3;
const maxFieldBytes = 64 * 1024;
/** Milliseconds without a byte, after bytes of the file have arrived. (Before that, the reservation limits the time: G13.) */
const stallTimeout = 60_000;

export const isMultipartRequest = (request: Request): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');

export interface ParsedMultipartForm {
  readonly fields: Readonly<Record<string, string>>;
  /** Errors by field. The file is passed on nevertheless, so that its errors can be reported together with these. */
  readonly errors: FieldErrors;
}

export interface MultipartFormOptions<T> {
  /** The allowed fields besides `file`. Each function returns the error of a value, if any. */
  readonly fieldValidators: Readonly<Record<string, (value: string) => Message | undefined>>;
  readonly requiredFields: readonly string[];
  /** Receives the bytes. `ended` resolves when the form has ended, and rejects if it is invalid. */
  readonly onFile: (bytes: Readable, filename: string, ended: Promise<ParsedMultipartForm>) => Promise<T>;
  /** Aborted when the file stalls; its reason is the Problem. */
  readonly abortSignal: AbortSignal;
  /** Milliseconds without a byte; by default a minute. */
  readonly stallTimeout?: number;
}

/**
 * Reads the form as a stream: the chunks of the file are passed on and the fields are collected. The result is only valid if the form ends
 * correctly. Throws a 400 with all faults by field, a 413 above the limit, or the error of `onFile`. The rest of the request is drained.
 */
export async function readMultipartForm<T>(request: Request, rules: MultipartFormOptions<T>, limit = maxVariantBytes): Promise<T> {
  const source = new RequestBodyReader(request, limit);
  const lapse = () => source.abort(rules.abortSignal.reason);
  rules.abortSignal.addEventListener('abort', lapse, { once: true });
  try {
    return await parseForm(request, source, rules);
  } catch (error) {
    if (error instanceof Problem && ['gone', 'tooLarge', 'tooSlow'].includes(error.code)) source.cancel();
    else await source.drain();
    throw error;
  } finally {
    rules.abortSignal.removeEventListener('abort', lapse);
  }
}

async function parseForm<T>(request: Request, source: RequestBodyReader, rules: MultipartFormOptions<T>): Promise<T> {
  const parser = createParser(request);
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<ParsedMultipartForm>();
  ended.catch(() => undefined);
  let taking: Promise<T> | undefined;
  let file: Readable | undefined;
  const { fields, faults: errors } = collectParts(parser, rules, (bytes, filename) => {
    file = bytes;
    taking = rules.onFile(bytes, filename, ended);
    taking.catch((error: unknown) => source.abort(error));
  });
  parser.on('error', () => source.abort(invalidInputProblem({ file: message('fault.request.incomplete') })));
  try {
    const closed = once(parser, 'finish');
    closed.catch(() => undefined);
    for (let chunk = await source.read(); chunk; chunk = await source.read()) {
      if (!parser.write(chunk)) await source.waitFor(once(parser, 'drain'));
      if (file && (file.readableDidRead || file.readableLength > 0)) source.limitStalls(rules.stallTimeout ?? stallTimeout);
    }
    parser.end();
    await source.waitFor(closed);
    for (const field of rules.requiredFields) if (!Object.hasOwn(fields, field)) errors[field] ??= message('fault.form.missing');
    if (!taking) throw invalidInputProblem({ file: message('fault.form.missing'), ...errors });
    end({ fields, errors });
    return await taking;
  } catch (error) {
    // The consumer of the bytes must have stopped before the error is thrown.
    fail(error);
    file?.destroy(error instanceof Error ? error : undefined);
    parser.destroy();
    await taking?.catch(() => undefined);
    throw error;
  }
}

/** Fills in fields and errors while the form is parsed. The first file named `file` is used; others are skipped. */
function collectParts(
  parser: BusboyInstance,
  rules: Pick<MultipartFormOptions<unknown>, 'fieldValidators'>,
  take: (bytes: Readable, filename: string) => void,
): { fields: Record<string, string>; faults: Record<string, Message> } {
  // The names come from the sender, so they must not reach a prototype.
  const fields: Record<string, string> = Object.create(null);
  const faults: Record<string, Message> = Object.create(null);
  let files = 0;
  const unknown = (name: string | undefined) => {
    faults[name?.slice(0, 100) || 'form'] = message('fault.unknownField');
  };
  parser.on('field', (name: string | undefined, value, _isNameTruncated, valueTruncated) => {
    const check = name !== undefined && Object.hasOwn(rules.fieldValidators, name) ? rules.fieldValidators[name] : undefined;
    if (name === 'file') faults.file ??= message('fault.form.notAFile');
    else if (name === undefined || !check) unknown(name);
    else if (Object.hasOwn(fields, name)) faults[name] = message('fault.form.duplicate');
    else {
      const fault = valueTruncated ? message('fault.form.tooLong') : check(value);
      if (fault !== undefined) faults[name] = fault;
      fields[name] = value;
    }
  });
  parser.on('file', (name: string | undefined, bytes, filename: string | undefined) => {
    bytes.on('error', () => undefined);
    if (name === 'file' && ++files === 1) return take(bytes, filename ?? '');
    if (name === 'file') faults.file = message('fault.form.severalFiles');
    else unknown(name);
    bytes.resume();
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    parser.on(limit, () => {
      faults.form = message('fault.form.tooManyParts');
    });
  return { fields, faults };
}

function createParser(request: Request): BusboyInstance {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (!isMultipartRequest(request)) throw new Error(`No form but ${type}`);
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fieldSize: maxFieldBytes, fields: 20, files: 5, parts: 25, headerPairs: 50 },
    });
  } catch {
    throw invalidInputProblem({ file: message('fault.form.noForm') });
  }
}

/** Milliseconds for which the rest of a rejected request is read. */
const drainTimeout = 20_000;

/**
 * Reads the bytes of a request, up to a limit. `abort` rejects pending reads. The rest of a rejected request is drained, because many clients
 * only read the response after they have sent the whole body.
 */
class RequestBodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #limit: number;
  #bytes = 0;
  #ended = false;
  #stopped: { readonly error: unknown } | undefined;
  #stallTimeout: number | undefined;
  #wake: ((error: unknown) => void) | undefined;

  constructor(request: Request, limit: number) {
    this.#reader = request.body?.getReader();
    this.#limit = limit;
    if (Number(request.headers.get('content-length') ?? 0) > limit) this.abort(uploadTooLargeProblem(limit));
  }

  /** Rejects all pending and later reads with the error. Only the first call has an effect. */
  abort(error: unknown): void {
    this.#stopped ??= { error };
    this.#wake?.(this.#stopped.error);
  }

  /** From this call on, a read is rejected if no byte arrives within this time in milliseconds. */
  limitStalls(timeout: number): void {
    this.#stallTimeout = timeout;
  }

  /** Undefined at the end. Throws the error of `abort`, a 413, or a 400 if the client has disconnected. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#ended || !this.#reader) return undefined;
    const stalled = () => this.abort(new Problem('tooSlow', message('problem.rest.requestTooSlow')));
    const timer = this.#stallTimeout === undefined ? undefined : setTimeout(stalled, this.#stallTimeout);
    const { done, value } = await this.waitFor(this.#read(this.#reader)).finally(() => clearTimeout(timer));
    if (done) this.#ended = true;
    this.#bytes += value?.byteLength ?? 0;
    if (this.#bytes > this.#limit) throw uploadTooLargeProblem(this.#limit);
    return value;
  }

  /** Waits for a promise; `abort` also interrupts this. Only one wait is possible at a time. */
  waitFor<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#wake = reject;
      work.then(resolve, reject);
      if (this.#stopped) reject(this.#stopped.error);
    });
  }

  /** Reads for a limited time. A client that sends nothing or never ends is disconnected. */
  async drain(): Promise<void> {
    const reader = this.#reader;
    if (!reader || this.#ended) return;
    const timer = setTimeout(() => this.cancel(), drainTimeout);
    try {
      while (this.#bytes <= this.#limit) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#bytes += value.byteLength;
      }
    } catch {
      // The client has disconnected.
    }
    clearTimeout(timer);
    this.cancel();
  }

  /** Stops immediately, because an idle client may never send more. */
  cancel(): void {
    void this.#reader?.cancel().catch(() => undefined);
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>) {
    try {
      return await reader.read();
    } catch {
      this.#ended = true;
      throw invalidFieldProblem('file', message('fault.request.incomplete'));
    }
  }
}

function uploadTooLargeProblem(limit: number): Problem {
  const text = message('problem.rest.uploadTooLarge', { megabytes: limit / 1024 ** 2 });
  return new Problem('tooLarge', text, { errors: { file: text } });
}

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
