/**
 * Reads a multipart form with one file as a stream: the file is passed on in chunks, the fields are collected, and all errors are reported by
 * field. The result counts only when the form ends correctly.
 */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { Problem } from '../../../shared/problem.ts';
import { RequestBodyReader } from './request-body-reader.ts';

/** [G9] bytes of a whole form. */
const maxFormBytes = 1024 ** 3;
const maxFieldBytes = 64 * 1024;

export interface MultipartForm {
  readonly fields: Readonly<Record<string, string>>;
  /** By field. The file is passed on even so, so that its errors can be reported together with these. */
  readonly errors: Readonly<Record<string, string>>;
}

export interface MultipartFormOptions<T> {
  /** The allowed fields beside `file`. Each returns the error of a value, if any. */
  readonly fieldValidators: Readonly<Record<string, (value: string) => string | undefined>>;
  readonly requiredFields: readonly string[];
  /** Takes the bytes. `ended` resolves when the form has ended, and rejects when it is broken. */
  readonly onFile: (bytes: Readable, filename: string, ended: Promise<MultipartForm>) => Promise<T>;
  /** Aborted when the file stalls; its reason is the Problem. */
  readonly abortSignal: AbortSignal;
}

/** Throws a 400 with all faults by field, 413 over the limit, or what `take` throws. The rest of the request is drained. */
export async function readMultipartForm<T>(request: Request, rules: MultipartFormOptions<T>, limit = maxFormBytes): Promise<T> {
  const source = new RequestBodyReader(request, limit);
  const lapse = () => source.abort(rules.abortSignal.reason);
  rules.abortSignal.addEventListener('abort', lapse, { once: true });
  try {
    return await parseForm(request, source, rules);
  } catch (error) {
    if (error instanceof Problem && (error.code === 'gone' || error.code === 'tooLarge')) source.cancel();
    else await source.drain();
    throw error;
  } finally {
    rules.abortSignal.removeEventListener('abort', lapse);
  }
}

async function parseForm<T>(request: Request, source: RequestBodyReader, rules: MultipartFormOptions<T>): Promise<T> {
  const parser = createParser(request);
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<MultipartForm>();
  ended.catch(() => undefined);
  let taking: Promise<T> | undefined;
  const { fields, faults: errors } = collectParts(parser, rules, (bytes, filename) => {
    taking = rules.onFile(bytes, filename, ended);
    taking.catch((error: unknown) => source.abort(error));
  });
  parser.on('error', () => source.abort(invalidFormProblem({ file: 'did not arrive as a whole' })));
  try {
    const closed = once(parser, 'close');
    closed.catch(() => undefined);
    for (let chunk = await source.read(); chunk; chunk = await source.read())
      if (!parser.write(chunk)) await source.waitFor(once(parser, 'drain'));
    parser.end();
    await source.waitFor(closed);
    for (const field of rules.requiredFields) if (!Object.hasOwn(fields, field)) errors[field] ??= 'is missing';
    if (!taking) throw invalidFormProblem({ file: 'is missing', ...errors });
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

/** Fills in fields and errors while the form is parsed. The first file named `file` is used, others are skipped. */
function collectParts(
  parser: busboy.Busboy,
  rules: Pick<MultipartFormOptions<unknown>, 'fieldValidators'>,
  take: (bytes: Readable, filename: string) => void,
): { fields: Record<string, string>; faults: Record<string, string> } {
  const fields: Record<string, string> = {};
  const faults: Record<string, string> = {};
  let files = 0;
  const unknown = (name: string | undefined) => {
    faults[name?.slice(0, 100) || 'form'] = 'is not known here';
  };
  parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
    const check = name !== undefined && Object.hasOwn(rules.fieldValidators, name) ? rules.fieldValidators[name] : undefined;
    if (name === 'file') faults.file ??= 'must be a file, with a filename';
    else if (name === undefined || !check) unknown(name);
    else if (Object.hasOwn(fields, name)) faults[name] = 'is given twice';
    else {
      const fault = valueTruncated ? 'is too long' : check(value);
      if (fault !== undefined) faults[name] = fault;
      fields[name] = value;
    }
  });
  parser.on('file', (name: string | undefined, bytes, { filename }: { filename?: string }) => {
    bytes.on('error', () => undefined);
    if (name === 'file' && ++files === 1) return take(bytes, filename ?? '');
    if (name === 'file') faults.file = 'is given twice: one file at a time';
    else unknown(name);
    bytes.resume();
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    parser.on(limit, () => {
      faults.form = 'has too many parts';
    });
  return { fields, faults };
}

function createParser(request: Request): busboy.Busboy {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) throw new Error(`No form but ${type}`);
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { fieldSize: maxFieldBytes, fields: 20, files: 5, parts: 25, headerPairs: 50 },
    });
  } catch {
    throw invalidFormProblem({ file: 'is missing: an upload is multipart/form-data, with a boundary' });
  }
}

export function invalidFormProblem(faults: Readonly<Record<string, string>>): Problem {
  const told = Object.entries(faults).map(([field, message]) => `${field}: ${message}`);
  return new Problem('invalid', `${told.join('; ')}.`, { errors: { ...faults } });
}
