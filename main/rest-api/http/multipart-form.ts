/**
 * Reads a multipart form with one file as a stream: the chunks of the file are passed on, the fields are collected, and all errors are
 * reported by field. The result is only valid if the form ends correctly.
 */

import { once } from 'node:events';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type FieldErrors, invalidInputProblem, Problem } from '../../../shared/problem.ts';
import { RequestBodyReader } from './request-body-reader.ts';

/** [G9] the maximum number of bytes of a whole form. */
const maxFormBytes = 1024 ** 3;
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

/** Throws a 400 with all faults by field, a 413 above the limit, or the error of `onFile`. The rest of the request is drained. */
export async function readMultipartForm<T>(request: Request, rules: MultipartFormOptions<T>, limit = maxFormBytes): Promise<T> {
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
    const closed = once(parser, 'close');
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
    parser.destroy();
    await taking?.catch(() => undefined);
    throw error;
  }
}

/** Fills in fields and errors while the form is parsed. The first file named `file` is used; others are skipped. */
function collectParts(
  parser: busboy.Busboy,
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
  parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
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
  parser.on('file', (name: string | undefined, bytes, { filename }: { filename?: string }) => {
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

function createParser(request: Request): busboy.Busboy {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (!isMultipartRequest(request)) throw new Error(`No form but ${type}`);
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { fieldSize: maxFieldBytes, fields: 20, files: 5, parts: 25, headerPairs: 50 },
    });
  } catch {
    throw invalidInputProblem({ file: message('fault.form.noForm') });
  }
}
